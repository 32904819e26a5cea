//! The checker of certificates again: short, slow and obviously right; the twin of the real one.
//!
//! It is written from the specification of the format and of proofs. It reads the lines by itself, knows positions as the
//! diagram shows them, plays by the naive rules, and looks at one position after the other.

use std::collections::BTreeMap;

use bonduc::board::Side;
use bonduc::rules::naive::{self, NaiveBoard, NaiveOutcome};
use bonduc::rules::{Direction, Game, Move, RuleSet};

use crate::naive_solver::sowings;

/// What a certificate shows, in the order of its starts.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlowChecked {
    /// One for each start of each proof.
    pub statements: Vec<SlowStatement>,
    /// Positions in all proofs.
    pub positions: usize,
}

/// That a side reaches an aim from somewhere.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct SlowStatement {
    /// The side that forces something.
    pub side: Side,
    /// `win`, `draw`, `delay`, or `reach …` or `prevent …` with all that follows in the line.
    pub aim: String,
    /// The move of the start, if it has one.
    pub start: Option<String>,
    /// The most plies to a win or the fewest to a defeat, from the certificate's position.
    pub plies: Option<u64>,
}

/// The certificate's position.
struct Head {
    rules: RuleSet,
    board: NaiveBoard,
    to_move: Side,
    south_lead: i64,
    /// Boards that stood before, and who was to move; beside them the position itself counts.
    history: Vec<(NaiveBoard, Side)>,
}

/// What a proof is for.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Aim {
    Win,
    Draw,
    Delay,
    Reach(Wanted),
    Prevent(Wanted),
}

/// A goal: the seeker's final difference, and how long there is for it.
#[derive(Clone, Copy, PartialEq, Eq)]
struct Wanted {
    exactly: bool,
    difference: i64,
    /// How many are left from the start.
    within: Option<u64>,
    /// Whether these are turns; otherwise sowings.
    turns: bool,
}

impl Aim {
    /// Whether positions have a rank.
    fn is_ranked(self) -> bool {
        !matches!(self, Aim::Draw | Aim::Prevent(_))
    }

    /// Whether ranks have to fall: the end has to be reached.
    fn falls(self) -> bool {
        matches!(self, Aim::Win | Aim::Reach(_))
    }

    fn wanted(self) -> Option<Wanted> {
        match self {
            Aim::Reach(wanted) | Aim::Prevent(wanted) => Some(wanted),
            _ => None,
        }
    }

    fn is_exact(self) -> bool {
        self.wanted().is_some_and(|wanted| wanted.exactly)
    }

    fn within(self) -> Option<u64> {
        self.wanted().and_then(|wanted| wanted.within)
    }
}

impl Wanted {
    fn is(&self, difference: i64) -> bool {
        match self.exactly {
            true => difference == self.difference,
            false => difference >= self.difference,
        }
    }
}

/// A position of a proof.
struct Entry {
    board: NaiveBoard,
    to_move: Side,
    /// The least lead of the proof's side; `None` for any.
    lead: Option<i64>,
    rank: u64,
    /// Turns or sowings that are left to the seeker; 0 where they do not count.
    left: u64,
    mv: Option<Move>,
}

struct SlowProof {
    rules: RuleSet,
    side: Side,
    /// The aim as it stands there.
    words: String,
    aim: Aim,
    /// What ends the game in a draw when it comes up; nothing where there is no history.
    stood: Vec<(NaiveBoard, Side)>,
    starts: Vec<Option<String>>,
    /// In the order in which they stand there.
    entries: Vec<Entry>,
    /// Places in `entries` by board and mover.
    at: BTreeMap<String, Vec<usize>>,
}

/// What comes of a move.
enum After {
    Endless,
    /// Board, mover, captured by who moved.
    Board(NaiveBoard, Side, i64),
}

/// What a player can do.
enum Turn {
    /// Nothing, and the game is over: what falls to South and North.
    Over(i64, i64),
    /// These moves.
    Moves(Vec<(Move, After)>),
}

