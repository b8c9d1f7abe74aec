import { fundingOwed, type PositionSide } from '../../../shared/margin.js';
import { amount, format, portion, ZERO } from '../../../shared/money.js';
import type { NewEvent, Posting } from '../../core/event.js';
import type { Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { PositionChange } from '../../trading/matching/book.js';
import { leastWhole } from '../../trading/venue/split.decider.js';
import type { PassDividend, SplitPositions } from './contract-action.commands.js';
import { lastNotional, movedTogether, type EndingContract } from './delivery/contract-end.decider.js';
import type { PositionFacts } from './position/position.events.js';
import type { PositionAccount } from './position/position.settlement.js';
import { charged } from './position/position.rules.js';
import { factsOf, type ContractPosition } from './position/position.state.js';

const SIDES = ['long', 'short'] as const;

/** What owners have open and have chosen. */
type PositionOf = (ownerId: string) => ContractPosition;

/**
 * Lots, not their size, follow a split: a contract's lot stays a fixed amount of the share. What makes no whole new lot is closed before, at
 * the price of after the split and without a fee. Entry cost and margin stay, so entry and liquidation price are divided.
 */
export function decidePositionSplits(
  { scope, sizes, account }: EndingContract,
  positionOf: PositionOf,
  { ownerIds, actionId, newShares, oldShares, price: after }: SplitPositions['data'],
): NewEvent[] | Refusal {
  const changes: PositionChange[] = [];
  const events: NewEvent[] = [];
  const postings: Posting[] = [];
  const price = portion(amount(after), BigInt(newShares), BigInt(oldShares), 'half-even');
  const whole = leastWhole({ newShares, oldShares });
  for (const ownerId of ownerIds) {
    if (positionOf(ownerId).actionId === actionId) continue;
    for (const side of SIDES) {
      const before = account.holding(ownerId, side)?.lots ?? 0;
      if (before === 0) continue;
      const lots = before % whole;
      if (lots > 0) {
        const notional = lastNotional(side, price, BigInt(lots) * sizes.lot);
        const closed = account.takeOver({ ownerId, side, lots, price, notional, fee: ZERO, cause: 'split' });
        events.push(...closed.events);
        postings.push(...closed.postings);
      }
      events.push(...split(account, ownerId, side, { actionId, newShares, oldShares }));
      const more = ((before - lots) / oldShares) * newShares - before;
      changes.push(...changed(scope.state, ownerId, side, more));
    }
  }
  return events.length === 0 ? [] : movedTogether(scope, changes, { events, postings }, 'split');
}

type Ratio = Pick<SplitPositions['data'], 'actionId' | 'newShares' | 'oldShares'>;

function split(account: PositionAccount, ownerId: string, side: PositionSide, ratio: Ratio): NewEvent[] {
  // Funding so far was charged for a share of before.
  const funded = account.fund(ownerId, side).events;
  const before = account.holding(ownerId, side);
  if (before === null) return [...funded];
  const after = { ...before, lots: (before.lots / ratio.oldShares) * ratio.newShares };
  const data: PositionFacts['PositionSplit'] = {
    ...account.named(ownerId, side),
    ...ratio,
    lotsBefore: before.lots,
    quantityBefore: account.quantity(before.lots),
    quantity: account.quantity(after.lots),
    after: factsOf(after),
  };
  return [...funded, account.keep(ownerId, side, after, { type: 'PositionSplit', data })];
}

/** How the book counts them: by side, or in one-way mode signed. */
function changed(
  { book }: EndingContract['scope']['state'],
  owner: string,
  side: PositionSide,
  more: number,
): PositionChange[] {
  if (more === 0) return [];
  if ((book.positions?.of(owner).both ?? 0) === 0) return [{ owner, positionSide: side, lots: more }];
  return [{ owner, positionSide: 'both', lots: side === 'long' ? more : -more }];
}

/** A short pays what a long receives; agents are on the other side of both. */
export function decideDividends(
  { sizes, account }: Pick<EndingContract, 'sizes' | 'account'>,
  positionOf: PositionOf,
  { ownerIds, actionId, perShare }: PassDividend['data'],
): NewEvent[] {
  const events: NewEvent[] = [];
  for (const ownerId of ownerIds) {
    if (positionOf(ownerId).actionId === actionId) continue;
    for (const side of SIDES) {
      events.push(...account.fund(ownerId, side).events);
      const before = account.holding(ownerId, side);
      if (before === null) continue;
      const quantity = BigInt(before.lots) * sizes.lot;
      const owed = fundingOwed({ side, quantity }, amount(perShare), ZERO);
      const { after, paid, shortfall } = charged(before, owed);
      const data: PositionFacts['PositionDividend'] = {
        ...account.named(ownerId, side),
        actionId,
        perShare,
        quantity: account.quantity(before.lots),
        paid: format(paid),
        shortfall: format(shortfall),
        after: factsOf(after),
      };
      const postings = paid === ZERO ? [] : taken(ownerId, account.space, paid);
      events.push({ ...account.keep(ownerId, side, after, { type: 'PositionDividend', data }), postings });
    }
  }
  return events;
}

function taken(ownerId: string, space: PositionAccount['space'], paid: bigint): Posting[] {
  return [
    { account: userAccount(ownerId, space, 'frozen'), asset: 'USDT', amount: -paid },
    { account: HOUSE.contractAgents.account, asset: 'USDT', amount: paid },
  ];
}
