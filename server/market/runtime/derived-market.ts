import { ContractCandles } from '../contract/contract-candles.js';
import { ContractMarket } from '../contract/contract-market.js';
import { ContractSource } from '../contract/contract-source.js';

/** The market of all that is derived from instruments, for the thread that trades. */
export const derivedMarket = (...parts: ConstructorParameters<typeof ContractMarket>): ContractMarket =>
  new ContractMarket(...parts);

export type DerivedMarket = ReturnType<typeof derivedMarket>;

/** The candles of the same prices, for the thread that draws them. */
export const derivedCandles = (parts: ConstructorParameters<typeof ContractSource>[0]): ContractCandles =>
  new ContractCandles(new ContractSource(parts));

export type DerivedCandles = ReturnType<typeof derivedCandles>;
