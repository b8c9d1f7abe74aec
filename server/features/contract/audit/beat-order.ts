import { contractNamed } from '../../../../shared/contract-symbol.js';
import { instantOf } from '../../../market/book-market.js';
import type { BookFact } from '../../../trading/venue/book.facts.js';

/** How far the market of one contract has come, as its events tell. */
interface Reached {
  /** The last beat that reached the orders. */
  decided: number;
  /** The last beat whose liquidations were begun. */
  stepped: number;
  /** When the last funding was due. */
  fundedTo: number;
}

const text = (at: number): string => new Date(at).toISOString();

/** Within a beat of a contract: funding and delivery that are due, then liquidations, then the market reaches the orders. */
export class BeatOrder {
  private readonly contracts = new Map<string, Reached>();

  /** `isOpen`: whether users have lots open. */
  book(symbol: string, { type, data }: BookFact, at: number, isOpen: boolean): string | undefined {
    const deliversAt = contractNamed(symbol)?.deliversAt ?? Infinity;
    if (type === 'OrderAccepted' && at >= deliversAt) return `an order was accepted after the delivery`;
    if (type !== 'BeatDecided') return undefined;
    const reached = this.of(symbol);
    const { beat, step } = data;
    if (step !== undefined) {
      const problem = this.step(symbol, beat);
      reached.stepped = Math.max(reached.stepped, beat);
      return problem;
    }
    const before = reached.decided;
    reached.decided = Math.max(before, beat);
    if (beat <= before) return `beat ${beat} was decided after ${before}`;
    if (beat < reached.stepped) return `beat ${beat} was decided after the liquidations of ${reached.stepped}`;
    if (instantOf(beat) >= deliversAt && isOpen) return `beat ${beat} reached the orders before the delivery`;
    return undefined;
  }

  /** A liquidation, or a warning, by the mark of a beat. */
  step(symbol: string, beat: number): string | undefined {
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
    if (reached === undefined) this.contracts.set(symbol, (reached = { decided: 0, stepped: 0, fundedTo: -Infinity }));
    return reached;
  }
}
