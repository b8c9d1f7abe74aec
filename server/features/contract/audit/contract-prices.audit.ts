import { contractNamed } from '../../../../shared/contract-symbol.js';
import { amount, format, portion } from '../../../../shared/money.js';
import type { RecordedEvent } from '../../../core/event.js';
import type { EffectiveAction, PriceAudit, PricedFact, PublicPrices } from '../../../core/price-audit.js';
import { instantOf } from '../../../market/book-market.js';
import type { OrderMatched } from '../../../trading/venue/book.facts.js';
import { factOf, MARKET_ACTOR, traceOf, type BookState } from '../../../trading/venue/book.state.js';
import { contractKind } from '../contract.product.js';
import type { ContractFunded, FundingEvent } from '../funding/funding.events.js';
import { fundingKind } from '../funding/funding.state.js';
import type { PositionEvent } from '../position/position.events.js';
import { positionKind } from '../position/position.state.js';
import { ActionOrder } from './action-order.js';

/**
 * Every price that contracts were decided by, again from revealed seeds: marks of orders, warnings, liquidations and deleveraging, rate,
 * premium and mark of each funding, settlements, and the dividends and ratios that positions were given, before all else of their day.
 */
export const contractPriceAudit: PriceAudit = {
  what: 'contract',
  begin: () => new ContractPrices(),
};

/** An order is sent a moment before it is decided. */
const SENT_BEFORE_MS = 60_000;

/** Who trades by a command; what the market reaches is judged by the instant of its beat. */
const USERS = 'user:';

class ContractPrices {
  private readonly books = new Map<string, BookState>();
  private readonly fundedTo = new Map<string, number>();
  /** Of each contract since when users had had lots open before its newest order; `null` where that went before beats that waited. */
  private readonly openBefore = new Map<string, number | null>();
  private readonly actions = new ActionOrder();

  take(event: RecordedEvent): PricedFact | undefined {
    const { stream } = event;
    if (stream.startsWith(`${contractKind.name}-`)) return this.ofBook(event);
    if (stream.startsWith(`${fundingKind.name}-`)) return this.ofFunding(event as FundingEvent);
    if (!stream.startsWith(`${positionKind.name}-`)) return undefined;
    return this.ofPosition(event as PositionEvent) ?? this.closed(event as PositionEvent);
  }

  private ofBook(event: RecordedEvent): PricedFact | undefined {
    const symbol = event.stream.slice(contractKind.name.length + 1);
    const before = this.bookOf(symbol);
    const [fact, trace] = [factOf(contractKind.product, event), traceOf(before)];
    const due =
      fact.type === 'BeatDecided' ? this.unfunded(symbol, before.openSince, instantOf(fact.data.beat)) : undefined;
    this.books.set(symbol, contractKind.evolve(before, event));
    if (due !== undefined) return due;
    if (fact.type === 'OrderMatched') return this.matched(fact.data, event, before);
    if (fact.type === 'OrdersSplit') this.actions.begin(symbol, fact.data.actionId);
    if (fact.type !== 'OrderAccepted') return undefined;
    const { orderId, margin } = fact.data.order;
    this.openBefore.set(symbol, fact.data.decidedTo === undefined ? before.openSince : null);
    if (margin === undefined) return undefined;
    const { at } = event;
    return {
      symbol,
      reachedAt: at,
      found: `${orderId} by the mark ${margin.markTicks}`,
      expected: ({ book, tick }) => `${orderId} by the mark ${amount(book.markAt(at, trace)) / tick}`,
    };
  }

  /** What the market reaches is reached at the instant of its beat. */
  private matched(
    { symbol, tradeId, beat: named }: Traded,
    { actor, at }: Pick<RecordedEvent, 'actor' | 'at'>,
    { openSince, beat, steppedTo }: Pick<BookState, 'openSince' | 'beat' | 'steppedTo'>,
  ): PricedFact | undefined {
    if (actor.startsWith(USERS)) return this.actions.before({ ...traded({ symbol, tradeId }, at), openSince });
    if (actor !== MARKET_ACTOR) return undefined;
    const reached = Math.max(beat, steppedTo);
    const [found, expected] = [`trade ${tradeId} in beat ${named ?? reached}`, `trade ${tradeId} in beat ${reached}`];
    return this.actions.before({ symbol, reachedAt: instantOf(reached), found, expected: () => expected, openSince });
  }

