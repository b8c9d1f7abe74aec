import { join } from 'node:path';
import { ORDER_TERMS } from '../../bench/contract-market.js';
import type { CommandContext, HouseCommand } from '../../server/core/command.js';
import type { PolicyValues } from '../../server/core/policy.js';
import type { ContractFacts, DueFunding } from '../../server/core/ports/contract-facts.js';
import { refuse } from '../../server/core/refusal.js';
import { projectRoot } from '../../server/edge/project-root.js';
import {
  contractCommands,
  PassLeverageQuiz,
  SetContractLeverage,
} from '../../server/features/contract/contract.commands.js';
import type { LiquidationTerms } from '../../server/features/contract/liquidation/liquidation.terms.js';
import { readPolicySeeds } from '../../server/features/policy/policy-seeds.js';
import { BEAT_MS, type BookMarket, type MarketBeat } from '../../server/market/book-market.js';
import { feeDayOf, feeTermsOf } from '../../server/trading/venue/fee.rules.js';
import type { PlaceOrder } from '../../server/trading/venue/order.commands.js';
import { BRACKETS } from '../../shared/margin-brackets.js';
import { amount, ZERO } from '../../shared/money.js';

/**
 * Seventy-four seconds of two contracts. People open, pay a funding, and the mark falls by 30% within six seconds; in the middle of that
 * comes the next funding, and one contract delivers.
 */
export const PERPETUAL = 'BTCUSDT-PERP';
export const DELIVERY = 'BTCUSDT-261204';
export const DELIVERS_AT = Date.UTC(2026, 11, 4, 8);
export const OPENS_AT = DELIVERS_AT - 65_000;
const [FUNDED_S, FALLS_S, LOWEST_S] = [[5, 65], 62, 68] as const;
export const BEATS = 296;
export const CLOSES_BEAT = 294;
/** So that a start in the fall finds beats of the last minute, and skips none. */
const RESTS_BEAT = 160;
export const instantAt = (beat: number): number => OPENS_AT + beat * BEAT_MS;
export const beatBefore = (at: number): number => Math.max(0, Math.floor((at - OPENS_AT) / BEAT_MS));

/** So small that it is soon spent, and the other side is deleveraged. */
const INSURANCE = { openingUsdt: '120', eventMaxUsdt: '25' };
/** What the house has published. */
export const POLICIES: readonly { readonly name: string; readonly values: PolicyValues }[] = readPolicySeeds(
  join(projectRoot, 'seeds'),
).map(({ name, values }) => ({ name, values: name === 'contract.insurance' ? INSURANCE : values }));

const LEVERAGES = [100, 75, 50, 40, 30, 20, 15, 12, 8, 5, 3, 2];
const LONGS = LEVERAGES.flatMap((leverage) => ['a', 'b'].map((twin) => ({ name: `l${leverage}${twin}`, leverage })));
const SHORTS = LONGS.map(({ name }, n) => ({ name: name.replace('l', 's'), leverage: 2 + (n % 4) * 3 }));
type Person = (typeof LONGS)[number];
export const PEOPLE = [...LONGS, ...SHORTS];
export const ownerOf = (name: string): string => `demo-${name}.1`;

/** In hundredths of a USDT: a pure function of the instant, as every market's mark is. */
function markTicksAt(at: number): number {
  const seconds = (at - OPENS_AT) / 1_000;
  // A dip before the first funding that liquidates nobody.
  if (seconds >= 3 && seconds < 3.5) return 9_955;
  if (seconds < FALLS_S) return 10_000;
  // In jumps, so that some are beyond their bankruptcy price at once.
  if (seconds < LOWEST_S) return 9_750 - 250 * Math.floor(2 * (seconds - FALLS_S));
  return Math.min(8_000, 7_000 + Math.round((seconds - LOWEST_S) * 400));
}

/** Agents buy little while it falls, so that the fund and then the other side have to take what is liquidated. */
function quotesAt(at: number) {
  const mark = markTicksAt(at);
  const lots = mark < 10_000 && at < OPENS_AT + LOWEST_S * 1_000 ? 900 : 2_000_000;
  return { bids: [[mark - 1, lots]], asks: [[mark + 1, lots]] } as const;
}

