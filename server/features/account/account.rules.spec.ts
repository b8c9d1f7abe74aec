import { describe, expect, it } from '@jest/globals';
import { grantPostings } from './account.rules.js';
import { DEMO_RULES } from './account.testkit.js';

describe('the rules of accounts', () => {
  it('grant from the house what the account gets, to the last unit', () => {
    expect(grantPostings('demo-ab12.1', DEMO_RULES).reduce((sum, { amount }) => sum + amount, 0n)).toBe(0n);
  });
});
