// Made by `.venv/bin/python .ci/shapes.py` of the Python that tells these shapes: nothing here is written by hand.

declare namespace live {
  interface Hello {
    version: number;
    language: string;
    words: Record<string, string>;
    board: DrawnBoard;
    languages: Tongue[];
    colours: Record<string, string>;
  }

  interface DrawnBoard {
    title: string;
    spaces: Space[];
    chart: Chart;
  }

  interface Space {
    id: string;
    role: "trap" | "start" | "space" | "goal" | "podium" | "home" | "hole";
    label: string;
    after: string[];
    colour: string;
  }

  interface Chart {
    spots: Record<string, Spot>;
    aspect: number | null;
    title: Spot | null;
    ground: ("felt" | "lawn" | "lattice")[];
    ornaments: Ornament[];
  }

  interface Spot {
    x: number;
    y: number;
    dx: number;
    dy: number;
  }

  interface Ornament {
    shapes: Shape[];
    spaces: string[];
    spots: Spot[];
    reach: number;
    width: number;
    opening: number;
    label: Label | null;
  }

  interface Shape {
    path: string;
    paint: "water" | "depth" | "thread" | "wall" | "stone" | "brass" | "cloth" | "leaf" | "gold" | "amber" | "ink" | "livery";
  }

  interface Label {
    x: number;
    y: number;
    size: number;
    is_carved: boolean;
  }

  interface Tongue {
    code: string;
    name: string;
  }

  interface PublicView {
    page: Page;
    log: string[];
    papers: Page[];
    curves: CurveLine[];
    stage: "joining" | "playing" | "over";
    busy: string;
    is_telling: boolean;
    rule: string;
    is_asleep: boolean;
    odds: number[];
    standing: string[];
  }

  interface Page {
    title: string;
    sign: string;
    who: number | null;
    missing: number[];
    number: string;
    caption: string;
    is_draft: boolean;
    position: [number, number] | null;
    lines: string[][];
    seats: PageSeat[];
    pieces: PagePiece[];
    again: PagePiece[];
    goals: string[];
    step_s: number;
    notice: string;
    is_saved: boolean;
    keys: Record<string, string>;
    types: string[];
    bar: ["green" | "red" | "table", number] | null;
    table: (PageCards | PagePile | PageDice | PageScores)[];
    said: string[];
    said_of_keys: string[];
  }

  interface PageSeat {
    seat: number;
    name: string;
    colour: string;
    has: string;
    pair: number;
    is_in: boolean;
    sits_out: boolean;
    is_bot: boolean;
  }

  interface PagePiece {
    seat: number;
    piece: string;
    name: string;
    space: string;
    way: string[];
    mark: string | null;
    aim: string;
  }

  interface PageCards {
    kind: "cards";
    seat: number;
    name: string;
    cards: string[];
    covered: number;
  }

  interface PagePile {
    kind: "pile";
    name: string;
    count: number;
    top: string;
  }

  interface PageDice {
    kind: "dice";
    name: string;
    values: number[];
    covered: number;
  }

  interface PageScores {
    kind: "scores";
    name: string;
    columns: string[];
    rows: string[][];
  }

  interface CurveLine {
    name: string;
    stages: string[];
    counts: number[][];
  }

  interface Own {
    pair: number;
    name: string;
    colour: string;
    colour_name: string;
    sits: boolean;
    seat: number | null;
    moment: number;
    sheet: number;
    path: number[];
    secret: Page[];
    papers: QuestionForm[];
  }

  interface QuestionForm {
    means: string;
    name: string;
    kind: string;
    says: string;
    page: Page;
    rule: string;
    choices: PageChoice[];
    is_whole: boolean;
    is_secret: boolean;
    types: string[];
    least: number;
    most: number;
    otherwise: string;
    count: number;
  }

  interface PageChoice {
    at: number;
    number: string;
    caption: string;
    lines: string[][];
    pieces: PagePiece[];
    is_secret: boolean;
  }

  interface ReplyResult {
    sentence: string;
  }

  interface Reply {
    moment: number;
    path?: number[];
    sheet?: number;
    is_said?: boolean;
  }