const isOver = (symbol: string, at: number): boolean => symbol === DELIVERY && at >= DELIVERS_AT;

export const market: BookMarket = {
  in: () => market,
  terms: (symbol) => ({ spec: { ...ORDER_TERMS.spec, symbol }, limits: ORDER_TERMS.limits }),
  moment: (symbol, at) =>
    isOver(symbol, at)
      ? refuse('market.delivered', { symbol })
      : {
          referenceTicks: markTicksAt(at),
          lastTicks: markTicksAt(at),
          indexTicks: markTicksAt(at),
          markTicks: markTicksAt(at),
          liquidity: quotesAt(at),
          phase: 'continuous',
        },
  beat: (symbol, beat): MarketBeat | undefined => {
    const at = beat * BEAT_MS;
    if (isOver(symbol, at)) return undefined;
    const marks = [markTicksAt(at - BEAT_MS), markTicksAt(at)];
    const mark = { lowTicks: Math.min(...marks), highTicks: Math.max(...marks) };
    return {
      liquidity: quotesAt(at),
      traded: null,
      noiseTakers: [],
      index: mark,
      mark,
      opening: false,
      closing: false,
    };
  },
  hours: () => ({ open: true, phase: 'open' }),
  impactAfter: () => undefined,
};

const fundings: readonly DueFunding[] = FUNDED_S.map((seconds) => {
  const at = OPENS_AT + seconds * 1_000;
  return { at, rate: amount('0.002'), premium: amount('0.002'), mark: amount('0.01') * BigInt(markTicksAt(at)) };
});

export const facts: ContractFacts = {
  fundingDue: (_, symbol, { fromMs, toMs }) =>
    symbol === PERPETUAL ? fundings.filter(({ at }) => at > fromMs && at <= toMs) : [],
  settlementOf: (symbol, at) => (isOver(symbol, at) ? amount('79.5') : null),
  averageBefore: () => null,
  openInterestCap: () => null,
  on: () => [PERPETUAL, DELIVERY],
  classOf: () => 'crypto',
  arePricesKnown: () => true,
  prices: () => null,
  gapWindow: () => null,
  settlementWindow: () => null,
  epochAt: () => 0,
};

const valuesOf = (name: string): PolicyValues => POLICIES.find((each) => each.name === name)?.values ?? {};

/** The house's policies, as commands carry them. */
export function termsAt(at: number): LiquidationTerms {
  const [rules, brackets] = [valuesOf('contract.rules'), valuesOf('contract.crypto')];
  const day = feeDayOf(at);
  const fees = feeTermsOf({ name: 'contract.fees', version: 1, values: valuesOf('contract.fees') }, ZERO, day);
  return {
    margin: {
      policy: { name: 'contract.crypto', version: 1 },
      brackets: Array.from({ length: BRACKETS }, (_, below) => ({
        to: `${brackets[`to${below + 1}`]}`,
        rate: `${brackets[`rate${below + 1}`]}`,
        leverageMax: Number(brackets[`leverage${below + 1}`]),
      })),
      coming: [],
      gap: null,
      openInterestMax: null,
      owners: { share: '0.25', policy: { name: 'contract.rules', version: 1 } },
      takerRate: fees.taker,
      quizFrom: Number(rules['quizFrom']),
      cap: null,
    },
    fees,
    rules: {
      policy: { name: 'contract.rules', version: 1 },
      liquidationBand: `${rules['liquidationBand']}`,
      warningAt: `${rules['warningAt']}`,
    },
    insurance: { policy: { name: 'contract.insurance', version: 1 }, ...INSURANCE },
  };
}

type Sent = (context: CommandContext) => HouseCommand<unknown, unknown>;
type Placed = Pick<PlaceOrder, 'side' | 'kind' | 'quantity' | 'price' | 'positionSide' | 'reduceOnly'>;

