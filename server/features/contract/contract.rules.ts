import { bracketsAt, gapLeverageMax, isRaised, openingLeverageMax } from '../../../shared/margin-brackets.js';
import { notionalOf, removableMargin, type MarginTerms, type OpenPosition } from '../../../shared/margin.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { MarginPolicy } from '../../trading/venue/order.commands.js';

/** Of a contract for which its owner has chosen none. */
const FIRST_LEVERAGE = 10;

/** What positions are judged by at an instant: the table that they follow, raised for a close. */
export const bracketsOf = ({ brackets, gap }: Pick<MarginPolicy, 'brackets' | 'gap'>, at: number) =>
  bracketsAt(brackets, gap, at);

/** What the owner of a contract has chosen, or the usual leverage where so much is allowed. */
export function chosenLeverage(chosen: number | null, margin: Pick<MarginPolicy, 'brackets' | 'coming'>): number {
  const tables = [margin.brackets, ...margin.coming.map(({ brackets }) => brackets)];
  return chosen ?? Math.min(FIRST_LEVERAGE, ...tables.map(([lowest]) => lowest?.leverageMax ?? 1));
}

/** What new orders of a contract open by: while margins are raised, no more than covers the gap. */
export function leverageOf(
  chosen: number | null,
  margin: Pick<MarginPolicy, 'brackets' | 'coming' | 'gap'>,
  at: number,
): number {
  const leverage = chosenLeverage(chosen, margin);
  return isRaised(margin.gap, at) ? Math.min(leverage, gapLeverageMax(margin.gap)) : leverage;
}

/** What a table lets an opening have. */
interface OpeningLimit {
  /** 0: the position limit is below its size. */
  readonly leverageMax: number;
  readonly positionMax: Amount;
  readonly policy: MarginPolicy['policy'];
}

/** Of the tables that an opening has to fit, which are that which positions follow and those to come, what the strictest one allows. */
export function openingLimit(
  { policy, brackets, coming, gap }: Pick<MarginPolicy, 'policy' | 'brackets' | 'coming' | 'gap'>,
  at: number,
  notional: Amount,
): OpeningLimit {
  const limitOf = (version: number, rows: MarginPolicy['brackets']): OpeningLimit => {
    const table = bracketsAt(rows, gap, at);
    const positionMax = table.at(-1)?.to ?? ZERO;
    return { leverageMax: openingLeverageMax([table], notional), positionMax, policy: { ...policy, version } };
  };
  return coming
    .map((table) => limitOf(table.version, table.brackets))
    .reduce(stricter, limitOf(policy.version, brackets));
}

function stricter(one: OpeningLimit, other: OpeningLimit): OpeningLimit {
  if (one.leverageMax !== other.leverageMax) return other.leverageMax < one.leverageMax ? other : one;
  return other.leverageMax === 0 && other.positionMax < one.positionMax ? other : one;
}

/** What a position is judged by at an instant. */
export const marginTermsOf = (
  { brackets, gap, takerRate }: Pick<MarginPolicy, 'brackets' | 'gap' | 'takerRate'>,
  at: number,
): MarginTerms => ({ brackets: bracketsAt(brackets, gap, at), takerRate: amount(takerRate) });

/** How much margin may be taken out: at the leverage of its owner, or the lower one that a position of its size may open by. */
export function removableOf(
  position: OpenPosition,
  markPrice: Amount,
  leverage: number,
  { margin, at }: JudgedAt,
): Amount {
  const { leverageMax } = openingLimit(margin, at, notionalOf(markPrice, position.quantity));
  return removableMargin(position, markPrice, Math.max(1, Math.min(leverage, leverageMax)), marginTermsOf(margin, at));
}

/** What a position is judged by, and when. */
export interface JudgedAt {
  readonly margin: Pick<MarginPolicy, 'policy' | 'brackets' | 'coming' | 'gap' | 'takerRate'>;
  readonly at: number;
}

/** The cap of the risk class limits all products together; a demo account has none. */
export function capProblems(
  { cap: capped }: Pick<MarginPolicy, 'cap'>,
  principal: Amount,
  more: Amount,
  field: 'amount' | 'quantity',
): Refusal[] {
  const cap = capped?.cap ?? null;
  if (capped === null || cap === null || principal + more <= amount(cap)) return [];
  return [refuse('contract.cap-exceeded', { field, cap, open: format(principal), ...decidedBy(capped.policy) })];
}

/** What stays open where a market order found less in the book than it wanted to close. */
export function closedInPart(closed: string, wanted: string, asset: string): Refusal | undefined {
  if (amount(closed) === amount(wanted)) return undefined;
  return refuse('contract.closed-in-part', { closed, quantity: wanted, asset });
}

/** What a reversal says where its second order found less than the first one closed. */
export function openedInPart(closed: string, opened: string, asset: string): Refusal | undefined {
  if (amount(opened) === amount(closed)) return undefined;
  return refuse('contract.reversed-in-part', { opened, quantity: closed, asset });
}

/** Whether a market that takes no orders now will take some again. */
export const opensAgain = ({ refusal }: Refusal): boolean =>
  refusal === 'market.closed' || refusal === 'market.halted' || refusal === 'halt.trading-halted';
