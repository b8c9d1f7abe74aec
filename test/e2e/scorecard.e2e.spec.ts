import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
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

describe('the scorecard', () => {
  it('shows every figure beside the real one, and fits a phone', async () => {
    const { page, faults, close } = await openClient(started, 'phone', '/scorecard', { locale: 'de-DE' });
    const words = wordsOf('de');
    await page.getByRole('heading', { level: 1, name: words('common:screen.scorecard') }).waitFor();
    const row = page.getByRole('row', { name: /SPX\/NDX/ });
    await row.waitFor();
    // Real, model, and the distance between them.
    await eventually(async () => (await row.getByRole('cell').allTextContents()).slice(0, 3)).toEqual([
      '0,92',
      '0,91',
      '-0,01',
    ]);
    await eventually(() => page.getByRole('row').count()).toBe(39 + 3);
    await eventually(() => overflowOf(page)).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });

  it('is one click away from the proof on the first page', async () => {
    const { page, close } = await openClient(started, 'desktop', '/');
    await page.getByRole('link', { name: wordsOf('en')('home:proof.scorecard') }).click();
    await page.getByRole('heading', { level: 1, name: wordsOf('en')('common:screen.scorecard') }).waitFor();
    await close();
  });
});
