import type { Area } from '../lib/feature';

/** Where a screen that is still to come sends on to: what is there today and nearest to what was wanted. */
export const NEXT_STEPS: Readonly<Record<Area, readonly string[]>> = {
  content: ['help', 'market', 'spot'],
  account: ['spot', 'assets', 'help'],
  verification: ['spot', 'assets', 'help'],
  trading: ['spot', 'market', 'orderRecords'],
  newCoins: ['market', 'spot', 'help'],
  loans: ['assets', 'spot', 'help'],
  wealth: ['spot', 'market', 'assets'],
  funding: ['assets', 'accountRecords', 'spot'],
  records: ['accountRecords', 'orderRecords', 'assets'],
  c2c: ['spot', 'assets', 'help'],
};