  interface Naming {
    name: string;
  }

  interface Sitting {
    sits: boolean;
  }

  interface Owned {
    title: string;
    rules: Rule[];
    numbers: BoardNumber[];
    is_confirmed: boolean;
    duties: Task[];
    language: string;
    seats: SeatName[];
    reasons: CorrectionReason[];
    others: OtherGame[];
    game: RunningGame | null;
    may_join: boolean;
    version: string;
    update: OwnedUpdate | null;
  }

  interface Rule {
    name: string;
    values: string[][];
    chosen: number;
    presets: number[][];
  }

  interface BoardNumber {
    name: string;
    value: number;
    caption: string;
    counted: string;
    is_space: boolean;
    at: string[];
  }

  interface Task {
    duty: string;
    name: string;
    who: "table" | "box";
  }

  interface SeatName {
    pair: number;
    name: string;
    colour: string;
  }

  interface CorrectionReason {
    code: string;
    name: string;
  }

  interface OtherGame {
    title: string;
    package: string;
    version: string;
    licence: string;
    languages: string[];
    why: string;
  }

  interface RunningGame {
    moment: number;
    latest: Latest;
    can_redo: boolean;
    purses: PageSeat[];
    too_early: string;
  }

  interface Latest {
    who: string;
    what: string;
    why: string;
    more: string[];
    asks: string;
  }

  interface OwnedUpdate {
    says: string;
    may_install: boolean;
    is_busy: boolean;
  }

  interface Agree {
    order: "agree";
    chosen: number[];
  }

  interface Keep {
    order: "keep";
    values: number[];
  }

  interface AssignDuty {
    order: "assign";
    duty: string;
    who: "table" | "box";
  }

  interface Speak {
    order: "speak";
    language: string;
  }

  interface Call {
    order: "call";
    pair: number;
    name: string;
  }

  interface Back {
    order: "back";
    moment: number;
  }

  interface Again {
    order: "again";
    moment: number;
  }

  interface CorrectCoins {
    order: "correct";
    seat: number;
    amount: number;
    reason: string;
    moment: number;
  }

  interface Join {
    order: "join";
    network: WifiNetwork;
  }

  interface WifiNetwork {
    name: string;
    password: string;
  }

  interface Restore {
    order: "restore";
    ends_game: boolean;
  }

  interface Update {
    order: "update";
    installs: boolean;
  }

  interface Drawn {
    board: DrawnBoard;
    at: string[][];
  }

  interface ListedGames {
    games: PastGame[];
    more: number | null;
  }

  interface PastGame {
    number: number;
    state: "over" | "left" | "running" | "unread";
    title: string;
    began: string;
    says: string;
    seats: PageSeat[];
    link: string;
  }

  interface BroughtBackup {
    says: string;
    made: string;
    left_out: string[];
  }

  interface Replay {
    past: PastGame;
    board: DrawnBoard;
    frames: ReplayFrame[];
    chapters: Chapter[];
  }

  interface ReplayFrame {
    line: string;
    page: Record<string, unknown>;
  }

  interface Chapter {
    name: string;
    at: number;
  }

  interface Hindsight {
    curve: DrawnCurve | null;
    sentences: string[];
    players: string[][];
  }

  interface DrawnCurve {
    narrow: string;
    wide: string;
    marks: string[];
  }
}

declare namespace twin {
  interface TwinLayout {
    title: string;
    spaces: SpaceLeds[];
    seats: SeatLeds[];
    chart: Chart;
  }

  interface SpaceLeds {
    id: string;
    role: "trap" | "start" | "space" | "goal" | "podium" | "home" | "hole";
    label: string;
    leds: number[];
    after: string[];
    colour: string;
  }

  interface SeatLeds {
    pair: number;
    colour: string;
    leds: number[];
  }

  interface Chart {
    spots: Record<string, Spot>;
    aspect: number | null;
    title: Spot | null;
    ground: ("felt" | "lawn" | "lattice")[];
    ornaments: Ornament[];
  }

