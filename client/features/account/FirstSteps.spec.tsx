import { describe, expect, it } from '@jest/globals';
import { wordsOf } from '../../../test/kit/words.js';
import { readText, rendered } from '../../lib/rendered.testkit';
import { FirstSteps } from './FirstSteps';

const NEW = { tradePassword: false, authenticator: false, funded: false, traded: false };

describe('the checklist of a new account', () => {
  it('says what each step is for, how far one is, and leads to what is still open', async () => {
    const facts = { ...NEW, tradePassword: true };
    const text = await readText(<FirstSteps facts={facts} />, 'account');
    const t = (key: string, values = {}) => wordsOf('en')(`account:first.${key}`, values);
    const head = [t('title'), t('progress', { done: 1, all: 4 }), t('hide')];
    const begin = [...head, t('secure'), t('done'), '2', t('authenticator')].join(' ');
    expect(text.slice(0, begin.length)).toBe(begin);
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
