import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { FakeClock } from '../../server/core/clock.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';

/** A Wednesday in October 2025, with New York open: Qnity Electronics is listed on 3 November. */
const clock = new FakeClock(Date.UTC(2025, 9, 8, 15));
const symbol = 'QUSDT';
const STARTS = 'QUSDT starts trading Nov 3, 2025';
let started: StartedApp;
let demo: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  demo = await Trader.demo(started);
});
afterAll(() => started.close());

describe('an instrument that is not listed yet', () => {
  it('takes no order, and says when it starts trading', async () => {
    const answer = await demo.place({ symbol, price: '80', quantity: '1' });
    expect([answer.refusal, answer.envelope.message]).toEqual(['market.not-listed', expect.stringContaining(STARTS)]);
    const german = await demo.place({ symbol, price: '80', quantity: '1', lang: 'de' });
    expect(german.envelope.message).toMatch(/^QUSDT wird ab 03\.11\.2025.* gehandelt\.$/);
  });

  it('is converted by nobody', async () => {
    const fields = { from: 'USDT', to: 'Q', amount: '100' };
    await demo.when('previewConversion', fields).then('market.not-listed', STARTS);
    await demo.when('quoteConversion', fields).then('market.not-listed', STARTS);
  });

  it('has no candles', async () => {
    await demo.when('getCandles', { symbol, period: '1d' }).then('market.not-listed', STARTS);
  });

  it('takes no alert', async () => {
    const terms = { symbol, kind: 'crosses', level: '80', endsAt: clock.now() + 86_400_000 };
    await demo.when('setAlert', terms).then('alert.not-listed-yet', 'QUSDT isn’t trading yet.');
  });
});
