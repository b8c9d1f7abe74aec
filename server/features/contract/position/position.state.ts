import type { PositionMode } from '../../../../contracts/contract.contract.js';
import { contractNamed, symbolKind } from '../../../../shared/contract-symbol.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { amount, format, ZERO, type Amount } from '../../../../shared/money.js';
import type { StreamKind } from '../../../core/decider.js';
import { userAccount, type AccountSpace } from '../../../engine/ledger/chart.js';
import type { HoldingFacts, PositionEvent } from './position.events.js';
import type { Holding } from './position.rules.js';

/** What an owner has open and has chosen in one contract: long and short side by side, in one-way mode one of them. */
export interface ContractPosition {
  readonly long: Holding | null;
  readonly short: Holding | null;
  readonly mode: PositionMode;
  /** `null`: never chosen. */
  readonly leverage: number | null;
  /** How many positions there have been on each side. */
  readonly opened: Readonly<Record<PositionSide, number>>;
  /** When the newest one was opened. */
  readonly since: Readonly<Record<PositionSide, number>>;
  /** The beat at which the market last took no more of a liquidation; 0 before the first. */
  readonly spentAt: Readonly<Record<PositionSide, number>>;
  /** The beat at which its owner was warned; 0 where it was not yet. */
  readonly warnedAt: Readonly<Record<PositionSide, number>>;
  /** The close of whose gap its owner was warned last; 0 where there is none. */
  readonly gapWarned: Readonly<Record<PositionSide, number>>;
  /** The versions of coming brackets that its owner was warned of. */
  readonly bracketsWarned: Readonly<Record<PositionSide, readonly number[]>>;
  /** When its margin last became less, other than by a funding or a fill; 0 before. */
  readonly lessSince: Readonly<Record<PositionSide, number>>;
  /** The last dividend or split of the share that was carried out on it. */
  readonly actionId: string | null;
}

/** By the symbol of the contract. */
export interface PositionState {
  readonly ownerId: string;
  quizPassed: boolean;
  readonly contracts: Map<string, ContractPosition>;
}

interface SavedPosition {
  readonly symbol: string;
  readonly long: HoldingFacts | null;
  readonly short: HoldingFacts | null;
  readonly mode: PositionMode;
  readonly leverage: number | null;
  readonly opened: Readonly<Record<PositionSide, number>>;
  readonly since: Readonly<Record<PositionSide, number>>;
  readonly spentAt: Readonly<Record<PositionSide, number>>;
  readonly warnedAt: Readonly<Record<PositionSide, number>>;
  readonly gapWarned: Readonly<Record<PositionSide, number>>;
  readonly bracketsWarned: Readonly<Record<PositionSide, readonly number[]>>;
  readonly lessSince: Readonly<Record<PositionSide, number>>;
  readonly actionId: string | null;
}

interface SavedState {
  readonly quizPassed: boolean;
  readonly contracts: readonly SavedPosition[];
}

const NOTHING: ContractPosition = {
  long: null,
  short: null,
  mode: 'hedge',
  leverage: null,
  opened: { long: 0, short: 0 },
  since: { long: 0, short: 0 },
  spentAt: { long: 0, short: 0 },
  warnedAt: { long: 0, short: 0 },
  gapWarned: { long: 0, short: 0 },
  bracketsWarned: { long: [], short: [] },
  lessSince: { long: 0, short: 0 },
  actionId: null,
};

export const contractOf = ({ contracts }: PositionState, symbol: string): ContractPosition =>
  contracts.get(symbol) ?? NOTHING;

/** Orders and margin of a perpetual contract are in the contract space, those of a delivery contract in the futures space. */
export function spaceOf(symbol: string): AccountSpace {
  const isDelivered = symbolKind(symbol) === 'delivery' && contractNamed(symbol) !== undefined;
  return isDelivered ? 'futures' : 'contract';
}

/** Stream `position-<ownerId>`: positions, their margin, and what the owner has chosen for each contract. */
export const positionKind: StreamKind<PositionState> = {
  name: 'position',
  initial: (ownerId) => ({ ownerId, quizPassed: false, contracts: new Map() }),
  evolve: (state, event) => evolve(state, event as PositionEvent),
  snapshot: {
    schema: 3,
    everyEvents: 2000,
    save: ({ quizPassed, contracts }): SavedState => ({
      quizPassed,
      contracts: [...contracts].map(([symbol, position]) => saved(symbol, position)),
    }),
    load: (state, ownerId) => {
      const { quizPassed, contracts } = state as SavedState;
      return { ownerId, quizPassed, contracts: new Map(contracts.map((each) => [each.symbol, loaded(each)])) };
    },
  },
  holds: ({ ownerId, contracts }) => {
    const held = new Map<string, Amount>();
    for (const [symbol, { long, short }] of contracts) {
      const margin = (long?.margin ?? ZERO) + (short?.margin ?? ZERO);
      const key = `${userAccount(ownerId, spaceOf(symbol), 'frozen')} USDT`;
      if (margin !== ZERO) held.set(key, (held.get(key) ?? ZERO) + margin);
    }
    return held;
  },
};