/// Reads and checks a certificate; says what it shows, or why it shows nothing.
pub fn slow_check(bytes: &[u8]) -> Result<SlowChecked, String> {
    let text = std::str::from_utf8(bytes).map_err(|_| "not UTF-8")?;
    let text = text.strip_suffix('\n').ok_or("no line feed at the end")?;
    let lines: Vec<&str> = text.split('\n').collect();
    let line = |number: usize| lines.get(number).copied().ok_or("the text ends too early");
    // 1. Two lines of head, and what stood before.
    let version = match line(0)? {
        "bonduc certificate 1" => 1,
        "bonduc certificate 2" => 2,
        _ => return Err("not the first line".to_owned()),
    };
    let head = line(1)?.strip_prefix("position ").ok_or("no position")?;
    let mut head = read_head(head)?;
    let mut at = 2;
    while let Some(words) = line(at)?.strip_prefix("history ") {
        if version == 1 {
            return Err("a history in version 1".to_owned());
        }
        let before = read_before(words, &head)?;
        head.history.push(before);
        at += 1;
    }
    let mut stood = head.history.clone();
    if !stood.is_empty() {
        stood.push((head.board.clone(), head.to_move));
    }
    // 2. Proofs.
    let mut checked = SlowChecked {
        statements: Vec::new(),
        positions: 0,
    };
    while let Some(words) = line(at)?.strip_prefix("proof ") {
        at += 1;
        let (side, aim) = words.split_once(' ').ok_or("a proof without aim")?;
        let mut proof = SlowProof {
            rules: head.rules,
            side: match side {
                "south" => Side::South,
                "north" => Side::North,
                _ => return Err("a proof for no side".to_owned()),
            },
            words: aim.to_owned(),
            aim: read_aim(aim, version)?,
            stood: stood.clone(),
            starts: Vec::new(),
            entries: Vec::new(),
            at: BTreeMap::new(),
        };
        while line(at)? == "start" || line(at)?.starts_with("start ") {
            let mv = line(at)?.strip_prefix("start ");
            let start = mv.map(str::to_owned);
            if proof.starts.contains(&start) {
                return Err("a start that stands there twice".to_owned());
            }
            proof.starts.push(start);
            at += 1;
        }
        if proof.starts.is_empty() {
            return Err("a proof without start".to_owned());
        }
        while line(at)?.starts_with(|letter: char| letter.is_ascii_digit()) {
            let entry = read_entry(line(at)?, &head, proof.aim)?;
            proof.enter(entry)?;
            at += 1;
        }
        checked.positions += proof.entries.len();
        checked.statements.extend(proof.check(&head)?);
    }
    // 3. The last line.
    if line(at)? != format!("end {}", checked.positions) {
        return Err("not the number of positions".to_owned());
    }
    match lines.len() == at + 1 {
        true => Ok(checked),
        false => Err("more text".to_owned()),
    }
}

impl SlowProof {
    /// Adds a position, unless it stands there already.
    fn enter(&mut self, entry: Entry) -> Result<(), String> {
        let there = self.at.entry(key(&entry.board, entry.to_move)).or_default();
        let same = |other: &Entry| (other.lead, other.left) == (entry.lead, entry.left);
        if there.iter().any(|&i| same(&self.entries[i])) {
            return Err("a position twice".to_owned());
        }
        there.push(self.entries.len());
        self.entries.push(entry);
        Ok(())
    }

    fn check(&self, head: &Head) -> Result<Vec<SlowStatement>, String> {
        for entry in &self.entries {
            self.check_entry(entry)
                .map_err(|why| format!("{}: {why}", key(&entry.board, entry.to_move)))?;
        }
        let statement = |start: &Option<String>| {
            Ok(SlowStatement {
                side: self.side,
                aim: self.words.clone(),
                start: start.clone(),
                plies: self.start(head, start.as_deref())?,
            })
        };
        self.starts.iter().map(statement).collect()
    }

