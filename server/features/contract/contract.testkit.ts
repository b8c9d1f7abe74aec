import type { ProtectionField } from '../../../contracts/contract.contract.js';
import type { OrderType } from '../../../shared/order-type.js';
import { decider, funds, openGate } from '../../engine/writer/decider.testkit.js';
import type { NewEvent } from '../../core/event.js';
import { refuse } from '../../core/refusal.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import type { BookMarket, BookTerms, MarketBeat } from '../../market/book-market.js';
import type { Liquidity, PositionSide, PriceRange, StopTrigger } from '../../trading/matching/book.js';
import type { MarginPolicy, PlaceOrder } from '../../trading/venue/order.commands.js';
import { contractHandlers } from './contract.handler.js';
import { contractKind } from './contract.product.js';
import { fundingKind } from './funding/funding.state.js';
import type { Judged, LiquidatePosition } from './liquidation/liquidation.commands.js';
import { gapOrderHandlers } from './liquidation/gap-orders.handler.js';
import { liquidationHandlers } from './liquidation/liquidation.handler.js';
import type { LiquidationTerms } from './liquidation/liquidation.terms.js';

/** A contract on BTC as specs trade it: ticks of 0.01 USDT, lots of 0.001, agents 1% away from a mark price of 100. */
export const SYMBOL = 'BTCUSDT-PERP';
export const TERMS: BookTerms = {
  spec: {
    symbol: SYMBOL,
    version: 1,
    base: 'BTC',
    quote: 'USDT',
    tickSize: '0.01',
    lotSize: '0.001',
    baseDecimals: 8,
    quoteDecimals: 8,
  },
  limits: { minQuantity: '0.001', maxQuantity: '9000', minNotional: '0.01', maxNotional: '1000000' },
};
const POLICY = { name: 'contract.rules', version: 1, limitBandLow: '0.2', limitBandHigh: '5', marketBand: '0.05' };
export const FEES = {
  maker: '0.0002',
  taker: '0.0005',
  tier: 0,
  volume: '0',
  day: '1970-01-01',
  policy: 'contract.fees',
  policyVersion: 1,
};
export const MARGIN: MarginPolicy = {
  policy: { name: 'contract.crypto', version: 1 },
  brackets: [
    { to: '5000', leverageMax: 100, rate: '0.004' },
    { to: '20000', leverageMax: 50, rate: '0.01' },
    { to: '100000', leverageMax: 10, rate: '0.04' },
  ],
  coming: [],
  gap: null,
  openInterestMax: 1_000_000,
  owners: { share: '0.25', policy: { name: 'contract.rules', version: 1 } },
  takerRate: '0.0005',
  quizFrom: 20,
  cap: null,
};

/** The agents' market at a mark price in ticks of 0.01, which specs move. */
export class PerpetualMarket implements BookMarket {
  mark = 10_000;
  /** The index and the last price, where they are not the mark. */
  index: number | undefined;
  last: number | undefined;
  /** How far the agents' quotes are from the mark, in ticks. */
  away = 100;
  depth = 100_000;
  isOpen = true;
  phase: 'continuous' | 'call' = 'continuous';

  in() {
    return this;
  }
  terms() {
    return TERMS;
  }
  private get quotes(): Liquidity {
    const { mark, away, depth } = this;
    if (depth === 0) return { bids: [], asks: [] };
    return { bids: [[mark - away, depth]], asks: [[mark + away, depth]] };
  }
  moment() {
    const { mark, index = mark, last = mark, phase } = this;
    if (!this.isOpen) return refuse('market.closed', { symbol: SYMBOL, opensAt: 0 });
    return {
      referenceTicks: mark,
      lastTicks: last,
      indexTicks: index,
      markTicks: mark,
      liquidity: this.quotes,
      phase,
    } as const;
  }
  /** The mark since the beat before; agents trade with nobody else. */
  range: PriceRange | null = null;
  beat(): MarketBeat {
    const { quotes: liquidity, range, mark, index = mark, last = mark } = this;
    const traded = { lowTicks: last, highTicks: last, lastTicks: last };
    return {
      liquidity,
      traded: this.last === undefined ? null : traded,
      noiseTakers: [],
      index: this.index === undefined ? range : { lowTicks: index, highTicks: index },
      mark: range,
      opening: false,
      closing: false,
    };
  }
  hours() {
    return { open: true, phase: 'open' } as const;
  }
  impactAfter() {
    return undefined;
  }
}