  interface Spot {
    x: number;
    y: number;
    dx: number;
    dy: number;
  }

  interface Ornament {
    shapes: Shape[];
    spaces: string[];
    spots: Spot[];
    reach: number;
    width: number;
    opening: number;
    label: Label | null;
  }

  interface Shape {
    path: string;
    paint: "water" | "depth" | "thread" | "wall" | "stone" | "brass" | "cloth" | "leaf" | "gold" | "amber" | "ink" | "livery";
  }

  interface Label {
    x: number;
    y: number;
    size: number;
    is_carved: boolean;
  }

  interface TwinWords {
    language: string;
    keys: Record<string, string>;
    page: Record<string, string>;
    asleep: string;
    away: string;
  }

  interface PageTouch {
    key: string;
    down: boolean;
    held_ms: number;
  }
}

declare namespace club {
  interface BoardContent {
    version: number;
    language: string;
    words: Record<string, string>;
    tables: TableEntry[];
    seasons: ShownSeason[];
    latest: EndedGame[];
    games: number;
    refused: number;
    fault: string;
  }

  interface TableEntry {
    box: string;
    is_online: boolean;
    state: TableState;
  }

  interface TableState {
    stage: "joining" | "playing" | "over";
    game: string;
    progress: string;
    title: string;
    turn: string;
    turn_seat: number | null;
    seats: Record<string, PlayerEntry>;
    winner: string;
    language: string;
  }

  interface PlayerEntry {
    name: string;
    colour: string;
    has: string;
    is_in: boolean;
  }

  interface ShownSeason {
    name: string;
    begins: string;
    ends: string;
    games: number;
    tables: RatingTable[];
  }

  interface RatingTable {
    game: string;
    rows: SeasonRow[];
  }

  interface SeasonRow {
    place: number;
    name: string;
    games: number;
    wins: number;
    rating: number;
    level: string;
  }

  interface EndedGame {
    box: string;
    title: string;
    began: string;
    came: PlayerResult[];
  }

  interface PlayerResult {
    seat: number;
    name: string;
    colour: string;
    place: number;
    has: string;
    is_guest: boolean;
    level: "random" | "easy" | "simple" | "strong" | null;
    side: number | null;
  }
}

/** What a page is told over the wire, by its kind. */
interface Messages {
    hello: live.Hello;
    table: live.PublicView;
    own: live.Own;
    told: live.ReplyResult;
    owner: live.Owned;
}

/** What the owner's page says. */
type Order = live.Agree | live.Keep | live.AssignDuty | live.Speak | live.Call | live.Back | live.Again | live.CorrectCoins | live.Join | live.Restore | live.Update;

/** The elements that have an id, by page. */
declare namespace ids {
  interface Twin {
    "title": HTMLElementTagNameMap["h1"];
    "display": HTMLElementTagNameMap["h2"];
    "reading": HTMLElementTagNameMap["div"];
    "board-title": HTMLElementTagNameMap["h2"];
    "board": SVGSVGElement;
    "lights": HTMLElementTagNameMap["div"];
    "keys-title": HTMLElementTagNameMap["h2"];
    "left": HTMLElementTagNameMap["div"];
    "glow": HTMLElementTagNameMap["canvas"];
    "oled": HTMLElementTagNameMap["canvas"];
    "notice": HTMLElementTagNameMap["p"];
    "right": HTMLElementTagNameMap["div"];
    "middle": HTMLElementTagNameMap["div"];
    "sound": HTMLElementTagNameMap["button"];
  }

