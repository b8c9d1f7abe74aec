import {
  OWNED_ITEMS_MAX,
  OWNED_RUNGS,
  type OwnedItemView,
  type OwnedView,
} from '../../../../contracts/owned.contract.js';
import { format, ZERO, type Amount } from '../../../../shared/money.js';
import type { DatedIncome } from '../../../core/owned.js';
import type { Debt } from '../../../core/ports/open-debts.js';
import { valuedItems, valueOf, type Balance, type ProductItem, type ValuedItem } from './owned.sums.js';

/** Everything that "What I own" follows from. */
export interface OwnedFacts {
  readonly at: number;
  readonly position: number;
  readonly balances: readonly Balance[];
  readonly items: readonly ProductItem[];
  readonly income: readonly (DatedIncome & { readonly product: string })[];
  /** Products whose dated income is not read yet. */
  readonly unread: readonly string[];
  readonly debts: readonly (Debt & { readonly product: string })[];
}

export function ownedViewOf({ at, position, balances, items, income, unread, debts }: OwnedFacts): OwnedView {
  const valued = valuedItems(balances, items, at);
  const spaces = sumOf(balances, ({ available, frozen, price }) => valueOf(available + frozen, price));
  const beyond = sumOf(items, (item) => item.beyond);
  const owed = sumOf(debts, ({ usdt }) => usdt);
  const shown = valued
    .filter(({ held }) => held.length > 0)
    .sort((one, other) => compare(worthOf(other), worthOf(one)));
  const coming = [...income, ...debts.flatMap((debt) => repaymentOf(debt, at))].toSorted(
    (one, other) => one.at - other.at,
  );
  const prices = new Map(balances.map(({ asset, price }) => [asset, price]));
  return {
    at,
    position,
    spacesUsdt: format(spaces),
    beyondUsdt: format(beyond),
    debtsUsdt: format(owed),
    netUsdt: format(spaces + beyond - owed),
    products: productsOf(valued),
    coins: coinsOf(balances),
    ladder: ladderOf(valued, balances),
    early: earlyOf(items),
    items: shown.slice(0, OWNED_ITEMS_MAX).map(itemViewOf),
    itemCount: shown.length,
    income: coming.slice(0, OWNED_ITEMS_MAX).map((one) => incomeViewOf(one, prices.get(one.asset) ?? null)),
    incomeCount: coming.length,
    incomeUnread: [...unread],
    debts: debts.map(({ product, id, label, usdt, dueAt }) => ({ product, id, label, usdt: format(usdt), dueAt })),
  };
}

type Coming = OwnedFacts['income'][number];

/**
 * A debt that is due on a date goes out on it, whichever product lent it: at the last instant before it is overdue. What is overdue
 * already grows with each date.
 */
function repaymentOf({ product, id, label, dueAt, dueUsdt }: OwnedFacts['debts'][number], now: number): Coming[] {
  if (dueAt === null) return [];
  const out = { product, id, label, what: 'repayment', asset: 'USDT', least: -dueUsdt, most: -dueUsdt } as const;
  return [{ ...out, at: dueAt - 1, isEstimate: dueAt <= now }];
}

function incomeViewOf(
  { product, id, label, what, at, asset, least, most, isEstimate }: Coming,
  price: Amount | null,
): OwnedView['income'][number] {
  const isUsdt = asset === 'USDT';
  return {
    product,
    id,
    label,
    what,
    at,
    currency: asset,
    least: format(least),
    most: format(most),
    mostUsdt: isUsdt ? format(most) : price === null ? null : format(valueOf(most, price)),
    isEstimate: isEstimate || !isUsdt,
  };
}

const worthOf = ({ heldUsdt, beyond }: ValuedItem): Amount => heldUsdt + beyond;

/** A value moves with prices where it is made of anything but USDT, or where the product says so. */
const moves = ({ isEstimate, isAtRisk, held }: ValuedItem): boolean =>
  isEstimate || isAtRisk || held.some(({ asset }) => asset !== 'USDT');

function itemViewOf(item: ValuedItem): OwnedItemView {
  const { product, id, label, detail, heldUsdt, beyond, isAtRisk, way, rung, availableAt, cost, early } = item;
  return {
    product,
    id,
    label,
    detail,
    valueUsdt: format(worthOf(item)),
    heldUsdt: format(heldUsdt),
    beyondUsdt: format(beyond),
    isEstimate: moves(item),
    isAtRisk,
    way,
    rung,
    availableAt,
    costUsdt: format(cost),
    early: early && { costUsdt: format(early.cost), receivesUsdt: format(worthOf(item) - early.cost) },
  };
}

function productsOf(items: readonly ValuedItem[]): OwnedView['products'] {
  const found = new Map<string, ValuedItem[]>();
  for (const item of items) {
    const own = found.get(item.product);
    if (own === undefined) found.set(item.product, [item]);
    else own.push(item);
  }
  return [...found]
    .map(([product, own]) => ({ product, own, worth: sumOf(own, worthOf) }))
    .sort((one, other) => compare(other.worth, one.worth))
    .map(({ product, own, worth }) => ({
      product,
      count: own.length,
      valueUsdt: format(worth),
      beyondUsdt: format(sumOf(own, ({ beyond }) => beyond)),
      isEstimate: own.some(moves),
    }));
}

function coinsOf(balances: readonly Balance[]): OwnedView['coins'] {
  const coins = new Map<string, { worth: Amount; isPriced: boolean }>();
  for (const { asset, available, frozen, price } of balances) {
    if (available + frozen === ZERO) continue;
    const worth = (coins.get(asset)?.worth ?? ZERO) + valueOf(available + frozen, price);
    coins.set(asset, { worth, isPriced: price !== null });
  }
  return [...coins]
    .sort(([, one], [, other]) => compare(other.worth, one.worth))
    .map(([currency, { worth, isPriced }]) => ({ currency, valueUsdt: format(worth), isPriced }));
}

function ladderOf(items: readonly ValuedItem[], balances: readonly Balance[]): OwnedView['ladder'] {
  const hasCoins = balances.some(({ asset, available }) => asset !== 'USDT' && available > ZERO);
  return OWNED_RUNGS.map((rung) => {
    const own = items.filter((item) => item.rung === rung);
    const isEstimate = own.some(moves) || (rung === 'now' && hasCoins);
    return { rung, valueUsdt: format(sumOf(own, worthOf)), isEstimate };
  });
}

/** Of USDT alone: what comes back early is principal and interest. */
function earlyOf(items: readonly ProductItem[]): OwnedView['early'] {
  const able = items.filter(({ early }) => early !== null);
  const cost = sumOf(able, ({ early }) => early?.cost ?? ZERO);
  const worth = sumOf(able, ({ held, beyond }) => sumOf(held, ({ amount }) => amount) + beyond);
  return { count: able.length, costUsdt: format(cost), receivesUsdt: format(worth - cost) };
}

const sumOf = <One>(all: readonly One[], part: (one: One) => Amount): Amount =>
  all.reduce((sum, one) => sum + part(one), ZERO);

const compare = (one: Amount, other: Amount): number => (one < other ? -1 : one > other ? 1 : 0);
