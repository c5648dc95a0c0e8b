// The server's messages as types: nothing here runs. `docs/protocol.md` and `/openapi.json` describe the same.

/**
 * @typedef {{value: any, title: string, about: string, picture: string}} Value  of an option
 *
 * @typedef {object} Option
 * @property {string} name
 * @property {"switch" | "choice" | "number" | "order"} kind
 * @property {string} title
 * @property {string} about
 * @property {any} default
 * @property {boolean} main  whether it is offered when a table is created
 * @property {Value[]} values
 * @property {number | null} least
 * @property {number | null} most
 *
 * @typedef {{name: string, title: string, about: string, options: Record<string, any>}} Edition  a name for values of options
 *
 * @typedef {object} PlaceWords
 * @property {string} spot  a spot there: "{colour} on display {1}"
 * @property {string} text  the place itself: "Display {1}"
 * @property {number} parts  of the name of a spot
 * @property {boolean} by_colour  whether all pieces of a colour there are one spot
 * @property {boolean} owned  whether it is on the board of a seat
 * @property {boolean} exact  whether the exact slot of a piece matters
 *
 * @typedef {{kinds: string[], first: string, then: string, done: string | null, after: string[]}} Prompt
 *
 * @typedef {object} Game  a kind of game
 * @property {string} name
 * @property {string} title
 * @property {string} about
 * @property {string} picture
 * @property {number[]} players
 * @property {Value[]} boards
 * @property {Option[]} options
 * @property {Edition[]} editions
 * @property {boolean} any_starter  whether any seat can start
 * @property {Record<string, string>} pieces  what they are called
 * @property {Record<string, PlaceWords>} places
 * @property {Prompt[]} prompts
 * @property {boolean} lesson
 * @property {boolean} rules
 * @property {boolean} editable  whether tiles can be put into a position
 * @property {{name: string, letter: string, title: string}[]} colours
 * @property {string} example  a position
 *
 * @typedef {{game: string, players: number, board: string, [option: string]: any}} Rules  a game with its options
 * @typedef {{name: string, title: string, about: string}} Level  of bots
 * @typedef {{kind: "me" | "open" | "bot", level?: string, name?: string}} NewSeat
 * @typedef {{games: Game[], levels: Level[], level: string, first: {text: string, game: Rules, seats: NewSeat[]}}} Games
 */

/**
 * @typedef {{pieces: Record<string, string>, texts: Record<string, string>, marks: string[]}} Scene
 * @typedef {[x: number, y: number, size: number, turn: number]} Place
 * @typedef {{width: number, height: number, furniture: string, slots: Record<string, Place>, spots: string}} Layout
 * @typedef {{text: string, pieces: string[]}} Button
 * @typedef {{move: string, stages: string[][], points: number | null, note: string | null}} Choice
 */

/**
 * @typedef {object} Seat
 * @property {"person" | "bot" | "open"} kind
 * @property {string} name
 * @property {string | null} level
 * @property {string | null} was  the person a bot plays for
 * @property {boolean} online
 * @property {number[]} votes
 *
 * @typedef {{seat: number, points: number, text: string, rule?: string | null}} Gain
 * @typedef {{number: number, seat: number | null, text: string, gains?: Gain[]}} LogLine
 * @typedef {{left: (number | null)[], running: number | null} | null} Clocks
 * @typedef {{seat: number | null, name: string, text: string}} ChatLine
 * @typedef {{text: string, points: number[], rule?: string}} SheetRow
 * @typedef {{scores: number[], ranks: number[], winners: number[], sheet: SheetRow[]}} Result
 * @typedef {{number: number, choices: Choice[], buttons: Record<string, Button>}} Choices
 *
 * @typedef {object} Position  the current state of a game
 * @property {number} number  of events so far
 * @property {Scene} scene
 * @property {number | "chance" | null} actor
 * @property {number | null} back  the seat whose last move can be taken back
 * @property {Clocks} clocks
 * @property {Result | null} result
 *
 * @typedef {object} Happened  what an update says about the event before it
 * @property {unknown} [event]
 * @property {string[]} [last]
 * @property {LogLine} [line]
 * @property {Gain[]} [gains]
 * @property {{to: number}} [undo]
 *
 * @typedef {Position & Happened} Update
 *
 * @typedef {object} Table
 * @property {Rules} game
 * @property {string} key
 * @property {string} title
 * @property {string} version
 * @property {Seat[]} seats
 * @property {(number | null)[]} takeover_in  seconds until others can vote for a bot; `null` if the player is here
 * @property {number[]} you
 * @property {boolean} host
 * @property {ChatLine[]} chat
 * @property {LogLine[]} log
 * @property {string | null} rematch
 *
 * @typedef {Table & Position} Welcome
 * @typedef {Welcome & {choices?: Choices | null}} KeptTable  as the browser keeps it, see kept.js
 *
 * @typedef {object} ListedTable
 * @property {string} table
 * @property {"open" | "running" | "finished"} status
 * @property {string} title
 * @property {Rules} game
 * @property {Seat[]} seats
 * @property {number[]} scores
 * @property {number} round
 */

