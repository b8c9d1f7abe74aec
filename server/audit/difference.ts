import { amount, format } from '../../shared/money.js';
import type { OpenOrderOf } from '../trading/venue/open-orders.js';
import type { RealmStood } from './replay.js';

interface Place {
  readonly position: number;
  readonly hash: string;
}

/** What two replays of one realm have not in common. */
export interface RealmDifference {
  readonly realm: string;
  readonly from: Place;
  readonly to: Place;
  readonly balances: readonly { account: string; asset: string; before: string; after: string; change: string }[];
  /** `before` is `null` for an order that was opened in between, `after` for one that was closed. */
  readonly orders: readonly { before: OpenOrderOf | null; after: OpenOrderOf | null }[];
}

export function differencesOf(before: RealmStood, after: RealmStood): RealmDifference {
  const placeOf = ({ position, hash }: RealmStood): Place => ({ position, hash });
  return {
    realm: after.realm,
    from: placeOf(before),
    to: placeOf(after),
    balances: pairs(before.balances, after.balances, ({ account, asset }) => `${account} ${asset}`).map(balanceChange),
    orders: pairs(before.orders, after.orders, ({ orderId }) => orderId),
  };
}

type Balance = RealmStood['balances'][number];

function balanceChange({ before, after }: { before: Balance | null; after: Balance | null }) {
  const { account, asset } = (after ?? before) as Balance;
  const [was, is] = [before?.amount ?? '0', after?.amount ?? '0'];
  return { account, asset, before: was, after: is, change: format(amount(is) - amount(was)) };
}

/** Rows of both by their key, those that are alike left out. */
function pairs<Row>(before: readonly Row[], after: readonly Row[], keyOf: (row: Row) => string) {
  const was = new Map(before.map((row) => [keyOf(row), row]));
  const is = new Map(after.map((row) => [keyOf(row), row]));
  return [...new Set([...was.keys(), ...is.keys()])]
    .sort()
    .map((key) => ({ before: was.get(key) ?? null, after: is.get(key) ?? null }))
    .filter((pair) => JSON.stringify(pair.before) !== JSON.stringify(pair.after));
}