  private ofFunding(event: FundingEvent): PricedFact | undefined {
    const { type, data } = event;
    if (type === 'ContractFunded') return this.funded(data);
    if (type === 'ContractSettled') return settled(data, event.at);
    return undefined;
  }

  /** The next that is due, so that none is left out. */
  private funded({ symbol, dueAt, rate, premium, markPrice }: ContractFunded): PricedFact {
    const book = this.bookOf(symbol);
    const fromMs = Math.max(this.fundedTo.get(symbol) ?? 0, book.openSince ?? 0);
    this.fundedTo.set(symbol, dueAt);
    const trace = traceOf(book);
    return {
      symbol,
      reachedAt: dueAt,
      found: fundingText(dueAt, rate, premium, markPrice),
      expected: (prices) => {
        const [due] = prices.book.fundings({ fromMs, toMs: dueAt }, trace);
        if (due === undefined) return 'no funding';
        return fundingText(due.at, format(due.rate), format(due.premium), format(due.mark));
      },
    };
  }

  /** A beat, or an order that closes, comes after every funding that was due by then, whether another follows or not. */
  private unfunded(symbol: string, openSince: number | null, toMs: number): PricedFact | undefined {
    if (openSince === null || contractNamed(symbol)?.deliversAt !== null) return undefined;
    const [fromMs, trace] = [Math.max(this.fundedTo.get(symbol) ?? 0, openSince), traceOf(this.bookOf(symbol))];
    if (toMs <= fromMs) return undefined;
    const none = `every funding until ${new Date(toMs).toISOString()}`;
    return {
      symbol,
      reachedAt: toMs,
      found: none,
      expected: ({ book }) => {
        const [due] = book.fundings({ fromMs, toMs }, trace);
        return due === undefined ? none : `before it the funding of ${new Date(due.at).toISOString()}`;
      },
    };
  }

  private closed({ type, data, at, actor }: PositionEvent): PricedFact | undefined {
    if (type !== 'PositionReduced' && type !== 'PositionClosed') return undefined;
    const { symbol, cause } = data;
    if (cause !== 'order' || actor === MARKET_ACTOR) return undefined;
    return this.unfunded(symbol, this.openBefore.get(symbol) ?? null, at - SENT_BEFORE_MS);
  }

  private ofPosition({ type, data, at }: PositionEvent): PricedFact | undefined {
    switch (type) {
      case 'PositionLiquidated':
      case 'PositionDeleveraged':
      case 'PositionWarned':
      case 'PositionGapWarned':
        return this.marked(data);
      case 'PositionBracketsWarned':
        // Its owner may add margin while the market is shut, so they hear of it then too.
        return this.marked(data, true);
      case 'PositionReduced':
      case 'PositionClosed':
        if (data.cause === 'split') return splitPrice(data, at);
        if (data.cause === 'account-end') return this.ended(data, at);
        return data.cause === 'delivery' || data.cause === 'delisting' || data.cause === 'settlement'
          ? settled({ ...data, cause: data.cause }, at)
          : undefined;
      case 'PositionDividend':
        this.actions.begin(data.symbol, data.actionId);
        return ofAction(data, at, `${data.actionId} of ${data.perShare}`, ({ perShare }) => `of ${perShare}`);
      case 'PositionSplit': {
        this.actions.begin(data.symbol, data.actionId);
        const found = `${data.actionId} ${data.newShares} for ${data.oldShares}`;
        return ofAction(data, at, found, ({ newShares, oldShares }) => `${newShares} for ${oldShares}`);
      }
      default:
        return undefined;
    }
  }

