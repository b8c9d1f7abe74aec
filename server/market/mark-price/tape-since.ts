import type { TapeTrade } from '../simulator/tape.js';

/** Reads the tape of an instrument, from an instant (included) to another. */
type TapeOf = (symbol: string, fromMs: number, toMs: number) => readonly TapeTrade[];

/** How far the tape after a trade was searched, and where it printed first. */
interface Search {
  readonly fromMs: number;
  searchedTo: number;
  printedAt: number | undefined;
}

/** One for each realm, and two more for trades that readers of the past ask about. */
const SEARCHES_MAX = 4;
/** A tape that prints at all prints within a few seconds, mostly. */
const STEP_MS = 5_000;

/** Whether the tape has printed since a trade. Each stretch is looked through once; what it answers depends on nothing else. */
export class TapeSince {
  private readonly searches = new Map<string, Search[]>();

  constructor(private readonly tape: TapeOf) {}

  hasPrinted(symbol: string, fromMs: number, toMs: number): boolean {
    const search = this.searchOf(symbol, fromMs);
    while (search.printedAt === undefined && search.searchedTo < toMs) {
      const to = Math.min(toMs, search.searchedTo + STEP_MS);
      search.printedAt = this.tape(symbol, search.searchedTo, to)[0]?.at;
      search.searchedTo = to;
    }
    return search.printedAt !== undefined && search.printedAt < toMs;
  }

  private searchOf(symbol: string, fromMs: number): Search {
    const known = this.searches.get(symbol) ?? [];
    const found = known.find((search) => search.fromMs === fromMs);
    if (found !== undefined) return found;
    const made: Search = { fromMs, searchedTo: fromMs, printedAt: undefined };
    this.searches.set(symbol, [made, ...known.slice(0, SEARCHES_MAX - 1)]);
    return made;
  }
}
