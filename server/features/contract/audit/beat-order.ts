import { contractNamed } from '../../../../shared/contract-symbol.js';
import { instantOf } from '../../../market/book-market.js';
import type { BookFact } from '../../../trading/venue/book.facts.js';
import { MARKET_ACTOR } from '../../../trading/venue/book.state.js';

/** How far the market of one contract has come, as its events tell. */
interface Reached {
  /** The last beat that reached the orders. */
  decided: number;
  /** The last beat whose liquidations were begun. */
  stepped: number;
  /** When the last funding was due. */
  fundedTo: number;
  /** The newest order that came when every beat until then was decided. */
  met: Met;
  /** By what the market judged positions last, as long as users left nothing else in the book. */
  mark: { readonly beat: number; readonly price: string } | undefined;
}

/** An order of an instant: no beat of before `until` comes after it. */
interface Met {
  readonly at: number;
  readonly until: number;
}

/** A fact of a book, and what stands around it. */
interface Told {
  readonly at: number;
  readonly actor: string;
  /** Whether users have lots open. */
  readonly isOpen: boolean;
  /** Whether its instant is that of its command, and not of events before it that had a later one. */
  readonly isExact: boolean;
}

/** A step of a beat that judges a position. */
interface Step {
  readonly beat: number;
  readonly markPrice: string;
}

/** An order is sent when the beats until then are decided, and is decided a moment later. */
const SENT_BEFORE_MS = 60_000;
/** An order whose instant is its own has looked for beats that are due only just before it. */
const LOOKED_BEFORE_MS = 1_000;

/** Facts of a book by which the mark price of one instant becomes another. */
const MOVING: ReadonlySet<BookFact['type']> = new Set(['OrderMatched', 'ImpactRecorded', 'OrdersSplit', 'BookOpened']);

/** Facts of a book that the market brings about only in a beat. */
const IN_BEATS: ReadonlySet<BookFact['type']> = new Set([
  'OrderMatched',
  'OrderTriggered',
  'OrderTrailed',
  'AuctionEnded',
  'LastTradeMoved',
]);

const text = (at: number): string => new Date(at).toISOString();

/**
 * Within a beat of a contract: funding and delivery that are due, then liquidations, all by one mark, then the market reaches the orders:
 * crossings and tape, then triggers, then trailing. Users' orders come after the beats until their instant, and none between two steps of one.
 */
export class BeatOrder {
  private readonly contracts = new Map<string, Reached>();
  /** What of a beat a command has come to, by the contract. */
  private readonly within = new Map<string, BookFact['type']>();

  book(symbol: string, fact: BookFact, told: Told): string | undefined {
    const deliversAt = contractNamed(symbol)?.deliversAt ?? Infinity;
    const { type, data } = fact;
    if (MOVING.has(type)) this.of(symbol).mark = undefined;
    if (type === 'OrderAccepted' && told.at >= deliversAt) return `an order was accepted after the delivery`;
    if (type !== 'BeatDecided')
      return told.actor === MARKET_ACTOR ? this.inBeat(symbol, fact) : this.ordered(symbol, fact, told);
    this.within.set(symbol, type);
    const { beat, step } = data;
    if (step === undefined) return this.overtaken(symbol, beat) ?? this.decided(symbol, beat, told.isOpen, deliversAt);
    const reached = this.of(symbol);
    const problem = this.overtaken(symbol, beat) ?? this.begun(symbol, beat);
    reached.stepped = Math.max(reached.stepped, beat);
    return problem;
  }

  private decided(symbol: string, beat: number, isOpen: boolean, deliversAt: number): string | undefined {
    const reached = this.of(symbol);
    const before = reached.decided;
    reached.decided = Math.max(before, beat);
    if (beat <= before) return `beat ${beat} was decided after ${before}`;
    if (beat < reached.stepped) return `beat ${beat} was decided after the liquidations of ${reached.stepped}`;
    if (instantOf(beat) >= deliversAt && isOpen) return `beat ${beat} reached the orders before the delivery`;
    return undefined;
  }

