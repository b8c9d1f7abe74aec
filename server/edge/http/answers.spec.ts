import { describe, expect, it } from '@jest/globals';
import { refuse } from '../../core/refusal.js';
import { Answers } from './answers.js';

describe('a request that is sent again under its token', () => {
  it('is answered as the first one, and no number of other calls pushes that answer out', async () => {
    const answers = new Answers({ now: () => 0 });
    let logins = 0;
    const logIn = () => answers.once({ key: 'token', fingerprint: 'f' }, () => Promise.resolve((logins += 1)));
    expect(await logIn()).toBe(1);
    for (let n = 0; n < 6_000; n += 1) await answers.once({ key: `order ${n}` }, () => Promise.resolve(n));
    expect(await logIn()).toBe(1);
  });

  it('is tried again when it was refused for the moment only, and not when it was refused', async () => {
    const answers = new Answers({ now: () => 0 });
    const results = [refuse('request.unavailable'), refuse('code.wrong'), null];
    const send = () => answers.once({ key: 'token', fingerprint: 'f' }, () => Promise.resolve(results.shift()));
    expect(await send()).toEqual(refuse('request.unavailable'));
    expect(await send()).toEqual(refuse('code.wrong'));
    expect(await send()).toEqual(refuse('code.wrong'));
  });
});
