import type { OwnedRung } from '../../../../contracts/owned.contract.js';
import { roundTo, times, ZERO, type Amount } from '../../../../shared/money.js';
import type { OwnedHold, OwnedItem } from '../../../core/owned.js';

const DAY_MS = 86_400_000;
const VALUE_DECIMALS = 8;
/** What no product holds. */
export const AVAILABLE = 'available';
/** What is on hold and no product has named yet: an item changed between two looks. */
export const UNNAMED = 'other';

/** Both buckets of an asset in an account space. `price` in USDT; `null` where nothing prices it. */
export interface Balance {
  readonly space: string;
  readonly asset: string;
  readonly available: Amount;
  readonly frozen: Amount;
  readonly price: Amount | null;
}

export interface ProductItem extends OwnedItem {
  readonly product: string;
}

export interface ValuedItem extends ProductItem {
  readonly heldUsdt: Amount;
  readonly rung: OwnedRung;
}

/** How soon an instant is; `null` is no instant. */
export function rungOf(availableAt: number | null, at: number): OwnedRung {
  if (availableAt === null) return 'undated';
  const left = availableAt - at;
  if (left <= 0) return 'now';
  if (left <= DAY_MS) return 'day';
  if (left <= 7 * DAY_MS) return 'week';
  return left <= 30 * DAY_MS ? 'month' : 'later';
}

const keyOf = ({ space, asset }: Pick<OwnedHold, 'space' | 'asset'>): string => `${space} ${asset}`;

/** What of the balances on hold no item names, by `space asset`; less than nothing where items name more. Empty: all is named. */
export function unnamedOf(balances: readonly Balance[], items: readonly OwnedItem[]): Map<string, Amount> {
  const left = new Map(balances.map((balance) => [keyOf(balance), balance.frozen]));
  for (const hold of items.flatMap(({ held }) => held))
    left.set(keyOf(hold), (left.get(keyOf(hold)) ?? ZERO) - hold.amount);
  return new Map([...left].filter(([, amount]) => amount !== ZERO));
}

/**
 * Items with the value of what they hold, and a last one with what is available. A balance is valued once and shared out: the parts of a
 * row add up to its value to the last digit, whatever the rounding.
 */
export function valuedItems(balances: readonly Balance[], items: readonly ProductItem[], at: number): ValuedItem[] {
  const cuts = new Map(balances.map((balance) => [keyOf(balance), new Cut(balance)]));
  const heldUsdt = (held: readonly OwnedHold[]): Amount =>
    held.reduce((sum, hold) => sum + (cuts.get(keyOf(hold))?.next(hold.amount) ?? ZERO), ZERO);
  const valued = items.map((item) => ({ ...item, heldUsdt: heldUsdt(item.held), rung: rungOf(item.availableAt, at) }));
  const rests = [...cuts.values()].map((cut) => cut.rest());
  const sumOf = (part: 'frozen' | 'available'): Amount => rests.reduce((sum, rest) => sum + rest[part], ZERO);
  const whole = (product: string, usdt: Amount, way: 'none' | 'payout', availableAt: number | null): ValuedItem => ({
    product,
    id: product,
    label: '',
    detail: null,
    held: [],
    beyond: ZERO,
    isEstimate: false,
    isAtRisk: false,
    way,
    availableAt,
    cost: ZERO,
    early: null,
    heldUsdt: usdt,
    rung: rungOf(availableAt, at),
  });
  const unnamed = sumOf('frozen');
  return [
    ...valued,
    ...(unnamed === ZERO ? [] : [whole(UNNAMED, unnamed, 'payout', null)]),
    whole(AVAILABLE, sumOf('available'), 'none', at),
  ];
}

/** In USDT, rounded down as the assets page does it. */
export const valueOf = (held: Amount, price: Amount | null): Amount =>
  price === null ? ZERO : roundTo(times(held, price, 'down'), VALUE_DECIMALS, 'down');

/** Cuts the value of a balance: each piece is worth what the pieces up to it are, less those before it. */
class Cut {
  private taken: Amount = ZERO;
  private worth: Amount = ZERO;

  constructor(private readonly balance: Balance) {}

  next(amount: Amount): Amount {
    const before = this.worth;
    this.taken += amount;
    this.worth = valueOf(this.taken, this.balance.price);
    return this.worth - before;
  }

  rest(): { readonly frozen: Amount; readonly available: Amount } {
    const { available, frozen } = this.balance;
    const unnamed = this.next(frozen - this.taken);
    return { frozen: unnamed, available: this.next(available) };
  }
}