  interface Table {
    "title": HTMLElementTagNameMap["h1"];
    "state": HTMLElementTagNameMap["p"];
    "voice": HTMLElementTagNameMap["details"];
    "reads": HTMLElementTagNameMap["select"];
    "open-report": HTMLElementTagNameMap["button"];
    "play": HTMLElementTagNameMap["a"];
    "board": SVGSVGElement;
    "pieces": SVGSVGElement;
    "standing": HTMLElementTagNameMap["ul"];
    "report": HTMLElementTagNameMap["section"];
    "report-title": HTMLElementTagNameMap["h2"];
    "close-report": HTMLElementTagNameMap["button"];
    "hindsight": HTMLElementTagNameMap["div"];
    "who": HTMLElementTagNameMap["p"];
    "asked": HTMLElementTagNameMap["h2"];
    "number": HTMLElementTagNameMap["p"];
    "lines": HTMLElementTagNameMap["div"];
    "items": HTMLElementTagNameMap["div"];
    "keys": HTMLElementTagNameMap["p"];
    "notice": HTMLElementTagNameMap["p"];
    "bar": HTMLElementTagNameMap["div"];
    "seats-title": HTMLElementTagNameMap["h2"];
    "seats": HTMLElementTagNameMap["ul"];
    "log-title": HTMLElementTagNameMap["h2"];
    "log": HTMLElementTagNameMap["ol"];
    "scan": HTMLElementTagNameMap["h2"];
    "address": HTMLElementTagNameMap["p"];
    "wifi": HTMLElementTagNameMap["div"];
    "wifi-told": HTMLElementTagNameMap["p"];
    "wifi-code": HTMLElementTagNameMap["img"];
    "papers-title": HTMLElementTagNameMap["h2"];
    "papers": HTMLElementTagNameMap["div"];
    "previous": HTMLElementTagNameMap["button"];
    "pause": HTMLElementTagNameMap["button"];
    "next": HTMLElementTagNameMap["button"];
    "curve-title": HTMLElementTagNameMap["h2"];
    "curve": SVGSVGElement;
    "aloud": HTMLElementTagNameMap["p"];
  }

  interface Seat {
    "me": HTMLElementTagNameMap["h1"];
    "has": HTMLElementTagNameMap["p"];
    "state": HTMLElementTagNameMap["p"];
    "film": HTMLElementTagNameMap["video"];
    "awake": HTMLElementTagNameMap["button"];
    "gate": HTMLElementTagNameMap["section"];
    "taken": HTMLElementTagNameMap["h2"];
    "who": HTMLElementTagNameMap["p"];
    "asked": HTMLElementTagNameMap["h2"];
    "number": HTMLElementTagNameMap["p"];
    "lines": HTMLElementTagNameMap["div"];
    "items": HTMLElementTagNameMap["div"];
    "news": HTMLElementTagNameMap["p"];
    "help": HTMLElementTagNameMap["details"];
    "rule": HTMLElementTagNameMap["p"];
    "sit": HTMLElementTagNameMap["section"];
    "how": HTMLElementTagNameMap["h2"];
    "join": HTMLElementTagNameMap["button"];
    "next": HTMLElementTagNameMap["p"];
    "naming": HTMLElementTagNameMap["form"];
    "name": HTMLElementTagNameMap["input"];
    "colour": HTMLElementTagNameMap["p"];
    "board": SVGSVGElement;
    "pieces": SVGSVGElement;
    "private": HTMLElementTagNameMap["section"];
    "look": HTMLElementTagNameMap["button"];
    "secrets": HTMLElementTagNameMap["div"];
    "armed": HTMLElementTagNameMap["div"];
    "dock": HTMLElementTagNameMap["div"];
    "told": HTMLElementTagNameMap["p"];
    "amount": HTMLElementTagNameMap["form"];
    "value": HTMLElementTagNameMap["input"];
    "open": HTMLElementTagNameMap["button"];
    "range": HTMLElementTagNameMap["span"];
    "keypad": HTMLElementTagNameMap["div"];
    "otherwise": HTMLElementTagNameMap["button"];
    "offer": HTMLElementTagNameMap["button"];
    "list": HTMLElementTagNameMap["div"];
    "trail": HTMLElementTagNameMap["div"];
    "up": HTMLElementTagNameMap["button"];
    "all": HTMLElementTagNameMap["button"];
    "choices": HTMLElementTagNameMap["ul"];
    "aside": HTMLElementTagNameMap["button"];
    "confirm": HTMLElementTagNameMap["button"];
    "report": HTMLElementTagNameMap["section"];
    "open-report": HTMLElementTagNameMap["button"];
    "hindsight": HTMLElementTagNameMap["div"];
    "past": HTMLElementTagNameMap["section"];
    "calls": HTMLElementTagNameMap["div"];
    "ring": HTMLElementTagNameMap["button"];
    "shake": HTMLElementTagNameMap["button"];
    "voice": HTMLElementTagNameMap["details"];
    "reads": HTMLElementTagNameMap["select"];
    "aloud": HTMLElementTagNameMap["p"];
  }

