import { isWarned } from '../../../shared/contract-rules.js';
import { isLiquidated, liquidationPrice, marginBalance, marginBrackets, riskRate } from '../../../shared/margin.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { eventsOf, type NewEvent } from '../../core/event.js';
import type { Judged } from './liquidation.commands.js';
import type { PositionFacts } from './position.events.js';
import { settledAt } from './position.rules.js';
import { contractOf, positionKind, type PositionState } from './position.state.js';

/** An hour: a price that plays around the limit is one approach. */
const AGAIN_AFTER_BEATS = 14_400;

const newEvent = eventsOf<PositionFacts>(({ ownerId }) => `${positionKind.name}-${ownerId}`);

interface MarkedBeat {
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