function evolve(state: PositionState, { type, data, at }: PositionEvent): PositionState {
  if (type === 'LeverageQuizPassed') {
    state.quizPassed = true;
    return state;
  }
  const { symbol } = data;
  const before = contractOf(state, symbol);
  const set = (change: Partial<ContractPosition>) => {
    state.contracts.set(symbol, { ...before, ...change });
    return state;
  };
  if (type === 'PositionLeverageSet') return set({ leverage: data.leverage });
  if (type === 'PositionModeSet') return set({ mode: data.mode });
  if (type === 'PositionDeleveraged' || type === 'PositionHaltNotified') return state;
  if (type === 'PositionWarned') return set({ warnedAt: { ...before.warnedAt, [data.side]: data.beat } });
  if (type === 'PositionGapWarned') return set({ gapWarned: { ...before.gapWarned, [data.side]: data.gap.closesAt } });
  if (type === 'PositionBracketsWarned') {
    const { bracketsWarned } = before;
    const versions = [...bracketsWarned[data.side], data.policies[0].version];
    return set({ bracketsWarned: { ...bracketsWarned, [data.side]: versions } });
  }
  if (type === 'PositionLiquidated') {
    const isSpent = data.step === 'reduce' && data.isSpent;
    return isSpent ? set({ spentAt: { ...before.spentAt, [data.side]: data.beat } }) : state;
  }
  const opened = { ...before.opened, [data.side]: data.after.number };
  const since = before[data.side] === null ? { ...before.since, [data.side]: at } : before.since;
  const isOver = data.after.lots === 0;
  const warnedAt = isOver ? { ...before.warnedAt, [data.side]: 0 } : before.warnedAt;
  const gapWarned = isOver ? { ...before.gapWarned, [data.side]: 0 } : before.gapWarned;
  const bracketsWarned = isOver ? { ...before.bracketsWarned, [data.side]: [] } : before.bracketsWarned;
  const actionId = 'actionId' in data ? data.actionId : before.actionId;
  const isMoved = type === 'PositionMarginAdjusted' || type === 'PositionDividend';
  const isLess = isMoved && amount(data.after.margin) < (before[data.side]?.margin ?? ZERO);
  const lessSince = isLess ? { ...before.lessSince, [data.side]: at } : before.lessSince;
  const holding = { [data.side]: holdingFrom(data.side, data.after) };
  return set({ ...holding, opened, since, warnedAt, gapWarned, bracketsWarned, lessSince, actionId });
}

export function factsOf(holding: Holding): HoldingFacts {
  const { number, lots, entryNotional, margin, fundingIndex, fees, funding, unpaid, realised } = holding;
  return {
    number,
    lots,
    entryNotional: format(entryNotional),
    margin: format(margin),
    fundingIndex: format(fundingIndex),
    fees: format(fees),
    funding: format(funding),
    unpaid: format(unpaid),
    realised: format(realised),
  };
}

export function holdingFrom(side: PositionSide, facts: HoldingFacts): Holding | null {
  if (facts.lots === 0) return null;
  return {
    side,
    number: facts.number,
    lots: facts.lots,
    entryNotional: amount(facts.entryNotional),
    margin: amount(facts.margin),
    fundingIndex: amount(facts.fundingIndex),
    fees: amount(facts.fees),
    funding: amount(facts.funding),
    unpaid: amount(facts.unpaid ?? '0'),
    realised: amount(facts.realised),
  };
}

function saved(symbol: string, { long, short, ...chosen }: ContractPosition): SavedPosition {
  return { symbol, long: long && factsOf(long), short: short && factsOf(short), ...chosen };
}

function loaded({ symbol: _, long, short, ...chosen }: SavedPosition): ContractPosition {
  const of = (side: PositionSide, facts: HoldingFacts | null) => facts && holdingFrom(side, facts);
  return { long: of('long', long), short: of('short', short), ...chosen };
}