export const people = ['ann', 'bob', 'cid'];
export const ownerOf = (person: string): string => `demo-${person}.1`;

/** A world in which each has 1,000 USDT in the contract space. */
export function world(market: BookMarket = new PerpetualMarket(), principal = new OpenPrincipal([])) {
  const { given } = decider({
    realm: 'demo',
    kind: contractKind,
    id: SYMBOL,
    others: [fundingKind],
    handlers: [
      ...contractHandlers({ market, gate: openGate, principal }),
      ...gapOrderHandlers(),
      ...liquidationHandlers(market),
    ],
  });
  return given(...people.map((person) => funds(ownerOf(person), 'USDT', '1000', 'contract')));
}
export type World = ReturnType<typeof world>;

interface Wanted {
  /** A trailing stop that watches the mark. */
  readonly callback?: string;
  readonly positionSide?: PositionSide;
  readonly reduceOnly?: boolean;
  readonly market?: true;
  readonly margin?: Partial<MarginPolicy>;
  readonly orderId?: string;
  /** Makes a stop of it, or a take-profit: with a price of its own one that then rests. */
  readonly stopPrice?: string;
  readonly takesProfit?: true;
  readonly trigger?: StopTrigger;
  readonly attached?: string;
  readonly attachedTrigger?: StopTrigger;
}

const kindOf = ({ market, stopPrice, takesProfit, callback }: Wanted): OrderType => {
  if (callback !== undefined) return 'trailing-stop';
  if (stopPrice === undefined) return market ? 'market' : 'limit';
  const kind = takesProfit ? 'take-profit' : 'stop';
  return market ? kind : `${kind}-limit`;
};

const named = (person: string) => ({ symbol: SYMBOL, userId: `demo-${person}`, ownerId: ownerOf(person) });

let orders = 0;
export function order(person: string, side: 'buy' | 'sell', quantity: string, price: string, wanted: Wanted = {}) {
  const { positionSide = side === 'buy' ? 'long' : 'short', reduceOnly = false, margin } = wanted;
  const data: PlaceOrder = {
    ...TERMS,
    ...named(person),
    policy: POLICY,
    fees: FEES,
    margin: { ...MARGIN, ...margin },
    orderId: wanted.orderId ?? `o-${(orders += 1)}`,
    side,
    kind: kindOf(wanted),
    quantity,
    ...(wanted.market || wanted.callback ? {} : { price }),
    ...(wanted.callback && { callback: wanted.callback, trigger: 'mark' }),
    ...(wanted.stopPrice && { stopPrice: wanted.stopPrice, trigger: wanted.trigger ?? 'mark' }),
    ...(wanted.attached && { attached: wanted.attached, attachedTrigger: wanted.attachedTrigger }),
    postOnly: false,
    selfTrade: 'cancel-taker',
    clientOrderId: null,
    positionSide,
    reduceOnly,
  };
  return { type: 'PlaceContractOrder', data };
}

export function amend(
  person: string,
  orderId: string,
  change: { price?: string; stopPrice?: string; quantity?: string; attached?: string; attachedTrigger?: StopTrigger },
) {
  const terms = { ...TERMS, policy: POLICY, fees: FEES, margin: MARGIN };
  return { type: 'AmendContractOrder', data: { ...named(person), ...terms, orderId, ...change } };
}

export const leverage = (person: string, chosen: number, gap: MarginPolicy['gap'] = null) => ({
  type: 'SetContractLeverage',
  data: { ...named(person), leverage: chosen, margin: { ...MARGIN, gap } },
});

export const quiz = (person: string, answers: readonly number[] = [2, 3, 1, 2, 3]) => ({
  type: 'PassLeverageQuiz',
  data: { userId: `demo-${person}`, ownerId: ownerOf(person), answers },
});

export const mode = (person: string, chosen: 'hedge' | 'one-way') => ({
  type: 'SetPositionMode',
  data: { ...named(person), mode: chosen },
});

export const margin = (person: string, side: 'long' | 'short', amount: string, gap: MarginPolicy['gap'] = null) => ({
  type: 'AdjustPositionMargin',
  data: { ...named(person), side, amount, margin: { ...MARGIN, gap } },
});

