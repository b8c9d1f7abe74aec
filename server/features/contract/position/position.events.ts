import type { PositionMode } from '../../../../contracts/contract.contract.js';
import type { ClosingGap } from '../../../../shared/margin-brackets.js';
import type { PositionSide } from '../../../../shared/margin.js';
import type { FactsOf, NewEvent, RecordedEvent } from '../../../core/event.js';
import type { AppliedPolicy } from '../../../core/policy.js';
import { declareEventTypesWith } from '../../../engine/history/event-types.js';
import type { NotifyOfHalt } from '../delivery/contract-end.commands.js';

/** A side of a position after something moved it; amounts in USDT. Without lots it is closed. */
export interface HoldingFacts {
  /** Counts the positions that the owner has had on this side of the contract. */
  readonly number: number;
  readonly lots: number;
  readonly entryNotional: string;
  readonly margin: string;
  readonly fundingIndex: string;
  readonly fees: string;
  readonly funding: string;
  /** Funding that the margin did not cover so far. Before it was kept, it was forgiven: then it is not there. */
  readonly unpaid?: string;
  readonly realised: string;
}

interface Owned {
  readonly userId: string;
  readonly ownerId: string;
  readonly symbol: string;
}

interface Moved extends Owned {
  readonly side: PositionSide;
  readonly after: HoldingFacts;
}

/** Opened, or added to. */
export interface PositionGrown extends Moved {
  readonly orderId: string;
  readonly lots: number;
  /** The lots as an amount of the underlying. */
  readonly quantity: string;
  readonly price: string;
  readonly notional: string;
  readonly fee: string;
  /** Put up for these lots, the closing fee that is reserved included. */
  readonly margin: string;
}

/** What closes lots: an order of the owner, or what the venue does by its rules. */
export const CLOSE_CAUSES = [
  'order',
  'liquidation',
  'gap',
  'deleveraging',
  'delivery',
  'delisting',
  'settlement',
  'split',
  'account-end',
] as const;
export type CloseCause = (typeof CLOSE_CAUSES)[number];

export interface PositionShrunk extends Moved {
  /** `null`: no order closed it. */
  readonly orderId: string | null;
  readonly cause: CloseCause;
  readonly lots: number;
  /** The lots as an amount of the underlying. */
  readonly quantity: string;
  readonly price: string;
  readonly notional: string;
  readonly fee: string;
  readonly realised: string;
  /**
   * What went back to the owner: margin and profit, less loss, fee and `fundingPaid`. Before a close it stays in the margin of the rest.
   */
  readonly released: string;
  /** Funding of before that the margin had not covered. The agents get it, who had advanced it. */
  readonly fundingPaid?: string;
  /** The loss that no margin covered. The agents bear it, who were on the other side of the market. */
  readonly shortfall: string;
}

/** What it owed up to `index` was taken from its margin, or added to it. */
export interface PositionFunded extends Moved {
  readonly index: string;
  /** The last funding that it settles: those before count with it. */
  readonly dueAt: number;
  /** Negative where it received. */
  readonly paid: string;
  /** What its margin did not cover: agents advance it. Negative where what it received pays what was unpaid. */
  readonly shortfall: string;
  /** What it owed beyond the exact sum: who pays is rounded up, who receives down. */
  readonly rounding: string;
}

/** Its owner put more margin up, or took some out: `amount` is negative then. */
export interface PositionMarginAdjusted extends Moved {
  readonly amount: string;
}

/** A dividend of the share passed from short to long at its ex-date. */
export interface PositionDividend extends Moved {
  readonly actionId: string;
  /** In USDT. */
  readonly perShare: string;
  /** The shares that the position is on. */
  readonly quantity: string;
  /** Negative where it received. Counted with its funding. */
  readonly paid: string;
  /** As of funding. */
  readonly shortfall: string;
}

/** Its lots became so many: entry cost and margin are the same. Lots that make no whole one were closed before. */
export interface PositionSplit extends Moved {
  readonly actionId: string;
  readonly newShares: number;
  readonly oldShares: number;
  readonly lotsBefore: number;
  /** In shares of before, and of after. */
  readonly quantityBefore: string;
  readonly quantity: string;
}

/** What new orders of the contract open by. */
export interface PositionLeverageSet extends Owned {
  readonly leverage: number;
}

export interface PositionModeSet extends Owned {
  readonly mode: PositionMode;
}

/** Its owner answered the questions on leverage: 20 times and more may be chosen, in every contract. */
export interface LeverageQuizPassed {
  readonly userId: string;
  readonly ownerId: string;
}

/** What a step of a liquidation was decided by. Amounts in USDT, rates as fractions; funding is settled up to the index. */
interface LiquidationFigures extends Owned {
  readonly side: PositionSide;
  readonly beat: number;
  readonly markPrice: string;
  readonly fundingIndex: string;
  readonly lots: number;
  /** The lots as an amount of the underlying. */
  readonly quantity: string;
  readonly notional: string;
  readonly marginBalance: string;
  readonly maintenanceMargin: string;
  readonly closingFee: string;
  readonly bracket: number;
  readonly maintenanceRate: string;
  readonly takerRate: string;
  /** The close whose gap it did not cover: it was reduced to what its margin covers. `null`: it was liquidated. */
  readonly gap: ClosingGap | null;
  /** The brackets, the rules of positions and those of the insurance fund, in this order. */
  readonly policies: readonly [brackets: AppliedPolicy, rules: AppliedPolicy, insurance: AppliedPolicy];
}