  private marked({ symbol, beat, markPrice, ownerId, side }: Marked, isAlsoShut = false): PricedFact {
    const book = this.bookOf(symbol);
    const [{ openSince }, trace, reachedAt] = [book, traceOf(book), instantOf(beat)];
    const what = `the ${side} position of ${ownerId} by the mark`;
    return this.actions.before({
      symbol,
      reachedAt,
      openSince,
      found: `${what} ${markPrice}`,
      expected: (prices) =>
        isAlsoShut || prices.book.isOpen(reachedAt)
          ? `${what} ${prices.book.markAt(reachedAt, trace)}`
          : 'no mark while the market is shut',
    });
  }

  /** An account that ends closes at the mark price of that instant, the market open or not. */
  private ended({ symbol, ownerId, side, price }: Ended, at: number): PricedFact {
    const trace = traceOf(this.bookOf(symbol));
    const what = `the ${side} position of ${ownerId} ended by the mark`;
    const expected = ({ book }: PublicPrices): string => `${what} ${book.markAt(at, trace)}`;
    return { symbol, reachedAt: at, found: `${what} ${price}`, expected };
  }

  private bookOf(symbol: string): BookState {
    return this.books.get(symbol) ?? contractKind.initial(symbol);
  }
}

type Traded = Pick<OrderMatched, 'symbol' | 'tradeId' | 'beat'>;

/** A halt reaches the books a moment after it is decided. */
function traded({ symbol, tradeId }: Traded, at: number): PricedFact {
  const found = `trade ${tradeId} while the market was open`;
  return {
    symbol,
    reachedAt: at,
    found,
    expected: ({ book, isHalted }) => {
      if (!book.isOpen(at)) return `no trade ${tradeId} while the market is shut`;
      const isHeld = isHalted(symbol, at) && isHalted(symbol, at - SENT_BEFORE_MS);
      return isHeld ? `no trade ${tradeId} while the contract is halted` : found;
    },
  };
}

interface Marked {
  readonly symbol: string;
  readonly ownerId: string;
  readonly side: string;
  readonly beat: number;
  readonly markPrice: string;
}

interface Ended extends Omit<Marked, 'beat' | 'markPrice'> {
  readonly price: string;
}

interface Settled {
  readonly symbol: string;
  readonly cause: 'delivery' | 'delisting' | 'settlement';
  readonly price: string;
}

function settled({ symbol, cause, price }: Settled, at: number): PricedFact {
  const reachedAt = contractNamed(symbol)?.deliversAt ?? at;
  const expected = ({ book, actions, haltedAt }: PublicPrices): string | undefined => {
    if (cause === 'delisting') return actions.findLast(({ kind }) => kind === 'delisting')?.openPrice;
    const averagedTo = cause === 'delivery' ? reachedAt : haltedAt(symbol);
    const found = averagedTo === undefined ? undefined : book.settlementAt(averagedTo);
    return found === undefined ? undefined : format(found);
  };
  return {
    symbol,
    reachedAt: cause === 'delivery' ? reachedAt : at,
    found: `${cause} at ${price}`,
    expected: (prices) => `${cause} at ${expected(prices) ?? 'no price'}`,
  };
}

/** Lots that make no whole one left at what the new share is worth, counted in old ones. */
function splitPrice({ symbol, price }: Pick<Settled, 'symbol' | 'price'>, at: number): PricedFact {
  return {
    symbol,
    reachedAt: at,
    found: `split at ${price}`,
    expected: ({ actions }) => {
      const found = actions.findLast(({ kind }) => kind === 'split');
      if (found === undefined) return 'no split';
      const { openPrice, newShares, oldShares } = found;
      return `split at ${format(portion(amount(openPrice), BigInt(newShares ?? 0), BigInt(oldShares ?? 1), 'half-even'))}`;
    },
  };
}

function ofAction(
  { symbol, actionId }: { readonly symbol: string; readonly actionId: string },
  at: number,
  found: string,
  textOf: (action: EffectiveAction) => string,
): PricedFact {
  return {
    symbol,
    reachedAt: at,
    found,
    expected: ({ actions }) => {
      const action = actions.find((each) => each.actionId === actionId);
      return action === undefined ? 'no such action' : `${actionId} ${textOf(action)}`;
    },
  };
}

const fundingText = (at: number, rate: string, premium: string, mark: string): string =>
  `${new Date(at).toISOString()} rate ${rate} premium ${premium} mark ${mark}`;