const SHORT = {
  side: 'sell',
  kind: 'limit',
  price: '100',
  quantity: '10',
  positionSide: 'short',
  reduceOnly: false,
} as const;
const LONG = { ...SHORT, side: 'buy', positionSide: 'long' } as const;
const RESTING = { ...LONG, price: '60', quantity: '1' };

function placed(symbol: string, name: string, orderId: string, order: Placed): Sent {
  const { limitBandLow, limitBandHigh, marketBand } = valuesOf('contract.rules');
  const bands = { limitBandLow: `${limitBandLow}`, limitBandHigh: `${limitBandHigh}`, marketBand: `${marketBand}` };
  return (context) => {
    const { margin, fees } = termsAt(context.at);
    const { spec, limits } = ORDER_TERMS;
    return new contractCommands.place(context, {
      spec: { ...spec, symbol },
      limits,
      policy: { name: 'contract.rules', version: 1, ...bands },
      fees,
      margin,
      symbol,
      userId: `demo-${name}`,
      ownerId: ownerOf(name),
      orderId,
      timeInForce: order.kind === 'market' ? 'IOC' : 'GTC',
      postOnly: false,
      selfTrade: 'cancel-taker',
      clientOrderId: null,
      ...order,
    });
  };
}

/** Of the perpetual contract. */
export interface OpenPosition {
  readonly name: string;
  readonly side: 'long' | 'short';
  readonly quantity: string;
}

/** What users send after a beat. It is sent again after a restart, under the same keys. */
export function sentAt(beat: number, open: readonly OpenPosition[]): ReadonlyMap<string, Sent> {
  const sent = new Map<string, Sent>();
  const opens = (people: readonly Person[], symbol: string, order: Placed) => {
    for (const { name } of people) sent.set(`${name} ${symbol}`, placed(symbol, name, `o-${name}-${symbol}`, order));
  };
  if (beat === 1) for (const { name } of PEOPLE) sent.set(`quiz ${name}`, quiz(name));
  if (beat === 2)
    for (const { name, leverage } of PEOPLE) {
      sent.set(`leverage ${name}`, chosen(name, PERPETUAL, leverage));
      if (isCareful({ leverage })) sent.set(`leverage ${name} ${DELIVERY}`, chosen(name, DELIVERY, 2));
    }
  if (beat === 3) opens(SHORTS, PERPETUAL, SHORT);
  if (beat === 3) opens(SHORTS.filter(isCareful), DELIVERY, SHORT);
  if (beat >= 4 && beat < 8)
    opens(
      LONGS.filter((_, n) => n % 4 === beat - 4),
      PERPETUAL,
      LONG,
    );
  if (beat === 9) opens(LONGS.filter(isCareful), DELIVERY, LONG);
  if (beat === RESTS_BEAT)
    for (const { name } of LONGS.filter(({ leverage }) => leverage > 3))
      sent.set(`rests ${name}`, placed(PERPETUAL, name, `o-${name}-rests`, RESTING));
  if (beat === CLOSES_BEAT)
    for (const { name, side, quantity } of open) {
      const way = side === 'long' ? 'sell' : 'buy';
      const order = { side: way, kind: 'market', quantity, positionSide: side, reduceOnly: true } as const;
      sent.set(`close ${name} ${side}`, placed(PERPETUAL, name, `o-${name}-${side}-close`, order));
    }
  return sent;
}

const isCareful = ({ leverage }: Pick<Person, 'leverage'>): boolean => leverage < 6;

function quiz(name: string): Sent {
  const data = { userId: `demo-${name}`, ownerId: ownerOf(name), answers: [2, 3, 1, 2, 3] };
  return (context) => new PassLeverageQuiz(context, data);
}

const chosen =
  (name: string, symbol: string, leverage: number): Sent =>
  (context) => {
    const { margin } = termsAt(context.at);
    return new SetContractLeverage(context, {
      userId: `demo-${name}`,
      ownerId: ownerOf(name),
      symbol,
      leverage,
      margin,
    });
  };