/** Its orders go first. */
interface OrdersCancelled {
  readonly step: 'cancel-orders';
}
/** Then it is sold, or bought back, down to the bracket below. */
interface SizeReduced {
  readonly step: 'reduce';
  readonly orderId: string;
  readonly orderLots: number;
  /** No further: the end of the band, or the bankruptcy price where that is nearer. */
  readonly limitPrice: string;
  readonly filledLots: number;
  /** The market gave no more within the limit, so the rest is taken over. */
  readonly isSpent: boolean;
}
/** The rest leaves at the bankruptcy price. */
interface TakenOver {
  readonly step: 'take-over';
  readonly price: string;
  /** The insurance fund covers these, */
  readonly insuredLots: number;
  /** agents give up these, or take them at their own loss, */
  readonly agentLots: number;
  /** and users of the opposite side these. */
  readonly deleveragedLots: number;
  /** What the fund got; below zero what it paid. */
  readonly fundGain: string;
}
export type LiquidationDone = OrdersCancelled | SizeReduced | TakenOver;

/** A step of a liquidation. What it did to orders and lots follows in the same command. */
export type PositionLiquidated = LiquidationFigures & LiquidationDone;

/** Lots that were closed because the opposite side went bankrupt and the insurance fund could not cover it. */
export interface PositionDeleveraged extends Owned {
  readonly side: PositionSide;
  readonly beat: number;
  readonly markPrice: string;
  /** The bankruptcy price of the other side. */
  readonly price: string;
  readonly lots: number;
  /** The lots as an amount of the underlying. */
  readonly quantity: string;
  /** Profit ratio times effective leverage; the highest is the first. */
  readonly score: string;
  /** Counted from 1. */
  readonly place: number;
  readonly queueLength: number;
}

/** The mark price came near to a liquidation. */
export interface PositionWarned extends Owned {
  readonly side: PositionSide;
  readonly beat: number;
  readonly markPrice: string;
  readonly marginBalance: string;
  readonly riskRate: string;
  /** `null`: a long that cannot fall so far. */
  readonly liquidationPrice: string | null;
  readonly policy: AppliedPolicy;
}

/** Staff halted a contract in which its owner has a position or an order, or resumed it. */
export interface PositionHaltNotified extends Owned {
  readonly proposalId: string;
  readonly change: 'halted' | 'resumed';
  readonly reason: NotifyOfHalt['data']['reason'];
}

/** Its margin will not cover the gap of the next close: unless some is added, it is reduced when margins are raised. */
export interface PositionGapWarned extends Owned {
  readonly side: PositionSide;
  readonly beat: number;
  readonly markPrice: string;
  readonly marginBalance: string;
  /** What covers the gap, with a fifth to spare for moves before the close. */
  readonly marginNeeded: string;
  readonly missing: string;
  readonly gap: ClosingGap;
}

/** A coming table of brackets asks for more than its margin: unless some is added, it is liquidated from `from` on. */
export interface PositionBracketsWarned extends Owned {
  readonly side: PositionSide;
  readonly beat: number;
  readonly markPrice: string;
  readonly marginBalance: string;
  /** What keeps its risk rate at that of a warning. */
  readonly marginNeeded: string;
  readonly missing: string;
  readonly from: number;
  /** The coming brackets, and the rules of positions. */
  readonly policies: readonly [brackets: AppliedPolicy, rules: AppliedPolicy];
}

/** Stream `position-<ownerId>`, realms demo and real. */
export type PositionEvent =
  | RecordedEvent<'LeverageQuizPassed', LeverageQuizPassed>
  | RecordedEvent<'PositionOpened', PositionGrown>
  | RecordedEvent<'PositionIncreased', PositionGrown>
  | RecordedEvent<'PositionReduced', PositionShrunk>
  | RecordedEvent<'PositionClosed', PositionShrunk>
  | RecordedEvent<'PositionFunded', PositionFunded>
  | RecordedEvent<'PositionMarginAdjusted', PositionMarginAdjusted>
  | RecordedEvent<'PositionDividend', PositionDividend>
  | RecordedEvent<'PositionSplit', PositionSplit>
  | RecordedEvent<'PositionLeverageSet', PositionLeverageSet>
  | RecordedEvent<'PositionModeSet', PositionModeSet>
  | RecordedEvent<'PositionLiquidated', PositionLiquidated>
  | RecordedEvent<'PositionDeleveraged', PositionDeleveraged>
  | RecordedEvent<'PositionWarned', PositionWarned>
  | RecordedEvent<'PositionGapWarned', PositionGapWarned>
  | RecordedEvent<'PositionBracketsWarned', PositionBracketsWarned>
  | RecordedEvent<'PositionHaltNotified', PositionHaltNotified>;
export type PositionFacts = FactsOf<PositionEvent>;
export type NewPositionEvent = {
  [Type in keyof PositionFacts]: NewEvent<Type, PositionFacts[Type]>;
}[keyof PositionFacts];

export const positionEvents = declareEventTypesWith(
  { orderId: 'order', actionId: 'none', proposalId: 'none' },
  { type: 'LeverageQuizPassed', schema: 1 },
  { type: 'PositionOpened', schema: 1 },
  { type: 'PositionIncreased', schema: 1 },
  { type: 'PositionReduced', schema: 1 },
  { type: 'PositionClosed', schema: 1 },
  { type: 'PositionFunded', schema: 1 },
  { type: 'PositionMarginAdjusted', schema: 1 },
  { type: 'PositionDividend', schema: 1 },
  { type: 'PositionSplit', schema: 1 },
  { type: 'PositionLeverageSet', schema: 1 },
  { type: 'PositionModeSet', schema: 1 },
  { type: 'PositionLiquidated', schema: 1 },
  { type: 'PositionDeleveraged', schema: 1 },
  { type: 'PositionWarned', schema: 1 },
  { type: 'PositionGapWarned', schema: 1 },
  { type: 'PositionBracketsWarned', schema: 1 },
  { type: 'PositionHaltNotified', schema: 1 },
);
