import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { notionalOf } from '../../../shared/margin.js';
import type { NewEvent, Posting } from '../../core/event.js';
import { decidedBy } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { ordersOf, type Book } from '../../trading/matching/book.js';
import { closingBeyond, type OwnOrders } from './closing-price.rules.js';
import { capProblems, chosenLeverage, leverageOf, openingLimit, removableOf } from './contract.rules.js';
import type {
  AdjustPositionMargin,
  PassLeverageQuiz,
  SetContractLeverage,
  SetPositionMode,
} from './contract.commands.js';
import type { NewPositionEvent } from './position/position.events.js';
import { openPosition, type Holding } from './position/position.rules.js';
import { contractOf, factsOf, positionKind, spaceOf, type PositionState } from './position/position.state.js';

/** The right answers to the questions of the quiz, from 1; `quiz` of the contract texts asks them. */
const QUIZ_ANSWERS = [2, 3, 1, 2, 3] as const;

const to = (ownerId: string, event: Pick<NewPositionEvent, 'type' | 'data'>): NewEvent => ({
  stream: `${positionKind.name}-${ownerId}`,
  schema: 1,
  ...event,
});

/** What an owner has chosen, or what became of a position of theirs. */
export const positionEvent = (event: Pick<NewPositionEvent, 'type' | 'data'>): NewEvent =>
  to(event.data.ownerId, event);

/** What a position is worth by. */
export interface PricedContract {
  readonly markPrice: Amount;
  readonly lotSize: Amount;
  readonly fundingIndex: Amount;
}

/** The market that a position is judged by. */
export interface MarkedContract extends PricedContract {
  readonly at: number;
  /** In a call the mark is that of the last close: the next one may jump. */
  readonly isCall: boolean;
}

/** What new orders open by. A position that is open keeps its margin, so only its size limits the choice. */
export function decideLeverage(
  state: PositionState,
  { symbol, userId, ownerId, leverage, margin }: SetContractLeverage['data'],
  { markPrice, lotSize, at, isCall }: MarkedContract,
): NewEvent[] | Refusal {
  const { long, short, leverage: chosen } = contractOf(state, symbol);
  const largest = Math.max(long?.lots ?? 0, short?.lots ?? 0);
  const allowed = openingLimit(margin, at, notionalOf(markPrice, BigInt(largest) * lotSize));
  const leverageMax = isCall ? Math.min(allowed.leverageMax, leverageOf(chosen, margin, at)) : allowed.leverageMax;
  if (leverage < 1 || leverage > leverageMax)
    return refuse('contract.leverage-out-of-range', {
      field: 'leverage',
      maximum: leverageMax,
      ...decidedBy(allowed.policy),
    });
  if (leverage >= margin.quizFrom && !state.quizPassed)
    return refuse('contract.quiz-needed', {
      field: 'leverage',
      from: margin.quizFrom,
      ...decidedBy(margin.owners.policy),
    });
  if (leverage === chosenLeverage(chosen, margin))
    return refuse('contract.leverage-unchanged', { field: 'leverage', leverage });
  return [to(ownerId, { type: 'PositionLeverageSet', data: { userId, ownerId, symbol, leverage } })];
}

/** Kept once for all contracts of the account. */
export function decideQuiz(
  state: PositionState,
  { userId, ownerId, answers }: PassLeverageQuiz['data'],
): NewEvent[] | Refusal {
  if (state.quizPassed) return refuse('contract.quiz-passed-before');
  const questions = QUIZ_ANSWERS.length;
  const right = QUIZ_ANSWERS.filter((answer, index) => answers[index] === answer).length;
  if (right < questions || answers.length !== questions)
    return refuse('contract.quiz-failed', { field: 'answers', right, questions });
  return [to(ownerId, { type: 'LeverageQuizPassed', data: { userId, ownerId } })];
}

/** The mode changes only while nothing is open: lots and orders of one have no meaning in the other. */
export function decideMode(
  state: PositionState,
  { symbol, userId, ownerId, mode }: SetPositionMode['data'],
  book: Book,
): NewEvent[] | Refusal {
  const { long, short, mode: before } = contractOf(state, symbol);
  if (mode === before) return refuse('contract.mode-unchanged', { field: 'mode', mode });
  if (long !== null || short !== null || ordersOf(book, ownerId).length > 0)
    return refuse('contract.mode-while-open', { field: 'mode', symbol });
  return [to(ownerId, { type: 'PositionModeSet', data: { userId, ownerId, symbol, mode } })];
}

/** `markPrice` is `null` while the market is shut: margin may be added then, and none taken out. */
export type AdjustedContract = Omit<MarkedContract, 'markPrice'> & { readonly markPrice: Amount | null };

interface MarginFunds {
  readonly contract: AdjustedContract;
  readonly available: Amount;
  /** The events that settle its funding first. */
  readonly funded: readonly NewEvent[];
  readonly holding: Holding | null;
  readonly orders: OwnOrders;
  /** What its owner has open in all products. */
  readonly principal: Amount;
}

/** Puts margin up, or takes out what the position does not need at its leverage. */
export function decideMargin(
  state: PositionState,
  { symbol, userId, ownerId, side, amount: text, margin }: AdjustPositionMargin['data'],
  { contract, available, funded, holding, orders, principal }: MarginFunds,
): NewEvent[] | Refusal {
  if (holding === null) return refuse('contract.no-position', { field: 'side', symbol, side });
  const change = amount(text);
  const { leverage } = contractOf(state, symbol);
  if (change === ZERO) return refuse('contract.margin-zero', { field: 'amount' });
  if (change > available)
    return refuse('contract.margin-above-available', { field: 'amount', available: format(available) });
  const { at, isCall, markPrice } = contract;
  const position = openPosition(holding, contract.lotSize, contract.fundingIndex);
  const removable =
    isCall || markPrice === null
      ? ZERO
      : removableOf(position, markPrice, leverageOf(leverage, margin, at), { margin, at });
  if (-change > removable)
    return refuse('contract.margin-not-removable', { field: 'amount', maximum: format(removable) });
  const after = { ...holding, margin: holding.margin + change };
  const [capped] = change > ZERO ? capProblems(margin, principal, change, 'amount') : [];
  if (capped !== undefined) return capped;
  const left = openPosition(after, contract.lotSize, contract.fundingIndex);
  const beyond = change < ZERO ? closingBeyond(orders, { side, position: left }, 'amount') : undefined;
  if (beyond !== undefined) return beyond;
  return [...funded, marginMoved({ userId, ownerId, symbol, side }, change, after)];
}

type Whose = Pick<AdjustPositionMargin['data'], 'userId' | 'ownerId' | 'symbol' | 'side'>;

/** Margin that is put up for a position, which then has it; below zero what is taken out. */
export function marginMoved(whose: Whose, change: Amount, after: Holding): NewEvent {
  const { ownerId, symbol } = whose;
  const data = { ...whose, amount: format(change), after: factsOf(after) };
  return { ...to(ownerId, { type: 'PositionMarginAdjusted', data }), postings: movedMargin(ownerId, symbol, change) };
}

function movedMargin(ownerId: string, symbol: string, change: Amount): Posting[] {
  const space = spaceOf(symbol);
  return [
    { account: userAccount(ownerId, space, 'available'), asset: 'USDT', amount: -change },
    { account: userAccount(ownerId, space, 'frozen'), asset: 'USDT', amount: change },
  ];
}
