//! The themes that problems are told by.

use crate::rules::Game;

/// A theme of a problem; [`Theme::definition`] says exactly when a problem has it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Theme {
    /// Many sowings in one turn (G6).
    SeveralSowings,
    /// A sowing of many laps.
    LongRelay,
    /// A sowing along the whole enemy row.
    FullRound,
    /// A capture from several pits (G8).
    ChainCapture,
    /// The triple capture (K11).
    TripleCapture,
    /// A capture of much of what lies on the board.
    GreatCapture,
    /// The other side has to pass (G10).
    ForcedPass,
    /// The solver has to pass and yet reaches the goal (G10).
    OwnPass,
    /// The key's turn captures nothing.
    QuietKey,
    /// The key threatens nothing: the other side is hurt by having to move.
    Waiting,
    /// Whoever has to move after the key's turn loses.
    MutualZugzwang,
    /// Were the other side to move, the goal would be reached too.
    SetPlay,
    /// The key lets the other side capture.
    Sacrifice,
    /// The move that captures most fails.
    RefusedCapture,
    /// A move that is nearly right lets the other side repeat.
    AvoidRepetition,
    /// A draw that is saved by going round.
    RepetitionDraw,
    /// A sowing without end plays a part.
    EndlessSowing,
    /// A draw with equal totals.
    EqualEnd,
    /// A win by a single seed, or by two where one is not possible.
    NarrowWin,
    /// The one-warrior victory is asked for (K14).
    OneWarrior,
    /// A win from far behind.
    FromBehind,
    /// The right pit in the wrong direction loses.
    WrongDirection,
    /// Only one number of warriors lifted from the boma is right.
    MeasuredLift,
    /// A protected boma is opened though there is another way.
    NkiSacrifice,
    /// The same pit is sown from again and again.
    Switchback,
    /// Two defences are met by the same play.
    Echo,
    /// A very long main line.
    Marathon,
}

use Theme::*;

impl Theme {
    /// All themes, in the order in which they are listed.
    pub const ALL: [Theme; 27] = [
        SeveralSowings,
        LongRelay,
        FullRound,
        ChainCapture,
        TripleCapture,
        GreatCapture,
        ForcedPass,
        OwnPass,
        QuietKey,
        Waiting,
        MutualZugzwang,
        SetPlay,
        Sacrifice,
        RefusedCapture,
        AvoidRepetition,
        RepetitionDraw,
        EndlessSowing,
        EqualEnd,
        NarrowWin,
        OneWarrior,
        FromBehind,
        WrongDirection,
        MeasuredLift,
        NkiSacrifice,
        Switchback,
        Echo,
        Marathon,
    ];

    /// Returns its name, as tags of puzzles have it.
    pub fn name(self) -> &'static str {
        match self {
            SeveralSowings => "several-sowings",
            LongRelay => "long-relay",
            FullRound => "full-round",
            ChainCapture => "chain-capture",
            TripleCapture => "triple-capture",
            GreatCapture => "great-capture",
            ForcedPass => "forced-pass",
            OwnPass => "own-pass",
            QuietKey => "quiet-key",
            Waiting => "waiting-move",
            MutualZugzwang => "mutual-zugzwang",
            SetPlay => "set-play",
            Sacrifice => "sacrifice",
            RefusedCapture => "refused-capture",
            AvoidRepetition => "avoid-repetition",
            RepetitionDraw => "repetition-draw",
            EndlessSowing => "endless-sowing",
            EqualEnd => "equal-end",
            NarrowWin => "narrow-win",
            OneWarrior => "one-warrior",
            FromBehind => "from-behind",
            WrongDirection => "wrong-direction",
            MeasuredLift => "measured-lift",
            NkiSacrifice => "nki-sacrifice",
            Switchback => "switchback",
            Echo => "echo",
            Marathon => "marathon",
        }
    }

    /// Reads [`Theme::name`].
    pub fn from_name(name: &str) -> Option<Theme> {
        Theme::ALL.into_iter().find(|theme| theme.name() == name)
    }

    /// Returns the game whose problems alone can have it, if it is one.
    pub fn game(self) -> Option<Game> {
        match self {
            SeveralSowings | ChainCapture | ForcedPass | OwnPass | WrongDirection => {
                Some(Game::Giuthi)
            }
            TripleCapture | OneWarrior | MeasuredLift | NkiSacrifice => Some(Game::Kiothi),
            _ => None,
        }
    }

    /// Returns when exactly a problem has it.
    pub fn definition(self) -> &'static str {
        match self {
            SeveralSowings => "in a turn of the solution the solver sows three times or more (G6)",
            LongRelay => {
                "a sowing of the solver's in the solution has six laps or more (Giuthi), three or more (Kiothi)"
            }
            FullRound => {
                "a sowing of the solver's in the solution drops a seed into every pit of the enemy row"
            }
            ChainCapture => {
                "a sowing of the solver's in the solution takes seeds from two enemy pits or more (G8)"
            }
            TripleCapture => {
                "a sowing of the solver's in the solution captures in four enemy boma (K11)"
            }
            GreatCapture => {
                "a sowing of the solver's in the solution captures five seeds or more, and at least half of those on the board"
            }
            ForcedPass => "in the solution the other side has to pass (G10)",
            OwnPass => {
                "the solver has to pass on the main line, before its last only move (G10), and yet reaches the goal"
            }
            QuietKey => "no sowing of the key's turn captures, though another first move would",
            Waiting => {
                "were the other side to pass after the key's turn, the goal could not be forced: the key threatens nothing, having to move hurts"
            }
            MutualZugzwang => {
                "a win is asked for, and were the solver to move at the end of the key's turn, he would lose: whoever moves there loses"
            }
            SetPlay => {
                "in the problem's position with the other side to move, the goal could be forced too; the key keeps what all other moves spoil"
            }
            Sacrifice => {
                "the key's turn captures nothing, and in the turn after it on the main line the other side captures three seeds or more (Giuthi), two or more (Kiothi)"
            }
            RefusedCapture => "the first moves that capture most, two seeds at least, all fail",
            AvoidRepetition => {
                "at an only move of the solution another move only draws, and would not win with any lead: by it the other side can go round for ever"
            }
            RepetitionDraw => {
                "a draw is asked for, the solver has it with any lead, and the main line ends in a repetition (G12, K13)"
            }
            EndlessSowing => {
                "the main line ends in a sowing without end, or another first move is one and misses the goal"
            }
            EqualEnd => "a draw is asked for, and the main line ends with equal totals",
            NarrowWin => {
                "the main line ends with the solver one seed ahead, or two where the number of seeds in the game is even"
            }
            OneWarrior => "a win by exactly two is asked for (K14)",
            FromBehind => {
                "a win is asked for, and the solver is behind at the start by at least half as many seeds as lie on the board, and by three at least"
            }
            WrongDirection => "the key's pit sown in the other direction loses",
            MeasuredLift => {
                "from the key's boma two or more other numbers of warriors could be lifted, and all of them fail"
            }
            NkiSacrifice => {
                "an only move of the solution takes the mark off an own boma for good (K8), though there is a move that takes none off"
            }
            Switchback => {
                "the solver sows from the same pit three times or more in the solution (Giuthi), four or more (Kiothi)"
            }
            Echo => {
                "two different replies to the key's turn are met, in best play to the end, by the same sowings, three at least"
            }
            Marathon => "the main line has thirty plies or more",
        }
    }
}
