import { amount, format, roundTo, times, ZERO, type Amount } from '../../../shared/money.js';
import type { StreamKind } from '../../core/decider.js';
import { eventsOf, type FactsOf, type NewEvent, type Posting } from '../../core/event.js';
import { never } from '../../core/never.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { CashOutHolding, NotifyHolder, PayDividend } from './entitlement.commands.js';
import type { DividendPaid, EntitlementEvent, HoldingCashedOut } from './entitlement.events.js';

/** What the quote asset is counted in. */
const QUOTE_DECIMALS = 8;

/** What an owner was told and paid, by action. */
export interface Entitlements {
  readonly told: ReadonlySet<string>;
  readonly paid: ReadonlyMap<string, string>;
}

/** Stream `entitlement-<ownerId>`. */
export const entitlementKind: StreamKind<Entitlements> = {
  name: 'entitlement',
  initial: () => ({ told: new Set(), paid: new Map() }),
  evolve: (state, event) => evolve(state, event as EntitlementEvent),
};

const newEvent = eventsOf<FactsOf<EntitlementEvent>>(({ ownerId }) => `entitlement-${ownerId}`);
const toldKey = ({ actionId, notice }: Pick<NotifyHolder['data'], 'actionId' | 'notice'>) => `${actionId} ${notice}`;

export function decideNotify({ told }: Entitlements, data: NotifyHolder['data']): NewEvent[] {
  return told.has(toldKey(data)) ? [] : [newEvent('HolderNotified', data)];
}

/** What so many shares bring, rounded down. */
export const dividendOf = (held: Amount, perShare: string): Amount =>
  roundTo(times(held, amount(perShare), 'down'), QUOTE_DECIMALS, 'down');

/** Whoever holds too little for the last decimal of the quote asset gets nothing. */
export function decidePay({ paid }: Entitlements, data: PayDividend['data'], held: Amount): NewEvent[] {
  if (paid.has(data.actionId)) return [];
  const due = dividendOf(held, data.perShare);
  if (due <= ZERO) return [];
  const fact: DividendPaid = { ...data, quantity: format(held), amount: format(due) };
  return [{ ...newEvent('DividendPaid', fact), postings: payment(data, due) }];
}

/** Everything in all account spaces. What is on hold has to be over first. */
export function decideCashOut(
  { paid }: Entitlements,
  data: CashOutHolding['data'],
  holdings: ReadonlyMap<string, Amount>,
): NewEvent[] | Refusal {
  if (paid.has(data.actionId)) return [];
  const held = [...holdings].filter(([, amountOf]) => amountOf > ZERO);
  if (held.some(([account]) => account.endsWith('/frozen'))) return refuse('request.unavailable');
  const quantity = held.reduce((sum, [, amountOf]) => sum + amountOf, ZERO);
  if (quantity === ZERO) return [];
  const due = roundTo(times(quantity, amount(data.price), 'down'), QUOTE_DECIMALS, 'down');
  const fact: HoldingCashedOut = { ...data, quantity: format(quantity), amount: format(due) };
  const { account: house } = HOUSE.delistings;
  const postings = [
    ...held.map(([account, amountOf]) => ({ account, asset: data.base, amount: -amountOf })),
    { account: house, asset: data.base, amount: quantity },
    ...(due === ZERO ? [] : paidFrom(house, data, due)),
  ];
  return [{ ...newEvent('HoldingCashedOut', fact), postings }];
}

function payment({ ownerId, quote: asset }: PayDividend['data'], due: Amount): Posting[] {
  return paidFrom(HOUSE.dividends.account, { ownerId, quote: asset }, due);
}

function paidFrom(
  account: string,
  { ownerId, quote: asset }: Pick<PayDividend['data'], 'ownerId' | 'quote'>,
  due: Amount,
): Posting[] {
  return [
    { account, asset, amount: -due },
    { account: userAccount(ownerId, 'spot', 'available'), asset, amount: due },
  ];
}

function evolve({ told, paid }: Entitlements, event: EntitlementEvent): Entitlements {
  switch (event.type) {
    case 'HolderNotified':
      return { told: new Set(told).add(toldKey(event.data)), paid };
    case 'DividendPaid':
    case 'HoldingSplit':
    case 'HoldingCashedOut':
      return { told, paid: new Map(paid).set(event.data.actionId, event.data.amount) };
    default:
      return never(event);
  }
}
