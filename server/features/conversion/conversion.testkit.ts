import type { ConversionRules } from './conversion.commands.js';

/** Rules as the policy seeds them, with a fixed spread of 20 basis points; tests change what they are about. */
export const RULES: ConversionRules = {
  spreadRate: '0.002',
  volatilityFactor: '2',
  moveToleranceRate: '0.0005',
  minUsdt: '1',
  maxUsdt: '100000',
  dustBelowUsdt: '10',
  inventoryUsdt: '500000',
  quoteSeconds: 10,
  dustQuoteSeconds: 60,
  quotesPerMinute: 20,
};
