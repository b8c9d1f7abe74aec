import { format, roundTo, toAmount } from '../../../shared/money';

/** The ways to a coin, each finished on the same screen. From outside, something comes in for real accounts alone. */
const INSIDE = ['convert', 'order'] as const;
const OUTSIDE = ['c2c', 'deposit'] as const;
export type BuyWay = (typeof INSIDE | typeof OUTSIDE)[number];

/** The state of a quick buy, kept in the address for reload and Back. */
export interface QuickBuy {
  coin: string;
  /** USDT, as decimal text. */
  spend: string;
  /** `null` while the ways are compared. */
  way: BuyWay | null;
  /** The C2C order that was placed here; empty before. */
  order: string;
}

const START = { coin: 'BTC', spend: '1000' };
const AMOUNT = /^\d{1,12}(\.\d{1,8})?$/;
/** Reads the state from an address; unknown coins, ways and amounts are ignored. */
export function readQuickBuy(search: URLSearchParams, coins: readonly string[], real: boolean): QuickBuy {
  const [coin, spend, way] = [search.get('coin') ?? '', search.get('spend') ?? '', search.get('way')];
  const ways = real ? [...INSIDE, ...OUTSIDE] : INSIDE;
  return {
    coin: coins.includes(coin) ? coin : START.coin,
    spend: AMOUNT.test(spend) ? spend : START.spend,
    way: ways.find((each) => each === way) ?? null,
    order: real && way === 'c2c' ? (search.get('order') ?? '') : '',
  };
}

export function writeQuickBuy({ coin, spend, way, order }: QuickBuy): Record<string, string> {
  return { coin, spend, ...(way && { way }), ...(way === 'c2c' && order && { order }) };
}

/** What is typed as an amount: a point at its end still waits for its decimals. */
export const amountOf = (typed: string): string => typed.replace(/\.$/, '');

/** USDT as a C2C order counts them, in cents; empty for none. */
export function centsOf(spend: string): string {
  const cents = roundTo(toAmount(spend), 2, 'down');
  return cents === 0n ? '' : format(cents);
}