  interface Owner {
    "title": HTMLElementTagNameMap["small"];
    "state": HTMLElementTagNameMap["p"];
    "reads": HTMLElementTagNameMap["select"];
    "loading": HTMLElementTagNameMap["p"];
    "told": HTMLElementTagNameMap["p"];
    "gate": HTMLElementTagNameMap["section"];
    "taken": HTMLElementTagNameMap["h2"];
    "now": HTMLElementTagNameMap["section"];
    "now-title": HTMLElementTagNameMap["h2"];
    "no-game": HTMLElementTagNameMap["p"];
    "live": HTMLElementTagNameMap["div"];
    "live-board": SVGSVGElement;
    "live-pieces": SVGSVGElement;
    "live-says": HTMLElementTagNameMap["p"];
    "live-seats": HTMLElementTagNameMap["ul"];
    "back": HTMLElementTagNameMap["div"];
    "latest": HTMLElementTagNameMap["p"];
    "with-it": HTMLElementTagNameMap["p"];
    "more-back": HTMLElementTagNameMap["ul"];
    "asks": HTMLElementTagNameMap["p"];
    "undo": HTMLElementTagNameMap["button"];
    "redo": HTMLElementTagNameMap["button"];
    "coins": HTMLElementTagNameMap["form"];
    "too-early": HTMLElementTagNameMap["p"];
    "purse": HTMLElementTagNameMap["select"];
    "amount": HTMLElementTagNameMap["input"];
    "reason": HTMLElementTagNameMap["select"];
    "words": HTMLElementTagNameMap["input"];
    "correct": HTMLElementTagNameMap["button"];
    "next": HTMLElementTagNameMap["section"];
    "next-title": HTMLElementTagNameMap["h2"];
    "agreement": HTMLElementTagNameMap["form"];
    "printed": HTMLElementTagNameMap["p"];
    "rules": HTMLElementTagNameMap["div"];
    "duties": HTMLElementTagNameMap["div"];
    "language-title": HTMLElementTagNameMap["h3"];
    "language": HTMLElementTagNameMap["select"];
    "not-now": HTMLElementTagNameMap["p"];
    "names": HTMLElementTagNameMap["ul"];
    "home-wifi": HTMLElementTagNameMap["form"];
    "wifi-name": HTMLElementTagNameMap["input"];
    "wifi-password": HTMLElementTagNameMap["input"];
    "from-others": HTMLElementTagNameMap["div"];
    "others": HTMLElementTagNameMap["ul"];
    "wifi": HTMLElementTagNameMap["div"];
    "wifi-code": HTMLElementTagNameMap["img"];
    "wifi-told": HTMLElementTagNameMap["p"];
    "address": HTMLElementTagNameMap["p"];
    "check": HTMLElementTagNameMap["section"];
    "check-title": HTMLElementTagNameMap["h2"];
    "board": SVGSVGElement;
    "marks": SVGSVGElement;
    "numbers": HTMLElementTagNameMap["form"];
    "measure": HTMLElementTagNameMap["h3"];
    "counted": HTMLElementTagNameMap["p"];
    "number": HTMLElementTagNameMap["input"];
    "previous": HTMLElementTagNameMap["button"];
    "position": HTMLElementTagNameMap["output"];
    "following": HTMLElementTagNameMap["button"];
    "unfit": HTMLElementTagNameMap["p"];
    "keep-board": HTMLElementTagNameMap["button"];
    "anew": HTMLElementTagNameMap["p"];
    "sure": HTMLElementTagNameMap["div"];
    "sure-of": HTMLElementTagNameMap["h3"];
    "looked-at": HTMLElementTagNameMap["p"];
    "own-board": HTMLElementTagNameMap["p"];
    "differences": HTMLElementTagNameMap["ul"];
    "not-yet": HTMLElementTagNameMap["button"];
    "keep-anyway": HTMLElementTagNameMap["button"];
    "no-numbers": HTMLElementTagNameMap["p"];
    "games": HTMLElementTagNameMap["section"];
    "games-title": HTMLElementTagNameMap["h2"];
    "replay": HTMLElementTagNameMap["div"];
    "replayed": HTMLElementTagNameMap["h3"];
    "close": HTMLElementTagNameMap["button"];
    "past-board": SVGSVGElement;
    "past-pieces": SVGSVGElement;
    "chapter": HTMLElementTagNameMap["select"];
    "first": HTMLElementTagNameMap["button"];
    "one-back": HTMLElementTagNameMap["button"];
    "step": HTMLElementTagNameMap["input"];
    "one-on": HTMLElementTagNameMap["button"];
    "last": HTMLElementTagNameMap["button"];
    "line": HTMLElementTagNameMap["p"];
    "says": HTMLElementTagNameMap["p"];
    "past-seats": HTMLElementTagNameMap["ul"];
    "report": HTMLElementTagNameMap["div"];
    "reported": HTMLElementTagNameMap["h3"];
    "close-report": HTMLElementTagNameMap["button"];
    "hindsight": HTMLElementTagNameMap["div"];
    "share": HTMLElementTagNameMap["div"];
    "shared": HTMLElementTagNameMap["h3"];
    "close-share": HTMLElementTagNameMap["button"];
    "share-code": HTMLElementTagNameMap["img"];
    "share-link": HTMLElementTagNameMap["a"];
    "listing": HTMLElementTagNameMap["p"];
    "no-games": HTMLElementTagNameMap["p"];
    "list": HTMLElementTagNameMap["ul"];
    "more": HTMLElementTagNameMap["button"];
    "backup": HTMLElementTagNameMap["button"];
    "update": HTMLElementTagNameMap["div"];
    "update-says": HTMLElementTagNameMap["p"];
    "look": HTMLElementTagNameMap["button"];
    "install": HTMLElementTagNameMap["button"];
    "backup-file": HTMLElementTagNameMap["input"];
    "restore-sure": HTMLElementTagNameMap["div"];
    "restore-what": HTMLElementTagNameMap["h3"];
    "restore-left-out": HTMLElementTagNameMap["ul"];
    "restore-game": HTMLElementTagNameMap["p"];
    "restore-not": HTMLElementTagNameMap["button"];
    "restore-now": HTMLElementTagNameMap["button"];
    "bundle": HTMLElementTagNameMap["button"];
    "version": HTMLElementTagNameMap["p"];
  }

