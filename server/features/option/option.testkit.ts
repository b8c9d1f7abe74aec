import type { OptionFigures } from '../../core/ports/option-prices.js';
import type { OptionRules } from './option.commands.js';

export const CAPS = { name: 'risk.caps', version: 1, inputs: { class: 'unassessed', cap: '1000' } };

/** What the market says at an instant. */
export const figuresAt = (at: number): OptionFigures => ({
  at,
  instrumentVersion: 1,
  price: '2500',
  chances: { rise: '0.4995', fall: '0.4995', equal: '0.001' },
  payouts: { rise: '0.92', fall: '0.92' },
  variance: '0.0000001',
});

/** Rules as the policy seeds them; tests change what they are about. */
export const RULES: OptionRules = {
  edge30s: '0.04',
  edge60s: '0.04',
  edge120s: '0.035',
  edge300s: '0.035',
  edge15m: '0.03',
  edge1h: '0.03',
  equalMax: '0.01',
  minUsdt: '1',
  maxUsdt: '5000',
  openMax: 50,
  personUsdt: '20000',
  expiryUsdt: '10000',
  marketUsdt: '50000',
  houseUsdt: '2000000',
  grantUsdt: '5000000',
  delayBeatsMin: 2,
  delayBeatsMax: 8,
  averageSeconds: 10,
};
