import { isWarned } from '../../../../shared/contract-rules.js';
import { bracketsAt, BRACKETS_NOTICE_MS, rowsOf } from '../../../../shared/margin-brackets.js';
import { isLiquidated, liquidationPrice, marginBalance, riskRate } from '../../../../shared/margin.js';
import { amount, format, type Amount } from '../../../../shared/money.js';
import type { PositionBracketsWarned, PositionGapWarned, PositionWarned } from '../position/position.events.js';
import { settledAt } from '../position/position.rules.js';
import type { ContractPosition } from '../position/position.state.js';
import { instantOf } from '../../../market/book-market.js';
import { appliedTo, missingOf, wantingOf } from '../liquidation/warning.decider.js';
import type { ContractTerms } from './contract-terms.js';
import { unlike } from './unlike.js';

export interface WarningBefore {
  readonly position: ContractPosition;
  readonly index: Amount;
  readonly lot: Amount;
  readonly terms: ContractTerms;
}

/** A warning names no version of the brackets: its figures have to be those of one that positions followed at the beat. */
export function warningProblems(data: PositionWarned, { position, index, lot, terms }: WarningBefore): string[] {
  const holding = position[data.side];
  if (holding === null) return [`there is no ${data.side} position`];
  const rules = terms.rules(data.policy);
  const at = instantOf(data.beat);
  if (rules === undefined || !terms.isInForce(data.policy, at))
    return [`${data.policy.name} v${data.policy.version} was not in force`];
  const mark = amount(data.markPrice);
  const { position: open } = settledAt(holding, lot, index);
  const problems = terms.marginsAt(data.symbol, at).map((margin) => {
    const [rate, price] = [riskRate(open, mark, margin), liquidationPrice(open, margin)];
    const expected = {
      marginBalance: format(marginBalance(open, mark)),
      riskRate: rate === null ? null : format(rate),
      liquidationPrice: price === null ? null : format(price),
    };
    const isEarly = !isWarned(rate, rules) || isLiquidated(open, mark, margin);
    return [...unlike(expected, data), ...(isEarly ? [`no warning was due`] : [])];
  });
  const [first = [`no brackets of ${data.symbol} were published`]] = problems;
  return problems.some((each) => each.length === 0) ? [] : first;
}

/** A warning before a close: by one of the tables that positions followed, raised to the gap that it names. */
export function gapWarningProblems(data: PositionGapWarned, { position, index, lot, terms }: WarningBefore): string[] {
  const holding = position[data.side];
  if (holding === null) return [`there is no ${data.side} position`];
  const { gap } = data;
  const at = instantOf(data.beat);
  const again = position.gapWarned[data.side] === gap.closesAt ? [`its owner was warned of this close before`] : [];
  const late = at >= gap.raisesAt ? [`margins were raised before it`] : [];
  const mark = amount(data.markPrice);
  const { position: open } = settledAt(holding, lot, index);
  const problems = terms.marginsAt(data.symbol, at).map(({ brackets, takerRate }) => {
    const raised = { brackets: bracketsAt(rowsOf(brackets), gap, gap.raisesAt), takerRate };
    const early = isLiquidated(open, mark, raised) ? [] : [`no warning was due`];
    return [...unlike(missingOf(open, mark, raised), data), ...early];
  });
  const [first = [`no brackets of ${data.symbol} were published`]] = problems;
  const found = problems.some((each) => each.length === 0) ? [] : first;
  return [...found, ...again, ...late];
}

/** A warning of coming brackets: by a table that was published and that positions did not follow yet, from the instant that it names. */
export function bracketsWarningProblems(
  data: PositionBracketsWarned,
  { position, index, lot, terms }: WarningBefore,
  recordedAt: number,
): string[] {
  const holding = position[data.side];
  if (holding === null) return [`there is no ${data.side} position`];
  const [named, followed] = data.policies;
  const at = instantOf(data.beat);
  const publishedAt = terms.publishedAt(named);
  const [table, rules] = [terms.brackets(named), terms.rules(followed)];
  const isKnown =
    publishedAt !== undefined && publishedAt <= recordedAt && named.name === terms.bracketsOf(data.symbol);
  if (table === undefined || !isKnown) return [`${named.name} v${named.version} was not published`];
  if (rules === undefined || !terms.isInForce(followed, at))
    return [`${followed.name} v${followed.version} was not in force`];
  const from = publishedAt + BRACKETS_NOTICE_MS;
  const again = position.bracketsWarned[data.side].includes(named.version);
  const mark = amount(data.markPrice);
  const { position: open } = settledAt(holding, lot, index);
  const { warningAt } = rules;
  const judgedBy = { brackets: { ...named, table }, rules: { policy: followed, warningAt } };
  const policies = appliedTo(open, mark, judgedBy).map(({ inputs, ...each }) => ({ ...each, inputs }));
  const problems = terms.takerRates(at).map((takerRate) => {
    const coming = { brackets: table, takerRate };
    const early = isLiquidated(open, mark, coming) ? [] : [`no warning was due`];
    return [...unlike({ ...wantingOf(open, mark, coming, rules), from, policies }, data), ...early];
  });
  const [first = [`no fees were published`]] = problems;
  return [
    ...(problems.some((each) => each.length === 0) ? [] : first),
    ...(again ? [`its owner was warned of these brackets before`] : []),
    ...(at >= from ? [`positions followed these brackets already`] : []),
  ];
}