  interface Enter {
    "form": HTMLElementTagNameMap["form"];
    "code": HTMLElementTagNameMap["input"];
    "said": HTMLElementTagNameMap["p"];
    "reads": HTMLElementTagNameMap["select"];
  }

  interface Club {
    "state": HTMLElementTagNameMap["p"];
    "tables-title": HTMLElementTagNameMap["span"];
    "part": HTMLElementTagNameMap["small"];
    "tables": HTMLElementTagNameMap["ul"];
    "no-tables": HTMLElementTagNameMap["p"];
    "season-title": HTMLElementTagNameMap["h2"];
    "print": HTMLElementTagNameMap["button"];
    "days": HTMLElementTagNameMap["p"];
    "seasons": HTMLElementTagNameMap["nav"];
    "standings": HTMLElementTagNameMap["div"];
    "season": HTMLElementTagNameMap["div"];
    "no-games": HTMLElementTagNameMap["p"];
    "latest-title": HTMLElementTagNameMap["h2"];
    "latest": HTMLElementTagNameMap["ol"];
    "refused": HTMLElementTagNameMap["p"];
  }
}

/** What a page says, by what it calls the place. */
type Said = Record<string, string>;

/** Finds an element of a page. */
type At<Ids> = <Id extends keyof Ids>(id: Id) => Ids[Id];
