import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { openClient, placeMarketOrder, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';

jest.setTimeout(120_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

describe('the fee page', () => {
  it('shows a visitor every tier, and a trader their own with what is missing for the next', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await page.goto(`${started.url}/fees`);
    const tiers = page.getByTestId('fee-tiers').locator('tbody tr');
    await tiers.first().waitFor();
    await eventually(() => tiers.count()).toBe(8);
    await eventually(() => tiers.last().innerText()).toMatch(/Tier 7\s+From 2,500,000,000 USDT\s+-0\.004%\s+0\.04%/);
    await page.getByText('Log in to see your tier.').waitFor();
    await page.getByRole('tab', { name: 'Contracts', exact: true }).click();
    await eventually(() => tiers.last().innerText()).toMatch(/Tier 7\s+From 5,000,000,000 USDT\s+0\.004%\s+0\.022%/);
    await page.goto(started.url);
    await startDemo(page);
    await placeMarketOrder(page, 'Buy', '0.01');
    await page.getByTestId('available').filter({ hasNotText: '100,000' }).waitFor();
    await page.goto(`${started.url}/fees`);
    await eventually(() => page.getByTestId('fee-tier').innerText()).toBe('Tier 0');
    await page.getByText(/^[\d,.]+ USDT more for tier 1$/).waitFor();
    await eventually(() => tiers.first().getAttribute('aria-current')).toBe('true');
    await page.goto(`${started.url}/fees?product=contract`);
    await page.getByText('15,000,000 USDT more for tier 1', { exact: true }).waitFor();
    await eventually(() => page.getByTestId('fee-tier').innerText()).toBe('Tier 0');
    expect(faults).toEqual([]);
    await close();
  });
});