    /// Finds the position of a start; says in how many plies at most it is won, or lost at least.
    fn start(&self, head: &Head, start: Option<&str>) -> Result<Option<u64>, String> {
        let lead = match self.side {
            Side::South => head.south_lead,
            Side::North => -head.south_lead,
        };
        let ranked = self.aim.is_ranked();
        let left = self.aim.within().unwrap_or(0);
        let (board, to_move, lead, left, played) = match start {
            None => (head.board.clone(), head.to_move, lead, left, 0),
            Some(text) => {
                let mv = read_move(text, head)?;
                let after = self.play(&head.board, head.to_move, mv)?;
                match after {
                    After::Endless if self.aim.falls() => return Err("endless".to_owned()),
                    After::Endless => return Ok(ranked.then_some(1)),
                    After::Board(board, to_move, captured) => {
                        if self.stood.contains(&(board.clone(), to_move)) {
                            return match self.aim.falls() {
                                true => Err("a first move to what stood before".to_owned()),
                                false => Ok(ranked.then_some(1)),
                            };
                        }
                        if board == head.board && to_move == head.to_move {
                            return match ranked {
                                true => Err("a first move that repeats the position".to_owned()),
                                false => Ok(None),
                            };
                        }
                        let gain = self.gain(head.to_move, captured);
                        let left = match (self.takes_time(head.to_move, to_move), left) {
                            (true, 0) => return Err("no time for the first move".to_owned()),
                            (true, left) => left - 1,
                            (false, left) => left,
                        };
                        (board, to_move, lead + gain, left, 1)
                    }
                }
            }
        };
        let ranks = self.ranks(&board, to_move, Some(lead), left).into_iter();
        let best = match self.aim {
            Aim::Delay => ranks.max(),
            _ => ranks.min(),
        };
        let best = best.ok_or("no position for a start")?;
        Ok(ranked.then_some(played + best))
    }

    /// Whether a move of `mover` after which `next` is to move takes one off what is left to the seeker.
    fn takes_time(&self, mover: Side, next: Side) -> bool {
        let Some(wanted) = self.aim.wanted() else {
            return false;
        };
        let counts = mover == self.seeker() && (!wanted.turns || next != mover);
        wanted.within.is_some() && counts
    }

    /// The side that wants the goal.
    fn seeker(&self) -> Side {
        match self.aim {
            Aim::Prevent(_) => !self.side,
            _ => self.side,
        }
    }

    fn check_entry(&self, entry: &Entry) -> Result<(), String> {
        let moves = match turn(&self.rules, &entry.board, entry.to_move) {
            Turn::Over(south, north) => return self.check_end(entry, south, north),
            Turn::Moves(moves) => moves,
        };
        if self.aim.falls() && entry.rank == 0 {
            return Err("rank 0, but not the end".to_owned());
        }
        let left: usize = entry.board.south.iter().chain(&entry.board.north).sum();
        let left = left as i64;
        let safe = match (self.aim, entry.lead) {
            (Aim::Draw, Some(lead)) => lead - left >= 0,
            // All that the other may come to, and more: one after the other.
            (Aim::Prevent(wanted), Some(lead)) => {
                (-lead - left..=-lead + left).all(|difference| !wanted.is(difference))
            }
            _ => false,
        };
        let time_is_up =
            self.aim.within().is_some() && entry.left == 0 && entry.to_move == self.seeker();
        if time_is_up {
            return match (self.aim.falls(), entry.mv) {
                (true, _) => Err("no time is left".to_owned()),
                (false, Some(_)) => Err("a move for the other side".to_owned()),
                (false, None) => Ok(()),
            };
        }
        let afters = match (entry.to_move == self.side, entry.mv) {
            // However all that is left falls to the two, it is good enough.
            (_, None) if safe => return Ok(()),
            (true, None) => return Err("no move".to_owned()),
            (true, Some(mv)) => vec![self.play(&entry.board, entry.to_move, mv)?],
            (false, Some(_)) => return Err("a move for the other side".to_owned()),
            (false, None) => moves.into_iter().map(|(_, after)| after).collect(),
        };
        for after in afters {
            match after {
                After::Endless if self.aim.falls() => return Err("endless".to_owned()),
                After::Endless => {}
                _ if self.aim == Aim::Delay && entry.rank <= 1 => {}
                After::Board(board, to_move, _)
                    if self.stood.contains(&(board.clone(), to_move)) =>
                {
                    if self.aim.falls() {
                        return Err("a move to what stood before".to_owned());
                    }
                }
                After::Board(board, to_move, captured) => {
                    let time = u64::from(self.takes_time(entry.to_move, to_move));
                    let left = entry.left - time;
                    let gain = self.gain(entry.to_move, captured);
                    let lead = entry.lead.map(|lead| lead + gain);
                    let will_do = |rank: &u64| match self.aim {
                        Aim::Win | Aim::Reach(_) => *rank < entry.rank,
                        Aim::Delay => *rank >= entry.rank - 1,
                        Aim::Draw | Aim::Prevent(_) => true,
                    };
                    let ranks = self.ranks(&board, to_move, lead, left);
                    if !ranks.iter().any(will_do) {
                        return Err(format!("no {} that will do", key(&board, to_move)));
                    }
                }
            }
        }
        Ok(())
    }

