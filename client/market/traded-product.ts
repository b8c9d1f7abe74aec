import { symbolKind } from '../../shared/contract-symbol.js';

/** What has an order book that people trade in. */
export const TRADED_PRODUCTS = ['spot', 'contract'] as const;
export type TradedProduct = (typeof TRADED_PRODUCTS)[number];

/** Whose book it is. */
export const productOf = (symbol: string): TradedProduct => (symbolKind(symbol) === 'instrument' ? 'spot' : 'contract');
