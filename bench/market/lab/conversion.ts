import type { ConversionPrice } from '../../../contracts/conversion.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { amount, format, fromSteps, type Amount } from '../../../shared/money.js';
import { isRefusal } from '../../../server/core/refusal.js';
import type { ConversionQuoted } from '../../../server/features/conversion/conversion.events.js';
import {
  legOf,
  moveRefusal,
  spreadFor,
  sumOf,
  volatilityOf,
} from '../../../server/features/conversion/conversion.rules.js';
import { publishedValues } from './lab-market.js';
import type { Lab } from './lab.js';

type Rules = KnownPolicies['conversion.rules'];
const rules = publishedValues<Rules>('conversion.rules');
/** A planted fault: a quote stands whatever the price becomes, at no spread. */
const FREE: Rules = { ...rules, moveToleranceRate: '1', spreadRate: '0', volatilityFactor: '0' };

/** A live quote: what is given for what, at the index of its instant. */
export interface Quote {
  readonly isSale: boolean;
  readonly symbol: string;
  readonly quoted: ConversionQuoted;
}

const USDT: ConversionPrice = { currency: 'USDT', symbol: null, priceUsdt: '1' };

const coinOf = ({ market, at }: Lab, symbol: string): ConversionPrice | undefined => {
  const price = market.index(symbol, at);
  return isRefusal(price) ? undefined : { currency: market.spec(symbol).base, symbol, priceUsdt: format(price) };
};

/** A quote for so many lots of a coin, or for USDT, by the published rules; the faulty ones give options away. */
export function quoteOf(
  lab: Lab,
  symbol: string,
  sold: { lots: number } | { usdt: number },
  isFree = false,
): Quote | undefined {
  const coin = coinOf(lab, symbol);
  if (coin === undefined) return undefined;
  const isSale = 'lots' in sold;
  const values = isFree ? FREE : rules;
  const spread = spreadFor(values, volatilityOf(lab.market.minuteReturns(symbol, lab.at), [], values.quoteSeconds));
  const given = isSale ? coinsOf(lab, symbol, sold.lots) : amount(`${sold.usdt}`);
  const [from, to] = isSale ? [coin, USDT] : [USDT, coin];
  const leg = legOf(given, from, to, spread);
  const policy = { name: 'conversion.rules', version: 1, inputs: values };
  const quoted = { legs: [leg], to, receives: sumOf([leg]), policy, quotedAt: lab.at } as unknown as ConversionQuoted;
  return { isSale, symbol, quoted };
}

/** Accepts a quote: what changes hands in lots (bought is positive) and USDT, or `undefined` when it is refused. */
export function accepted(lab: Lab, { isSale, symbol, quoted }: Quote): { lots: number; usdt: number } | undefined {
  const coin = coinOf(lab, symbol);
  const [leg] = quoted.legs;
  if (coin === undefined || leg === undefined) return undefined;
  const [from, to] = isSale ? [coin, USDT] : [USDT, coin];
  const again = legOf(amount(leg.amount), from, to, leg);
  const current = { legs: [again], to, receives: sumOf([again]), at: lab.at };
  if (moveRefusal(quoted, current) !== undefined) return undefined;
  const [given, got] = [Number(leg.amount), Number(quoted.receives)];
  const lot = +lab.market.spec(symbol).lotSize;
  return isSale ? { lots: -Math.round(given / lot), usdt: got } : { lots: Math.floor(got / lot), usdt: -given };
}

function coinsOf(lab: Lab, symbol: string, lots: number): Amount {
  return fromSteps(lots, amount(lab.market.spec(symbol).lotSize));
}
