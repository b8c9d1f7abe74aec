import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { unfit } from '../kit/axe.js';
import { overflowOf, photograph, type WindowKind } from '../kit/browser.js';
import { startClient } from '../kit/console.js';
import { demoAtContracts, openLong, positionsOf, realAtContracts } from '../kit/contract-window.js';
import { eventually } from '../kit/eventually.js';

jest.setTimeout(240_000);

let started: Awaited<ReturnType<typeof startClient>>;
beforeAll(async () => {
  started = await startClient();
}, 240_000);
afterAll(() => started?.close());

const WINDOWS = [
  ['a demo account on a phone', demoAtContracts, 'phone'],
  ['a demo account on a desktop', demoAtContracts, 'desktop'],
  ['a real account on a phone', realAtContracts, 'phone'],
] as const satisfies readonly (readonly [string, typeof demoAtContracts | typeof realAtContracts, WindowKind])[];

describe('a position with take-profit and stop-loss', () => {
  it.each(WINDOWS)('is opened, gets margin and is closed in part by %s', async (_, opened, kind) => {
    const { page, faults, close } = await opened(started, kind);
    await openLong(page, '0.1', async (form) => {
      await form.getByRole('checkbox', { name: 'Take-profit / stop-loss' }).check();
      await form.getByRole('textbox', { name: 'Stop-loss' }).fill('88000');
      await form.getByRole('textbox', { name: 'Take-profit' }).fill('120000');
    });
    const row = positionsOf(page);
    await page.getByRole('tab', { name: 'Open orders (2)' }).waitFor();
    await row.getByRole('button', { name: 'Adjust margin of BTCUSDT-PERP Long' }).click();
    const margin = page.getByRole('dialog');
    await margin.getByLabel('Amount').fill('500');
    await eventually(() => margin.getByTestId('margin-change').innerText()).toMatch(
      /Liquidation price\s+.* → ≈ [\d,.]+/,
    );
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `contract-margin-${kind}`);
    await margin.getByRole('button', { name: 'Add margin' }).last().click();
    await page.getByText('Margin changed.').waitFor();
    await row.getByRole('button', { name: 'Close BTCUSDT-PERP Long' }).click();
    const closing = page.getByRole('dialog');
    await closing.getByLabel('Quantity').fill('0.04');
    await closing.getByText('Margin released').waitFor();
    await eventually(async () => [await unfit(page), await overflowOf(page)]).toEqual([[], 0]);
    await photograph(page, `contract-close-${kind}`);
    await closing.getByRole('button', { name: 'Close long' }).click();
    await eventually(() => row.innerText()).toContain('0.06 BTC');
    expect(faults).toEqual([]);
    await close();
  });
});
