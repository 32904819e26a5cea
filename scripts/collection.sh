#!/usr/bin/env bash
# Makes the collection of puzzles/giuthi and puzzles/kiothi anew in another folder, from nothing but the seeds below:
#   scripts/collection.sh FOLDER
# The problems come out with the same ids and the same solutions as those shipped. Titles and sentences of the
# selected problems are by hand and stand in the shipped files alone. Takes about half an hour on two cores.
set -euo pipefail
[ $# -eq 1 ] || { echo "usage: scripts/collection.sh FOLDER" >&2; exit 2; }
out=$1
earlier=$(dirname "$0")/../puzzles
bonduc=${BONDUC:-bonduc}
mkdir -p "$out/giuthi" "$out/kiothi"

# What stands in FOLDER or was shipped earlier is not repeated.
giuthi() {
  "$bonduc" generate --game giuthi --out "$out/giuthi" --besides "$out/giuthi" --besides "$earlier" "$@"
}
kiothi() {
  "$bonduc" generate --game kiothi --pits 10 --out "$out/kiothi" --besides "$out/kiothi" --besides "$earlier" "$@"
}

# Rare themes first, so that plainer problems do not stand in their way.
giuthi --pits 8 --seeds 7..9 --theme marathon --best-of 200000 --count 3 --seed 102
giuthi --pits 5 --seeds 7..11 --theme marathon --best-of 60000 --count 3 --seed 103
giuthi --pits 6 --seeds 7..10 --theme echo --best-of 60000 --count 4 --seed 104
giuthi --pits 8 --seeds 6..9 --theme echo --best-of 80000 --count 4 --seed 105
giuthi --pits 6 --seeds 7..11 --theme sacrifice --best-of 60000 --count 6 --seed 106
giuthi --pits 8 --seeds 6..9 --theme quiet-key --theme waiting-move --best-of 80000 --count 5 --seed 107
giuthi --pits 7 --seeds 6..10 --theme mutual-zugzwang --best-of 60000 --count 6 --seed 108
giuthi --pits 6 --seeds 6..10 --theme own-pass --best-of 60000 --count 5 --seed 109
giuthi --pits 5 --seeds 8..12 --theme long-relay --theme full-round --best-of 40000 --count 5 --seed 110
giuthi --pits 6 --seeds 6..10 --theme repetition-draw --best-of 60000 --count 6 --seed 111
giuthi --pits 7 --seeds 6..10 --stipulation draw --theme equal-end --best-of 60000 --count 5 --seed 112
giuthi --pits 6 --seeds 7..11 --stipulation 'margin>=4' --best-of 40000 --count 5 --seed 113
giuthi --pits 7 --seeds 7..10 --stipulation 'capture>=45' --best-of 40000 --count 5 --seed 114
giuthi --pits 6 --seeds 5..7 --stipulation margin=2 --best-of 1000 --count 4 --seed 115
giuthi --pits 6 --seeds 7..10 --rules giuthi-russ --best-of 40000 --count 6 --seed 116

# Every size and level, the best of many boards.
for size in 5,6..12,60000 6,6..11,80000 7,6..10,100000 8,6..9,160000; do
  IFS=, read -r pits seeds boards <<< "$size"
  for level in easy medium hard; do
    giuthi --pits "$pits" --seeds "$seeds" --difficulty "$level" --best-of "$boards" --count 14 --seed 12"$pits"
  done
done

kiothi --seeds 5..9 --stipulation margin=2 --best-of 1500 --count 15 --seed 202
kiothi --seeds 6..10 --theme nki-sacrifice --best-of 4000 --count 10 --seed 203
kiothi --seeds 6..10 --theme full-round,long-relay --best-of 6000 --count 6 --seed 204
kiothi --seeds 6..10 --theme great-capture,sacrifice --best-of 4000 --count 6 --seed 205
kiothi --seeds 6..10 --theme measured-lift --theme echo,mutual-zugzwang --best-of 4000 --count 8 --seed 206
kiothi --seeds 6..10 --stipulation draw --best-of 3000 --count 6 --seed 207
for level in easy medium hard; do
  kiothi --seeds 6..10 --difficulty "$level" --best-of 4000 --count 20 --seed 208
done

# A sowing without end on a small board of Giuthi, and triple captures on boards made for them.
giuthi --from 'giuthi 1,1,1,1,4/1,3,0,3,1 s' --total 40 --unique key --only-moves 1.. --count 1
kiothi --from 'kiothi 1,1,2,1,0,0,0,7,0,0/0,0,0,0,0,0,0,0,0,3 s' --from 'kiothi 1,1,1,1,4,0,0,0,0,0/0,0,0,0,0,0,0,0,0,6 s' \
  --from 'kiothi 1,1,1,1,0,0,0,7,0,0/0,0,0,0,0,1,0,0,0,3 s' --from 'kiothi 2,1,1,1,1,0,0,7,0,0/0,0,1,0,0,0,0,0,0,3 s' \
  --total 60 --unique key --only-moves 1.. --count 4
kiothi --from 'kiothi 1,1,1,1,0,0,0,7,0,1/0,0,0,0,0,0,1,0,0,3 s' --from 'kiothi 1,1,1,1,0,0,0,7,0,1/0,0,1,0,0,0,0,0,0,3 s' \
  --total 60 --count 2

mkdir -p "$out/solutions"
for game in giuthi kiothi; do
  mv "$out/$game/solutions" "$out/solutions/$game"
done
