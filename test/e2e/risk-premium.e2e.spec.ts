import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { readPremiums } from '../../server/market/risk-premium/kept-premiums.js';
import { openClient, overflowOf } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedClient;

beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

describe('the page of premiums', () => {
  it('shows the row of every group as the server keeps it, and fits a phone', async () => {
    const { page, faults, close } = await openClient(started, 'phone', '/premiums', { locale: 'de-DE' });
    const words = wordsOf('de');
    await page.getByRole('heading', { level: 1, name: words('common:screen.riskPremiums') }).waitFor();
    const { rows } = readPremiums('seeds');
    await eventually(() => page.getByRole('rowheader').count()).toBe(rows.length);
    const coins = page.getByRole('row', { name: new RegExp(words('risk-premium:reason.coins')) }).first();
    const [drift, carry, variance] = await coins.getByRole('cell').allTextContents();
    const { carry: kept } = rows.find(({ group }) => group === 'crypto')!;
    const german = (value: number): string => value.toFixed(2).replace('.', ',');
    expect(drift).toBe('0\u00a0% bis 15\u00a0%');
    expect(carry).toContain(`${german(kept.income * 100)}\u00a0% ±`);
    expect(carry).toContain(`Sharpe ${german(kept.sharpe)}`);
    expect(variance).toBe('20\u00a0%');
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it.each(['/scorecard', '/market?symbol=BTCUSDT'])('is one click away from %s', async (path) => {
    const { page, close } = await openClient(started, 'desktop', path);
    const name = wordsOf('en')('common:screen.riskPremiums');
    await page.getByRole('main').getByRole('link', { name }).first().click();
    await page.getByRole('heading', { level: 1, name }).waitFor();
    await close();
  });
});
