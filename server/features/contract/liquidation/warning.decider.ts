import { isWarned } from '../../../../shared/contract-rules.js';
import { gapInitialMargin } from '../../../../shared/margin-brackets.js';
import {
  bracketOf,
  isLiquidated,
  liquidationPrice,
  maintenanceMargin,
  marginBalance,
  marginBrackets,
  notionalOf,
  requiredMargin,
  riskRate,
  type MarginTerms,
  type OpenPosition,
} from '../../../../shared/margin.js';
import { amount, format, over, roundTo, type Amount } from '../../../../shared/money.js';
import { eventsOf, type NewEvent } from '../../../core/event.js';
import type { AppliedPolicy } from '../../../core/policy.js';
import { bracketsOf } from '../contract.rules.js';
import type { Judged, WarnOfBrackets } from './liquidation.commands.js';
import type { PositionFacts } from '../position/position.events.js';
import { settledAt } from '../position/position.rules.js';
import { contractOf, positionKind, type PositionState } from '../position/position.state.js';

/** An hour: a price that plays around the limit is one approach. */
const AGAIN_AFTER_BEATS = 14_400;

/** Of USDT in the ledger. */
const DECIMALS = 8;

const newEvent = eventsOf<PositionFacts>(({ ownerId }) => `${positionKind.name}-${ownerId}`);

export interface MarkedBeat {
  /** When it is. */
  readonly at: number;
  readonly mark: Amount;
  readonly lotSize: Amount;
  readonly fundingIndex: Amount;
}

/** A warning, once for each approach; none where the position is liquidated already, for its owner hears of that. */
export function decideWarning(
  state: PositionState,
  data: Judged,
  { mark, lotSize, fundingIndex }: MarkedBeat,
): NewEvent[] {
  const { userId, ownerId, symbol, side, beat, margin, fees, rules } = data;
  const { [side]: holding, warnedAt } = contractOf(state, symbol);
  if (holding === null || (warnedAt[side] > 0 && beat - warnedAt[side] < AGAIN_AFTER_BEATS)) return [];
  const terms = { brackets: marginBrackets(margin.brackets), takerRate: amount(fees.taker) };
  const { position } = settledAt(holding, lotSize, fundingIndex);
  const risk = riskRate(position, mark, terms);
  if (risk === null || !isWarned(risk, rules) || isLiquidated(position, mark, terms)) return [];
  const price = liquidationPrice(position, terms);
  const warned = {
    userId,
    ownerId,
    symbol,
    side,
    beat,
    markPrice: format(mark),
    marginBalance: format(marginBalance(position, mark)),
    riskRate: format(risk),
    liquidationPrice: price === null ? null : format(price),
    policy: { ...rules.policy, inputs: { warningAt: rules.warningAt } },
  };
  return [newEvent('PositionWarned', warned)];
}

/** Of a position that would be reduced as soon as margins are raised for the next close. Once for each close. */
export function decideGapWarning(
  state: PositionState,
  data: Judged,
  { at, mark, lotSize, fundingIndex }: MarkedBeat,
): NewEvent[] {
  const { userId, ownerId, symbol, side, beat, margin, fees } = data;
  const { gap } = margin;
  const { [side]: holding, gapWarned } = contractOf(state, symbol);
  if (holding === null || gap === null || at >= gap.raisesAt || gapWarned[side] === gap.closesAt) return [];
  const terms = { brackets: bracketsOf(margin, gap.raisesAt), takerRate: amount(fees.taker) };
  const { position } = settledAt(holding, lotSize, fundingIndex);
  if (!isLiquidated(position, mark, terms)) return [];
  const warned = {
    userId,
    ownerId,
    symbol,
    side,
    beat,
    markPrice: format(mark),
    ...missingOf(position, mark, terms),
    gap,
  };
  return [newEvent('PositionGapWarned', warned)];
}

/** Of a position that a coming table of brackets would liquidate at the mark price of now. Once for each table. */
export function decideBracketsWarning(
  state: PositionState,
  data: WarnOfBrackets['data'],
  { at, mark, lotSize, fundingIndex }: MarkedBeat,
): NewEvent[] {
  const { userId, ownerId, symbol, side, beat, margin, fees, rules, version } = data;
  const { [side]: holding, bracketsWarned } = contractOf(state, symbol);
  const table = margin.coming.find((each) => each.version === version);
  if (holding === null || table === undefined || at >= table.from) return [];
  if (bracketsWarned[side].includes(version)) return [];
  const terms = { brackets: marginBrackets(table.brackets), takerRate: amount(fees.taker) };
  const { position } = settledAt(holding, lotSize, fundingIndex);
  if (!isLiquidated(position, mark, terms)) return [];
  const named = { name: margin.policy.name, version };
  const warned = {
    userId,
    ownerId,
    symbol,
    side,
    beat,
    markPrice: format(mark),
    ...wantingOf(position, mark, terms, rules),
    from: table.from,
    policies: appliedTo(position, mark, { brackets: { ...named, table: terms.brackets }, rules }),
  } as const;
  return [newEvent('PositionBracketsWarned', warned)];
}

/** What a position has and needs by coming terms: so much that its risk rate is that of a warning at most, so it is more than liquidation asks. */
export function wantingOf(
  position: OpenPosition,
  mark: Amount,
  coming: MarginTerms,
  { warningAt }: Pick<Judged['rules'], 'warningAt'>,
) {
  const balance = marginBalance(position, mark);
  const needed = roundTo(over(requiredMargin(position, mark, coming), amount(warningAt), 'up'), DECIMALS, 'up');
  return {
    marginBalance: format(balance),
    marginNeeded: format(needed),
    missing: format(roundTo(needed - balance, DECIMALS, 'up')),
  };
}

interface Applied {
  readonly brackets: AppliedTable;
  readonly rules: Pick<Judged['rules'], 'policy' | 'warningAt'>;
}
interface AppliedTable extends Pick<AppliedPolicy, 'name' | 'version'> {
  readonly table: MarginTerms['brackets'];
}

/** What such a warning was decided by, as its event keeps it. */
export function appliedTo({ quantity }: OpenPosition, mark: Amount, { brackets, rules }: Applied) {
  const { name, version, table } = brackets;
  const { bracket, to, rate } = bracketOf(table, notionalOf(mark, quantity));
  return [
    { name, version, inputs: { [`to${bracket}`]: format(to), [`rate${bracket}`]: format(rate) } },
    { ...rules.policy, inputs: { warningAt: rules.warningAt } },
  ] as const;
}

/** What a position has and needs by raised terms: what opening it would take, and the fee of closing it. */
export function missingOf(position: OpenPosition, mark: Amount, raised: MarginTerms) {
  const maintenance = maintenanceMargin(notionalOf(mark, position.quantity), raised.brackets);
  const closingFee = requiredMargin(position, mark, raised) - maintenance;
  const balance = marginBalance(position, mark);
  const needed = roundTo(gapInitialMargin(maintenance) + closingFee, DECIMALS, 'up');
  return {
    marginBalance: format(balance),
    marginNeeded: format(needed),
    missing: format(roundTo(needed - balance, DECIMALS, 'up')),
  };
}
