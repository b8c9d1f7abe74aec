import { describe, expect, it } from '@jest/globals';
import { readText, rendered } from '../../lib/rendered.testkit';
import { FirstSteps } from './FirstSteps';

const NEW = { tradePassword: false, authenticator: false, funded: false, traded: false };

describe('the checklist of a new account', () => {
  it('says what each step is for, how far one is, and leads to what is still open', async () => {
    const facts = { ...NEW, tradePassword: true };
    const text = await readText(<FirstSteps facts={facts} />, 'account');
    expect(text).toMatch(/^First steps 1 of 4 done Hide Set a trade password Done 2 Turn on your authenticator /);
    const html = await rendered(<FirstSteps facts={facts} />, 'account');
    expect([...html.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)).toEqual([
      '/googleCode',
      '/authenticationrj',
      '/currencyTrade',
    ]);
  });

  it('is not there when all is done', async () => {
    const all = { tradePassword: true, authenticator: true, funded: true, traded: true };
    expect(await rendered(<FirstSteps facts={all} />, 'account')).toBe('');
  });
});