  /** Once a command is over. */
  end(): void {
    this.within.clear();
  }

  /** A beat that an order had to come after. */
  private overtaken(symbol: string, beat: number): string | undefined {
    const { at, until } = this.of(symbol).met;
    return instantOf(beat) < until ? `beat ${beat} was decided after an order of ${text(at)}` : undefined;
  }

  private ordered(symbol: string, { type, data }: BookFact, { at, isExact }: Told): string | undefined {
    if (type !== 'OrderAccepted' && (type !== 'OrderAmended' || data.byFill)) return undefined;
    const reached = this.of(symbol);
    const decidedTo = 'decidedTo' in data ? data.decidedTo : undefined;
    if (decidedTo === undefined) {
      const until = at - (isExact ? LOOKED_BEFORE_MS : SENT_BEFORE_MS);
      if (until > reached.met.until) reached.met = { at, until };
    } else if (decidedTo < reached.decided || instantOf(decidedTo) > at)
      return `an order of ${text(at)} says that beat ${decidedTo} was the last, and ${reached.decided} was`;
    return undefined;
  }

  /** Crossings and tape come before what they trigger, and trailing stops follow when all else is done. */
  private inBeat(symbol: string, { type }: BookFact): string | undefined {
    const before = this.within.get(symbol);
    if (type === 'BeatsMissed') this.within.set(symbol, type);
    if (!IN_BEATS.has(type)) return undefined;
    if (before === undefined) return `${type} belongs to no beat`;
    if (before === 'OrderTrailed' && type !== 'OrderTrailed') return `${type} came after trailing stops had followed`;
    if (before === 'OrderTriggered' && type === 'LastTradeMoved') return `the tape came after what it triggered`;
    if (type === 'OrderTriggered' || type === 'OrderTrailed') this.within.set(symbol, type);
    return undefined;
  }

  /** A liquidation, or a warning, by the mark of a beat. */
  step(symbol: string, { beat, markPrice }: Step): string | undefined {
    const reached = this.of(symbol);
    const known = reached.mark;
    reached.mark = { beat, price: markPrice };
    const problem = this.overtaken(symbol, beat) ?? this.begun(symbol, beat);
    if (problem !== undefined || known?.beat !== beat || known.price === markPrice) return problem;
    return `beat ${beat} had the mark ${known.price}, and nobody traded since`;
  }

  private begun(symbol: string, beat: number): string | undefined {
    const { decided, stepped, fundedTo } = this.of(symbol);
    if (beat <= decided) return `beat ${beat} had reached the orders before`;
    if (instantOf(beat) < fundedTo) return `beat ${beat} came after the funding of ${text(fundedTo)}`;
    if (beat < stepped) return `beat ${beat} came after the liquidations of ${stepped}`;
    const deliversAt = contractNamed(symbol)?.deliversAt ?? Infinity;
    return instantOf(beat) >= deliversAt ? `beat ${beat} is after the delivery` : undefined;
  }

  funding(symbol: string, dueAt: number, at: number): string | undefined {
    const reached = this.of(symbol);
    const { decided, stepped, fundedTo } = reached;
    reached.fundedTo = Math.max(fundedTo, dueAt);
    if (dueAt > at) return `the funding of ${text(dueAt)} came before it was due`;
    if (dueAt <= fundedTo) return `the funding of ${text(dueAt)} came after that of ${text(fundedTo)}`;
    const beat = Math.max(decided, stepped);
    return instantOf(beat) >= dueAt ? `the funding of ${text(dueAt)} came after beat ${beat}` : undefined;
  }

  private of(symbol: string): Reached {
    let reached = this.contracts.get(symbol);
    if (reached === undefined) this.contracts.set(symbol, (reached = nothingReached()));
    return reached;
  }
}

const nothingReached = (): Reached => ({
  decided: 0,
  stepped: 0,
  fundedTo: -Infinity,
  met: { at: 0, until: 0 },
  mark: undefined,
});
