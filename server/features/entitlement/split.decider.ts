import { amount, format, roundTo, roundToStep, times, ZERO, type Amount } from '../../../shared/money.js';
import type { NewEvent, Posting } from '../../core/event.js';
import type { SplitOwner } from '../../core/ports/split-books.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { SplitHolding } from './entitlement.commands.js';
import type { HoldingSplit } from './entitlement.events.js';

/** What fractions of a lot are paid in is counted to so many decimals. */
const QUOTE_DECIMALS = 8;

type SplitData = SplitHolding['data'];

/** What an owner has of the instrument's base asset, by account. */
export type Holdings = ReadonlyMap<string, Amount>;

/**
 * What is not on hold becomes so many new shares, in every account space for itself and in whole lots; what is left below a lot is
 * paid at the price of after the split. What open orders hold is changed with them, so all else on hold has to be over first.
 */
export function decideSplit(data: SplitData, holdings: Holdings, orders: SplitOwner | undefined): NewEvent[] | Refusal {
  const { ownerId, newShares, oldShares } = data;
  const [kept, released] = [orders?.kept ?? ZERO, orders?.released ?? ZERO];
  const onHold = [...holdings].reduce((sum, [account, held]) => (isFrozen(account) ? sum + held : sum), ZERO);
  if (onHold !== kept + released) return refuse('request.unavailable');
  const spot = userAccount(ownerId, 'spot', 'available');
  const lot = amount(data.lotSize);
  const postings: Posting[] = [];
  let [before, after, fraction] = [kept, split(kept, data), ZERO];
  for (const [account, balance] of holdings) {
    if (isFrozen(account)) continue;
    const held = balance + (account === spot ? released : ZERO);
    const exact = split(held, { newShares, oldShares });
    const whole = roundToStep(exact, lot, 'down');
    before += held;
    after += whole;
    fraction += exact - whole;
    if (whole !== held) postings.push({ account, asset: data.base, amount: whole - held });
  }
  if (before === ZERO) return [];
  const paid = roundTo(times(fraction, amount(data.openPrice), 'down'), QUOTE_DECIMALS, 'down');
  const fact: HoldingSplit = factOf(data, { before, after, fraction, paid });
  const event = { stream: `entitlement-${ownerId}`, type: 'HoldingSplit', schema: 1, data: fact };
  const all = [...postings, ...counterpart(data, postings), ...payment(data, paid)];
  return [all.length === 0 ? event : { ...event, postings: all }];
}

const isFrozen = (account: string): boolean => account.endsWith('/frozen');

const split = (held: Amount, { newShares, oldShares }: Pick<SplitData, 'newShares' | 'oldShares'>): Amount =>
  (held * BigInt(newShares)) / BigInt(oldShares);

function factOf(
  { userId, ownerId, actionId, symbol, base, quote, newShares, oldShares, openPrice }: SplitData,
  { before, after, fraction, paid }: Readonly<Record<'before' | 'after' | 'fraction' | 'paid', Amount>>,
): HoldingSplit {
  return {
    userId,
    ownerId,
    actionId,
    symbol,
    base,
    quote,
    newShares,
    oldShares,
    before: format(before),
    after: format(after),
    fraction: format(fraction),
    price: openPrice,
    amount: format(paid),
  };
}

function counterpart({ base: asset }: SplitData, postings: readonly Posting[]): Posting[] {
  const sum = postings.reduce((total, { amount: changed }) => total + changed, ZERO);
  return sum === ZERO ? [] : [{ account: HOUSE.splits.account, asset, amount: -sum }];
}

function payment({ ownerId, quote: asset }: SplitData, paid: Amount): Posting[] {
  if (paid === ZERO) return [];
  return [
    { account: HOUSE.splits.account, asset, amount: -paid },
    { account: userAccount(ownerId, 'spot', 'available'), asset, amount: paid },
  ];
}
