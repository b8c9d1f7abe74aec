import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { unfit } from '../kit/axe.js';
import { openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { patternOf, wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedClient;
beforeAll(async () => {
  started = await startClient({ instruments: 'whole' });
});
afterAll(() => started?.close());

const t = wordsOf('en');
const rows = (page: Page) =>
  page.locator('tbody [data-symbol]').evaluateAll((all) => all.map((row) => row.getAttribute('data-symbol')));
const heads = (page: Page) => page.getByRole('columnheader').allInnerTexts();

async function star(page: Page, ...symbols: readonly string[]): Promise<void> {
  for (const symbol of symbols) {
    await page.locator('input[type=search]').first().fill(symbol);
    await page.locator(`[data-symbol="${symbol}"] [aria-pressed]`).click();
    await page.locator(`[data-symbol="${symbol}"] [aria-pressed=true]`).waitFor();
  }
  await page.locator('input[type=search]').first().fill('');
}

describe('watchlists', () => {
  it('are a visitor’s own with columns and order, and stand in the account after the first log-in', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/market');
    await page.locator('[data-symbol="BTCUSDT"]').waitFor();
    await star(page, 'XAUUSDT', 'ETHUSDT');
    await page.getByRole('tab', { name: t('market:category.favourites') }).click();
    await eventually(() => rows(page)).toEqual(['XAUUSDT', 'ETHUSDT']);
    await page.getByText(t('watchlist:onDevice')).waitFor();

    // A second list with columns of its own, from left to right in the order in which they were chosen.
    await page.getByRole('button', { name: t('watchlist:new') }).click();
    const form = page.getByRole('form', { name: t('watchlist:newTitle') });
    await form.getByRole('button', { name: t('watchlist:create') }).click();
    await form.getByText(t('watchlist:nameMissing')).waitFor();
    await form.getByLabel(t('watchlist:name')).fill('Tech');
    for (const column of ['curve', 'range', 'turnover', 'session'])
      await form.locator(`[name="column.${column}"]`).uncheck();
    for (const column of ['spread', 'sector']) await form.locator(`[name="column.${column}"]`).check();
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'watchlist-dialog');
    await form.getByRole('button', { name: t('watchlist:create') }).click();
    await page.getByText(t('watchlist:empty')).waitFor();
    await page.getByRole('tab', { name: t('market:tab.coins') }).click();
    await star(page, 'AAPLUSDT', 'MSFTUSDT', 'NVDAUSDT');
    await page
      .getByRole('tab', { name: t('market:category.favourites') })
      .first()
      .click();
    const shown = ['price', 'change', 'spread', 'sector'].map((column) => t(`market:column.${column}`));
    await eventually(async () => (await heads(page)).slice(2, -1)).toEqual(shown);
    await eventually(() => rows(page)).toEqual(['AAPLUSDT', 'MSFTUSDT', 'NVDAUSDT']);

    await page.goto(started.url);
    await startDemo(page);
    await page.getByText(t('watchlist:kept')).waitFor();
    await page.goto(`${started.url}/market?tab=favourites`);
    await eventually(() => rows(page)).toEqual(['AAPLUSDT', 'MSFTUSDT', 'NVDAUSDT']);
    await eventually(() => page.getByText(t('watchlist:onDevice')).count()).toBe(0);
    await eventually(async () => (await heads(page)).slice(2, -1)).toEqual(shown);
    expect(faults).toEqual([]);
    await close();
  });

  it('are put in order by keys and by dragging, in the account, and a phone shows the first two columns', async () => {
    const { page, faults, close } = await openClient(started, 'desktop');
    await startDemo(page);
    await page.goto(`${started.url}/market`);
    await page.locator('[data-symbol="BTCUSDT"]').waitFor();
    await star(page, 'BTCUSDT', 'ETHUSDT', 'SOLUSDT');
    await page.goto(`${started.url}/market?tab=favourites`);
    await eventually(() => rows(page)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
    await page.getByRole('button', { name: t('watchlist:arrange') }).click();
    const handle = (symbol: string) => page.getByRole('button', { name: t('watchlist:drag', { symbol }) });
    await handle('BTCUSDT').focus();
    await page.keyboard.press('ArrowDown');
    await eventually(() => rows(page)).toEqual(['ETHUSDT', 'BTCUSDT', 'SOLUSDT']);
    await page.getByText(t('watchlist:moved', { symbol: 'BTCUSDT', place: '2', count: '3' })).waitFor();
    await page.keyboard.press('End');
    await eventually(() => rows(page)).toEqual(['ETHUSDT', 'SOLUSDT', 'BTCUSDT']);
    const box = (await handle('BTCUSDT').boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    await page.mouse.move(x, y);
    await page.mouse.down();
    await page.mouse.move(x, y - 60);
    await page.mouse.move(x, y - 104, { steps: 4 });
    await eventually(() => rows(page)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
    await page.mouse.up();
    await page.reload();
    await eventually(() => rows(page)).toEqual(['BTCUSDT', 'ETHUSDT', 'SOLUSDT']);
    await page.setViewportSize({ width: 390, height: 844 });
    await eventually(async () => (await heads(page)).slice(2)).toEqual([
      t('market:column.price'),
      t('market:column.change'),
    ]);
    await page.getByRole('button', { name: t('watchlist:arrange') }).click();
    await handle('SOLUSDT').waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    await eventually(() => unfit(page)).toEqual([]);
    await photograph(page, 'watchlist-phone');

    // A list goes only after a question; the favourites never do.
    await page.getByRole('button', { name: t('watchlist:edit') }).click();
    const edit = page.getByRole('form', { name: t('watchlist:editTitle') });
    await edit.getByRole('checkbox', { name: t('market:column.price') }).waitFor();
    await eventually(() => edit.getByLabel(t('watchlist:name')).count()).toBe(0);
    await eventually(() => edit.getByRole('button', { name: t('watchlist:delete') }).count()).toBe(0);
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('watchlist:new') }).click();
    const fresh = page.getByRole('form', { name: t('watchlist:newTitle') });
    await fresh.getByLabel(t('watchlist:name')).fill('Short');
    await fresh.getByRole('button', { name: t('watchlist:create') }).click();
    await page.getByRole('tab', { name: 'Short', selected: true }).waitFor();
    await page.getByRole('button', { name: t('watchlist:new') }).click();
    await fresh.getByLabel(t('watchlist:name')).fill('SHORT');
    await fresh.getByRole('button', { name: t('watchlist:create') }).click();
    await fresh.getByText(t('refusal:watchlist.name-taken')).waitFor();
    await page.keyboard.press('Escape');
    await page.getByRole('button', { name: t('watchlist:edit') }).click();
    await edit.getByRole('button', { name: t('watchlist:delete') }).click();
    const question = page.getByRole('dialog', { name: patternOf(t('watchlist:deleteAsk', { name: 'Short' })) });
    await question.getByRole('button', { name: t('watchlist:delete') }).click();
    await eventually(() => page.getByRole('tab', { name: 'Short' }).count()).toBe(0);
    expect(faults).toEqual([]);
    await close();
  });
});
