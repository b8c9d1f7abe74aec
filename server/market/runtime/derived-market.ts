import { ContractCandles } from '../contract/contract-candles.js';
import { ContractMarket } from '../contract/contract-market.js';
import { MarkCandles } from '../contract/mark-candles.js';
import { ContractSource } from '../contract/contract-source.js';

/** The market of all that is derived from instruments, for the thread that trades. */
export const derivedMarket = (...parts: ConstructorParameters<typeof ContractMarket>): ContractMarket =>
  new ContractMarket(...parts);

export type DerivedMarket = ReturnType<typeof derivedMarket>;

/** The candles of the same prices, and those of their marks, for the thread that draws them. */
export function derivedCandles(parts: ConstructorParameters<typeof ContractSource>[0]) {
  const source = new ContractSource(parts);
  const candles = new ContractCandles(source);
  return { candles, marks: new MarkCandles(candles, source) };
}

export type DerivedCandles = ReturnType<typeof derivedCandles>;

export { markedCandles } from '../contract/mark-candles.js';
