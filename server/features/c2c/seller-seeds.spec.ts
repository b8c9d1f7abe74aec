import { describe, expect, it } from '@jest/globals';
import { isValidBIC, isValidIBAN } from 'ibantools';
import { join } from 'node:path';
import { c2cMaxOf } from '../../../shared/c2c-limit.js';
import { ROOT } from '../../../test/kit/sources.js';
import { readPolicySeeds } from '../policy/policy-seeds.js';
import { currenciesOf, type C2cRules } from './c2c.rules.js';
import { readSellerSeeds } from './seller-seeds.js';

const folder = join(ROOT, 'seeds');
const sellers = readSellerSeeds(folder);

describe('the sellers of a new installation', () => {
  it('take every order that its rules allow: each currency, from the least to the most', () => {
    const rules = readPolicySeeds(folder).find(({ name }) => name === 'c2c.rules')?.values as C2cRules;
    expect(sellers.map(({ currency }) => currency)).toEqual(currenciesOf(rules));
    for (const { min, max } of sellers) expect([min, max]).toEqual([rules.min, c2cMaxOf(rules, true)]);
  });

  it('are accounts that check as real ones do, and that nobody takes for one', () => {
    for (const { label, accountName, accountNumber, bankName, swift, currency } of sellers) {
      for (const text of [label, accountName, bankName]) expect(text).toMatch(/^Simulated /);
      // Japan has no IBAN.
      expect(isValidIBAN(accountNumber)).toBe(currency !== 'JPY');
      expect(isValidBIC(swift)).toBe(true);
      // ISO 9362: a location that ends in 0 is of test and training, and no wire is ever routed there.
      expect(swift[7]).toBe('0');
    }
  });
});