    fn check_end(&self, entry: &Entry, south: i64, north: i64) -> Result<(), String> {
        if entry.mv.is_some() {
            return Err("a move after the end".to_owned());
        }
        if self.aim == Aim::Delay && entry.rank == 0 {
            return Ok(());
        }
        let lead = entry.lead.ok_or("any lead at the end")?;
        let difference = match self.side {
            Side::South => lead + south - north,
            Side::North => lead + north - south,
        };
        let enough = match self.aim {
            Aim::Win => difference > 0,
            Aim::Draw | Aim::Delay => difference >= 0,
            Aim::Reach(wanted) => wanted.is(difference),
            Aim::Prevent(wanted) => !wanted.is(-difference),
        };
        enough.then_some(()).ok_or("not enough".to_owned())
    }

    /// The ranks of all positions of this board and mover that speak for a lead (`None`: for any) with so much time left.
    fn ranks(&self, board: &NaiveBoard, to_move: Side, lead: Option<i64>, left: u64) -> Vec<u64> {
        let there = self.at.get(&key(board, to_move)).into_iter().flatten();
        let speaks = |entry: &&Entry| match (entry.lead, lead) {
            (None, _) => true,
            (Some(_), None) => false,
            (Some(only), Some(lead)) if self.aim.is_exact() => only == lead,
            (Some(least), Some(lead)) => least <= lead,
        };
        let entries = there.map(|&index| &self.entries[index]);
        let entries = entries.filter(|entry| entry.left == left).filter(speaks);
        entries.map(|entry| entry.rank).collect()
    }

    /// What a capture is for the proof's side.
    fn gain(&self, mover: Side, captured: i64) -> i64 {
        match mover == self.side {
            true => captured,
            false => -captured,
        }
    }

    /// Plays a named move, which has to be legal.
    fn play(&self, board: &NaiveBoard, side: Side, mv: Move) -> Result<After, String> {
        if mv != Move::Pass {
            let outcome = naive::play(&self.rules, board, side, mv);
            return after(side, outcome).ok_or("a move that cannot be played".to_owned());
        }
        match turn(&self.rules, board, side) {
            Turn::Moves(moves) if moves[0].0 == Move::Pass => {
                Ok(After::Board(board.clone(), !side, 0))
            }
            _ => Err("a pass that is not due".to_owned()),
        }
    }
}

/// G6, and the turn's passing; `None` for what is no legal choice.
fn after(side: Side, outcome: NaiveOutcome) -> Option<After> {
    match outcome {
        NaiveOutcome::Illegal => None,
        NaiveOutcome::Endless => Some(After::Endless),
        NaiveOutcome::Sown {
            board,
            captured,
            again,
            ..
        } => {
            let next = if again { side } else { !side };
            Some(After::Board(board, next, captured as i64))
        }
    }
}

/// G10, G11, K12.
fn turn(rules: &RuleSet, board: &NaiveBoard, side: Side) -> Turn {
    let own = sowings(rules, board, side);
    if !own.is_empty() {
        let afters = own.into_iter();
        return Turn::Moves(
            afters
                .filter_map(|(mv, outcome)| Some((mv, after(side, outcome)?)))
                .collect(),
        );
    }
    let south = board.south.iter().sum::<usize>() as i64;
    let north = board.north.iter().sum::<usize>() as i64;
    if sowings(rules, board, !side).is_empty() {
        return Turn::Over(south, north);
    }
    match (rules.game(), side) {
        (Game::Giuthi, _) => Turn::Moves(vec![(Move::Pass, After::Board(board.clone(), !side, 0))]),
        (Game::Kiothi, Side::South) => Turn::Over(0, south + north),
        (Game::Kiothi, Side::North) => Turn::Over(south + north, 0),
    }
}

/// A board and who is to move, as certificates write them.
fn key(board: &NaiveBoard, to_move: Side) -> String {
    let row = |contents: &[usize], marks: &[bool]| -> String {
        let pits = contents.iter().zip(marks);
        let pits: Vec<String> = pits
            .map(|(content, &mark)| format!("{content}{}", if mark { "*" } else { "" }))
            .collect();
        pits.join(",")
    };
    let north = row(&board.north, &board.north_nki);
    let south = row(&board.south, &board.south_nki);
    let letter = match to_move {
        Side::South => 's',
        Side::North => 'n',
    };
    format!("{north}/{south} {letter}")
}

