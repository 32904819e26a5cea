// Plays lines through. Boards and laps come with the page; nothing is asked of anybody else.
(function () {
  'use strict';
  var calm = window.matchMedia('(prefers-reduced-motion: reduce)');

  function circle(group, name, x, y, r) {
    var made = document.createElementNS(group.namespaceURI, 'circle');
    made.setAttribute('class', name);
    made.setAttribute('cx', String(+x.toFixed(2)));
    made.setAttribute('cy', String(+y.toFixed(2)));
    made.setAttribute('r', String(+r.toFixed(2)));
    group.appendChild(made);
  }

  function seed(group, name, number, x, y, size) {
    var scale = size / SEEDS.sizes.seed;
    circle(group, name + ' s' + number % 3, x, y, size);
    circle(group, 'gloss', x + SEEDS.sizes.glossAt * scale, y + SEEDS.sizes.glossAt * scale, SEEDS.sizes.gloss * scale);
  }

  function empty(group) {
    while (group.firstChild) { group.removeChild(group.firstChild); }
  }

  function drawSeeds(group, letter, count) {
    empty(group);
    var column = letter.toLowerCase().charCodeAt(0) - 97;
    var turn = ((column * 67 + (letter === letter.toLowerCase() ? 0 : 31)) % 360) * Math.PI / 180;
    var few = SEEDS.pits.length > count;
    var places = few ? SEEDS.pits[count] : SEEDS.heap;
    places.forEach(function (place, i) {
      var x = place[0] * Math.cos(turn) - place[1] * Math.sin(turn);
      var y = place[0] * Math.sin(turn) + place[1] * Math.cos(turn);
      seed(group, few ? 'seed' : 'nut', i, x, y, SEEDS.sizes.seed);
    });
    if (!few) {
      circle(group, 'plate', 0, 0, 16);
      var text = document.createElementNS(group.namespaceURI, 'text');
      text.setAttribute('class', 'heap');
      text.setAttribute('y', '6');
      text.textContent = String(count);
      group.appendChild(text);
    }
  }

  function Board(svg) {
    var board = this;
    this.pits = [];
    var pits = Array.from(svg.querySelectorAll('.pit'));
    var n = pits.length / 2;
    pits.forEach(function (pit) {
      var letter = pit.getAttribute('data-pit');
      var column = letter.toLowerCase().charCodeAt(0) - 97;
      var cell = letter === letter.toLowerCase() ? column : 2 * n - 1 - column;
      board.pits[cell] = pit;
    });
    this.players = ['south', 'north'].map(function (side) {
      return svg.querySelector('.player[data-side="' + side + '"]');
    });
  }

  Board.prototype.drawPits = function (counts, marks) {
    this.pits.forEach(function (pit, cell) {
      var letter = pit.getAttribute('data-pit');
      var marked = marks.indexOf(cell) !== -1;
      pit.querySelector('.marks').style.display = marked ? '' : 'none';
      if (pit.getAttribute('data-seeds') === String(counts[cell])) { return; }
      pit.setAttribute('data-seeds', String(counts[cell]));
      pit.querySelector('title').textContent = letter + ': ' + counts[cell] + (marked ? ', nki' : '');
      drawSeeds(pit.querySelector('.seeds'), letter, counts[cell]);
      var shown = counts[cell] > 4 ? SEEDS.pits.length > counts[cell] : false;
      pit.querySelector('.figure').textContent = shown ? String(counts[cell]) : '';
    });
  };

  Board.prototype.light = function (name, cells) {
    this.pits.forEach(function (pit, cell) {
      pit.classList.remove('on', 'gone');
      if (cells.indexOf(cell) !== -1) { pit.classList.add(name); }
    });
  };

  Board.prototype.draw = function (board) {
    this.drawPits(board.pits, board.marks);
    this.players.forEach(function (player, side) {
      var captured = board.captured[side];
      player.querySelector('.total').textContent = String(captured);
      player.querySelector('.mover').setAttribute('visibility', board.to_move === side ? 'visible' : 'hidden');
      player.querySelector('.waits').textContent = board.to_move === side ? 'to move' : '';
      if (player.getAttribute('data-captured') === String(captured)) { return; }
      player.setAttribute('data-captured', String(captured));
      var dish = player.querySelector('.kept-seeds');
      empty(dish);
      SEEDS.dishes[Math.min(captured, SEEDS.dishes.length - 1)].forEach(function (place, i) {
        seed(dish, 'kept', i, place[0], place[1], SEEDS.sizes.kept);
      });
    });
  };

  // The boards of a sowing, seed by seed.
  function frames(before, step) {
    var pits = before.pits.slice();
    var m = pits.length;
    var all = [];
    step.laps.forEach(function (lap) {
      var at = lap[0];
      pits[at] -= lap[1];
      all.push({ pits: pits.slice(), on: at });
      for (var left = lap[1]; left > 0; left -= 1) {
        at = (at + lap[2] + m) % m;
        pits[at] += 1;
        all.push({ pits: pits.slice(), on: at });
      }
    });
    return all;
  }

  function Player(root) {
    var player = this;
    var data = JSON.parse(root.querySelector('script').textContent);
    var figure = root.closest('article').querySelector('figure svg').cloneNode(true);
    root.querySelector('.stage').appendChild(figure);
    this.board = new Board(figure);
    this.boards = [data.start].concat(data.steps.map(function (step) { return step.board; }));
    this.steps = data.steps;
    this.ply = 0;
    this.timer = 0;
    this.status = root.querySelector('.status');
    this.buttons = {};
    Array.from(root.querySelectorAll('button')).forEach(function (button) {
      player.buttons[button.getAttribute('data-go')] = button;
      button.addEventListener('click', function () { player.go(button.getAttribute('data-go')); });
    });
    var keys = { ArrowLeft: 'back', ArrowRight: 'on', Home: 'first', End: 'last' };
    root.addEventListener('keydown', function (event) {
      if (keys[event.key]) {
        event.preventDefault();
        player.go(keys[event.key]);
      }
    });
    // The line stands before its player, perhaps with what is said of its end in between.
    var line = root.previousElementSibling;
    while (line.localName !== 'ol') { line = line.previousElementSibling; }
    this.plies = Array.from(line.querySelectorAll('.ply'));
    this.plies.forEach(function (ply, i) {
      ply.setAttribute('data-can', '');
      ply.addEventListener('click', function () { player.show(i + 1, true); });
    });
    root.hidden = false;
    this.show(0, false);
  }

  Player.prototype.go = function (where) {
    var last = this.steps.length;
    if (where === 'first') { this.show(0, false); }
    if (where === 'back') { this.show(Math.max(this.ply - 1, 0), false); }
    if (where === 'on') { if (last > this.ply) { this.show(this.ply + 1, true); } }
    if (where === 'last') { this.show(last, false); }
  };

  Player.prototype.show = function (ply, moving) {
    var player = this;
    window.clearTimeout(this.timer);
    this.ply = ply;
    this.plies.forEach(function (mark, i) {
      mark.classList.toggle('now', i + 1 === ply);
      if (i + 1 === ply) { mark.setAttribute('aria-current', 'step'); } else { mark.removeAttribute('aria-current'); }
    });
    this.buttons.first.disabled = ply === 0;
    this.buttons.back.disabled = ply === 0;
    this.buttons.on.disabled = ply === this.steps.length;
    this.buttons.last.disabled = ply === this.steps.length;
    this.tell(ply);
    var step = ply > 0 ? this.steps[ply - 1] : null;
    function settle() {
      player.board.draw(player.boards[ply]);
      player.board.light('on', []);
    }
    if (!step || !moving || calm.matches) { settle(); return; }
    var before = this.boards[ply - 1];
    var all = frames(before, step);
    if (all.length === 0 || all.length > 600) { settle(); return; }
    var pause = Math.max(20, Math.min(220, 5000 / all.length));
    this.board.draw(before);
    var next = 0;
    function tick() {
      if (all.length > next) {
        player.board.drawPits(all[next].pits, before.marks);
        player.board.light('on', [all[next].on]);
        next += 1;
        player.timer = window.setTimeout(tick, pause);
      } else if (all.length === next) {
        if (step.taken.length > 0) { player.board.light('gone', step.taken); }
        next += 1;
        player.timer = window.setTimeout(tick, step.taken.length > 0 ? 700 : pause);
      } else {
        settle();
      }
    }
    tick();
  };

  Player.prototype.tell = function (ply) {
    empty(this.status);
    var head = document.createElement('strong');
    var told = document.createElement('span');
    told.className = 'told';
    if (ply === 0) {
      head.textContent = 'The start.';
    } else {
      head.textContent = ply + ' of ' + this.steps.length + ': ' + this.steps[ply - 1].text;
      told.textContent = ' ' + this.steps[ply - 1].words + '.';
    }
    this.status.appendChild(head);
    this.status.appendChild(told);
  };

  // On paper it is told how to read the book, whether that is open or not.
  window.addEventListener('beforeprint', function () {
    Array.from(document.querySelectorAll('details.signs')).forEach(function (signs) { signs.open = true; });
  });

  // A player is made when its solution is opened first.
  Array.from(document.querySelectorAll('details.solution')).forEach(function (details) {
    details.addEventListener('toggle', function () {
      if (!details.open || details.hasAttribute('data-made')) { return; }
      details.setAttribute('data-made', '');
      Array.from(details.querySelectorAll('.player[role="group"]')).forEach(function (root) { return new Player(root); });
    });
  });
}());