/**
 * @typedef {object} ReplayStep
 * @property {number} number
 * @property {number | null} seat
 * @property {number} round
 * @property {string} text
 * @property {Gain[]} gains
 * @property {Record<string, string | null>} pieces
 * @property {Record<string, string | null>} texts
 * @property {string[]} marks
 * @property {string} comment
 *
 * @typedef {object} Replay
 * @property {"open" | "running" | "finished"} status
 * @property {Rules} game
 * @property {string} key
 * @property {string} title
 * @property {string} version
 * @property {Seat[]} seats
 * @property {number[]} you
 * @property {boolean} closed
 * @property {Scene} start
 * @property {ReplayStep[]} steps
 * @property {Result | null} result
 *
 * @typedef {"blunder" | "mistake" | "inaccuracy"} Judgement
 *
 * @typedef {object} Verdict  on a move
 * @property {number} number
 * @property {number} seat
 * @property {Judgement} judgement
 * @property {string} name
 * @property {number} lost_chance
 * @property {number} lost_points
 * @property {number} missed_bonus
 * @property {string} played
 * @property {string} better
 * @property {string[]} line
 * @property {string} why
 * @property {string[][]} stages
 *
 * @typedef {object} PlayerReport
 * @property {number} accuracy
 * @property {Record<string, number>} counts
 * @property {Record<string, number>} lost
 * @property {Record<string, number>} balance
 * @property {Record<string, number>} balance_points
 *
 * @typedef {object} Report
 * @property {string} chances
 * @property {string} margins
 * @property {string} luck
 * @property {string} own
 * @property {Record<string, string>} terms
 * @property {string} decided
 * @property {PlayerReport[]} players
 * @property {Verdict[]} verdicts
 * @property {Record<string, string>} judgements
 *
 * @typedef {{status: "running" | "done" | "none", done: number, total: number, report: Report}} Analysis
 */

/**
 * @typedef {{name: string, title: string, values: string[], parts: string[]}} Field  of a position's text
 *
 * @typedef {object} PositionInfo
 * @property {string} text
 * @property {Rules} game
 * @property {string} key
 * @property {string} version
 * @property {number | "chance" | null} actor
 * @property {string[]} names
 * @property {Scene} scene
 * @property {Field[]} fields
 * @property {Choice[]} choices
 * @property {Record<string, Button>} buttons
 * @property {string | null} draw  if tiles are drawn next: an event that could happen
 *
 * @typedef {object} FoundMove
 * @property {string} move
 * @property {string} text
 * @property {string[][]} stages
 * @property {number} visits
 * @property {number} win
 * @property {number} margin
 * @property {string[]} line
 * @property {string} why
 *
 * @typedef {{text: string, visits: number, seconds: number, moves: FoundMove[], done: boolean}} Thoughts  about a position so far
 * @typedef {{event: string, seat: number | null, text: string, position: PositionInfo}} Played
 *
 * @typedef {object} TreeNode
 * @property {number | null} parent
 * @property {string | null} event
 * @property {number | null} seat
 * @property {string} text
 * @property {string} comment
 * @property {string} position
 * @property {boolean} variation
 *
 * @typedef {{game: Rules, names: string[], position: string | null, nodes: TreeNode[]}} Tree
 */

/**
 * @typedef {{scene: Scene, last: string[], text: string, gains: Gain[]}} LessonUpdate
 *
 * @typedef {object} LessonStep
 * @property {string} text
 * @property {string[]} look
 * @property {Scene} scene
 * @property {boolean} reset
 * @property {string | null} move
 * @property {Choice[]} choices
 * @property {Record<string, Button>} buttons
 * @property {LessonUpdate[]} updates
 *
 * @typedef {object} Lesson
 * @property {Rules} game
 * @property {string} key
 * @property {string} version
 * @property {string[]} names
 * @property {number} seat
 * @property {LessonStep[]} steps
 * @property {string} id
 * @property {string} title
 * @property {string[]} learnt
 * @property {{id: string, title: string}[]} lessons  all of the game
 */

/**
 * @typedef {{rating: number, deviation: number, n: number}} RatingInfo
 * @typedef {{name: string, title: string, n: number}} ThemeInfo
 *
 * @typedef {object} PuzzleOverview
 * @property {RatingInfo} rating
 * @property {number} tried
 * @property {number} solved
 * @property {number} total
 * @property {{game: string, board: string, title: string, n: number, themes: ThemeInfo[]}[]} boards
 * @property {ThemeInfo[]} difficulties
 *
 * @typedef {object} PuzzleInfo
 * @property {string} id
 * @property {"move" | "round"} kind
 * @property {string} theme
 * @property {string} difficulty
 * @property {number} rating
 * @property {number} moves
 * @property {number} allowed  what all moves together may lose
 * @property {string} task
 * @property {string | null} day
 * @property {boolean | null} done
 * @property {string} position
 * @property {Rules} game
 * @property {string} key
 * @property {string} version
 * @property {string[]} names
 * @property {number} seat
 * @property {Scene} scene
 * @property {Choice[]} choices
 * @property {Record<string, Button>} buttons
 *
 * @typedef {object} PuzzleAnswer
 * @property {boolean | null} solved  `null` if there are more moves to find
 * @property {number} lost
 * @property {string} best
 * @property {string[][]} stages
 * @property {Scene} scene  before the last move
 * @property {LessonUpdate[]} updates
 * @property {LessonUpdate[]} line
 * @property {string} why
 * @property {Choice[]} choices
 * @property {Record<string, Button>} buttons
 * @property {RatingInfo | null} before
 * @property {RatingInfo | null} after
 */

/**
 * @typedef {{level: string, text: string, why: string, rating: number, games: number, share: number}} Opponent
 * @typedef {{opponent: Opponent | null, game: Rules, seats: NewSeat[], lesson: {href: string, title: string} | null}} NextSteps
 */

/**
 * @typedef {object} Statistics
 * @property {string | null} name
 * @property {number} games
 * @property {number | null} wins
 * @property {number} average
 * @property {number} rounds
 * @property {{table: string, name: string, players: number, at: number, score: number}[]} best
 * @property {{level: string, above: number, even: number, below: number}[]} duels
 * @property {{games: number, luck: number, own: number, accuracy: number} | null} luck
 * @property {Record<string, string>} plots
 */

export {};