/// Reads a number as programs write it.
fn read_number(text: &str, most: u64) -> Result<u64, String> {
    let number: u64 = text.parse().map_err(|_| "no number")?;
    match number <= most && number.to_string() == text {
        true => Ok(number),
        false => Err("not a number as it should be".to_owned()),
    }
}

fn read_side(text: &str) -> Result<Side, String> {
    match text {
        "s" => Ok(Side::South),
        "n" => Ok(Side::North),
        _ => Err("no side".to_owned()),
    }
}

/// Reads both rows; a board of at most `most` seeds.
fn read_board(text: &str, game: Game, most: usize) -> Result<NaiveBoard, String> {
    let row = |text: &str| -> Result<(Vec<usize>, Vec<bool>), String> {
        let mut row = (Vec::new(), Vec::new());
        for pit in text.split(',') {
            let content = read_number(pit.strip_suffix('*').unwrap_or(pit), 255)?;
            let marked = pit.ends_with('*');
            if marked && (content == 0 || game == Game::Giuthi) {
                return Err("a mark that cannot be".to_owned());
            }
            row.0.push(content as usize);
            row.1.push(marked);
        }
        Ok(row)
    };
    let (north, south) = text.split_once('/').ok_or("no two rows")?;
    let ((north, north_nki), (south, south_nki)) = (row(north)?, row(south)?);
    let seeds: usize = north.iter().chain(&south).sum();
    if north.len() != south.len() || !(2..=12).contains(&north.len()) || seeds > most {
        return Err("no board".to_owned());
    }
    Ok(NaiveBoard {
        south,
        north,
        south_nki,
        north_nki,
    })
}

/// Reads the certificate's position.
fn read_head(text: &str) -> Result<Head, String> {
    let words: Vec<&str> = text.split(' ').collect();
    let [game, board, to_move, score, options @ ..] = &words[..] else {
        return Err("too few words".to_owned());
    };
    let game = match *game {
        "giuthi" => Game::Giuthi,
        "kiothi" => Game::Kiothi,
        _ => return Err("no game".to_owned()),
    };
    let (south, north) = score.split_once('-').ok_or("no score")?;
    let (south, north) = (read_number(south, 255)?, read_number(north, 255)?);
    let captured = (south + north) as usize;
    let most = 255usize.checked_sub(captured).ok_or("too many seeds")?;
    Ok(Head {
        rules: read_rules(game, options)?,
        board: read_board(board, game, most)?,
        to_move: read_side(to_move)?,
        south_lead: south as i64 - north as i64,
        history: Vec::new(),
    })
}

/// Reads a line of the history, which has to be another board of the same kind than all before.
fn read_before(words: &str, head: &Head) -> Result<(NaiveBoard, Side), String> {
    let (board, to_move) = words.split_once(' ').ok_or("no side")?;
    let before = (
        read_board(board, head.rules.game(), 255)?,
        read_side(to_move)?,
    );
    let seeds = |board: &NaiveBoard| board.south.iter().chain(&board.north).sum::<usize>();
    if before.0.south.len() != head.board.south.len() || seeds(&before.0) != seeds(&head.board) {
        return Err("pits or seeds of another board".to_owned());
    }
    if before == (head.board.clone(), head.to_move) || head.history.contains(&before) {
        return Err("a board twice".to_owned());
    }
    Ok(before)
}

/// Reads what a proof is for.
fn read_aim(text: &str, version: u8) -> Result<Aim, String> {
    let words: Vec<&str> = text.split(' ').collect();
    let (aim, goal, number, time) = match &words[..] {
        ["win"] => return Ok(Aim::Win),
        ["draw"] => return Ok(Aim::Draw),
        ["delay"] => return Ok(Aim::Delay),
        [aim, goal, number, time @ ..] if version == 2 => (*aim, *goal, *number, time),
        _ => return Err("a proof without aim".to_owned()),
    };
    let (within, turns) = match time {
        [] => (None, false),
        ["within", count, unit @ ("turns" | "sowings")] => match read_number(count, 60)? {
            0 => return Err("no time at all".to_owned()),
            count => (Some(count), *unit == "turns"),
        },
        _ => return Err("what is no time".to_owned()),
    };
    let wanted = Wanted {
        exactly: match goal {
            "at_least" => false,
            "exactly" => true,
            _ => return Err("what is no goal".to_owned()),
        },
        difference: read_signed(number)?,
        within,
        turns,
    };
    if !wanted.exactly && wanted.difference == 1 && within.is_none() {
        return Err("this has a shorter name".to_owned());
    }
    match aim {
        "reach" => Ok(Aim::Reach(wanted)),
        "prevent" => Ok(Aim::Prevent(wanted)),
        _ => Err("a proof without aim".to_owned()),
    }
}