interface Protected {
  readonly takeProfit?: string;
  readonly stopLoss?: string;
  readonly keeps?: ProtectionField;
  readonly trigger?: StopTrigger;
}
/** The pair of a whole position. */
export function protection(person: string, side: 'long' | 'short', { trigger = 'mark', ...prices }: Protected) {
  const orderIds = { takeProfit: `o-${(orders += 1)}`, stopLoss: `o-${(orders += 1)}` };
  const terms = { ...TERMS, policy: POLICY, fees: FEES, margin: MARGIN };
  return { type: 'SetPositionProtection', data: { ...named(person), ...terms, side, trigger, ...prices, orderIds } };
}

/** Beats of a liquidation are counted on from the last one, so that each is a new one. */
let beats = 1;
export const nextBeat = (): number => (beats += 1);

export const JUDGED_BY: LiquidationTerms = {
  margin: MARGIN,
  fees: FEES,
  rules: { policy: { name: 'contract.rules', version: 1 }, liquidationBand: '0.03', warningAt: '0.8' },
  insurance: { policy: { name: 'contract.insurance', version: 1 }, openingUsdt: '1000', eventMaxUsdt: '500' },
};

interface Liquidated {
  readonly beat?: number;
  readonly brackets?: MarginPolicy['brackets'];
  readonly gap?: MarginPolicy['gap'];
  /** What the fund was given in all, and the most that one liquidation may cost it. */
  readonly fund?: { readonly openingUsdt: string; readonly eventMaxUsdt: string };
}

export function liquidation(person: string, side: 'long' | 'short', wanted: Liquidated = {}) {
  const { fund = {} } = wanted;
  const data: LiquidatePosition['data'] = {
    ...judged(person, side, wanted),
    orderId: `o-${(orders += 1)}`,
    insurance: { ...JUDGED_BY.insurance, ...fund },
  };
  return { type: 'LiquidatePosition', data };
}

/** The market goes on by a beat: triggers, and the agents' quotes. */
export const advance = () => ({
  type: 'AdvanceContractMarket',
  data: { symbol: SYMBOL, beat: nextBeat(), missed: null },
});

/** A warning that the margin of a position will not cover the gap of a close. */
export function gapWarning(person: string, side: 'long' | 'short', wanted: Liquidated = {}) {
  return { type: 'WarnOfGap', data: judged(person, side, wanted) };
}

interface BracketsWarned extends Liquidated {
  readonly coming: MarginPolicy['coming'];
  /** Of the table that it is of: the first that comes. */
  readonly version?: number;
  readonly shutMark?: string;
}

/** A warning that a coming table of brackets would liquidate a position. */
export function bracketsWarning(person: string, side: 'long' | 'short', wanted: BracketsWarned) {
  const { coming, version = coming[0]?.version ?? 0, shutMark = null } = wanted;
  const { margin: usual, ...rest } = judged(person, side, wanted);
  return { type: 'WarnOfBrackets', data: { ...rest, margin: { ...usual, coming }, version, shutMark } };
}

/** Cancels what an owner's orders would open with less margin than a close needs. */
export const uncovered = (person: string, gap: MarginPolicy['gap']) => ({
  type: 'CancelUncoveredOrders',
  data: { ...named(person), margin: { ...MARGIN, gap } },
});

export function warning(person: string, side: 'long' | 'short', wanted: Liquidated = {}) {
  return { type: 'WarnPosition', data: judged(person, side, wanted) };
}

function judged(person: string, side: 'long' | 'short', wanted: Liquidated): Judged {
  const { beat = nextBeat(), brackets = MARGIN.brackets, gap = null } = wanted;
  const { margin: usual, fees, rules } = JUDGED_BY;
  return { ...named(person), side, beat, margin: { ...usual, brackets, gap }, fees, rules };
}

/** A funding that brings what a unit was charged so far to this index. */
export function funded(index: string, dueAt = 0): NewEvent {
  const data = { symbol: SYMBOL, dueAt, rate: '0', markPrice: '100', charge: '0', index };
  return { stream: `funding-${SYMBOL}`, type: 'ContractFunded', schema: 1, data };
}
