import { describe, expect, it } from '@jest/globals';
import { firstSteps, type FirstFacts } from './first-steps';

const NEW: FirstFacts = { tradePassword: false, authenticator: false, funded: false, traded: false };
const open = (facts: Partial<FirstFacts>) =>
  firstSteps({ ...NEW, ...facts })
    .filter(({ done }) => !done)
    .map(({ name }) => name);

describe('the first steps of a real account', () => {
  it('go from securing it over a deposit to the first trade', () => {
    expect(open({})).toEqual(['secure', 'authenticator', 'deposit', 'trade']);
  });

  it('are each done by what happened, in whatever order', () => {
    expect(open({ tradePassword: true })).toEqual(['authenticator', 'deposit', 'trade']);
    expect(open({ funded: true, traded: true })).toEqual(['secure', 'authenticator']);
    expect(open({ tradePassword: true, funded: true, traded: true })).toEqual(['authenticator']);
  });

  it('keep what is done in sight until all is done, and then are gone', () => {
    expect(firstSteps({ ...NEW, funded: true })).toHaveLength(4);
    expect(firstSteps({ tradePassword: true, authenticator: true, funded: true, traded: true })).toEqual([]);
  });
});