/// Reads a number from -255 to 255.
fn read_signed(text: &str) -> Result<i64, String> {
    match text.strip_prefix('-') {
        Some("0") => Err("minus zero".to_owned()),
        Some(text) => Ok(-(read_number(text, 255)? as i64)),
        None => Ok(read_number(text, 255)? as i64),
    }
}

/// Reads what differs from a game's own rules: one preset, or options in their order, as short as can be.
fn read_rules(game: Game, words: &[&str]) -> Result<RuleSet, String> {
    let known = match game {
        Game::Giuthi => &[
            ("empty_opposite", "no_capture"),
            ("chain_gap", "stop"),
            ("endless_sowing", "illegal"),
        ][..],
        Game::Kiothi => &[
            ("setup", "five"),
            ("triple", "run"),
            ("must_cross", "true"),
            ("endless_sowing", "illegal"),
        ],
    };
    let russ = ["empty_opposite=no_capture", "chain_gap=stop"];
    let words = match words {
        ["rules=giuthi-russ"] if game == Game::Giuthi => &russ[..],
        words if *words == russ => return Err("this has a name".to_owned()),
        words => words,
    };
    let mut rules = game.defaults();
    let mut rest = words;
    for (name, value) in known {
        if rest.first() == Some(&format!("{name}={value}").as_str()) {
            rest = &rest[1..];
            rules.set_option(name, value).map_err(|e| e.to_string())?;
        }
    }
    match rest {
        [] => Ok(rules),
        _ => Err("no option, or not in its place".to_owned()),
    }
}

/// Reads a move of the side to move.
fn read_move(text: &str, head: &Head) -> Result<Move, String> {
    read_move_of(text, head, head.to_move)
}

fn read_move_of(text: &str, head: &Head, side: Side) -> Result<Move, String> {
    let game = head.rules.game();
    if text == "pass" && game == Game::Giuthi {
        return Ok(Move::Pass);
    }
    let pits = head.board.south.len();
    let first = match side {
        Side::South => b'a',
        Side::North => b'A',
    };
    let letter = *text.as_bytes().first().ok_or("no move")?;
    let column = letter.checked_sub(first).map(usize::from);
    let column = column.filter(|&column| column < pits).ok_or("no own pit")?;
    let cell = match side {
        Side::South => column,
        Side::North => pits - 1 - column,
    } as u8;
    match (game, &text[1..]) {
        (Game::Giuthi, "+") => Ok(Move::Sow {
            cell,
            direction: Direction::Ccw,
        }),
        (Game::Giuthi, "-") => Ok(Move::Sow {
            cell,
            direction: Direction::Cw,
        }),
        (Game::Giuthi, _) => Err("no direction".to_owned()),
        (Game::Kiothi, count) => match read_number(count, 255)? {
            0 => Err("nothing lifted".to_owned()),
            count => Ok(Move::Lift {
                cell,
                count: count as u8,
            }),
        },
    }
}

/// Reads a position of a proof.
fn read_entry(line: &str, head: &Head, aim: Aim) -> Result<Entry, String> {
    let mut words = line.split(' ');
    let mut word = || words.next().ok_or("the line ends too early");
    let board = read_board(word()?, head.rules.game(), 255)?;
    if board.south.len() != head.board.south.len() {
        return Err("a board of another length".to_owned());
    }
    let to_move = read_side(word()?)?;
    let lead = match word()? {
        "any" if aim.is_exact() => return Err("any lead for an exact difference".to_owned()),
        "any" => None,
        text => Some(read_signed(text)?),
    };
    let rank = match aim.is_ranked() {
        false => 0,
        true => read_number(word()?, u32::MAX.into())?,
    };
    let left = match aim.within() {
        None => 0,
        Some(most) => read_number(word()?, most)?,
    };
    let mv = words.next();
    let mv = mv
        .map(|text| read_move_of(text, head, to_move))
        .transpose()?;
    match words.next() {
        None => Ok(Entry {
            board,
            to_move,
            lead,
            rank,
            left,
            mv,
        }),
        Some(_) => Err("more words".to_owned()),
    }
}
