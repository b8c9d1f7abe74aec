import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import type { Page } from 'playwright-core';
import { anyUnfit } from '../kit/axe.js';
import { eventually } from '../kit/eventually.js';
import { exportedComponents, startGallery, type StartedGallery } from '../kit/gallery.js';
import { ROOT, filesBelow, read } from '../kit/sources.js';

jest.setTimeout(120_000);

let gallery: StartedGallery;

beforeAll(async () => {
  gallery = await startGallery();
});
afterAll(() => gallery?.close());

/** How many different colours a picture has, looked at through the browser itself. */
function coloursOf(page: Page, png: Buffer): Promise<number> {
  const paint = `async (data) => {
    const image = await createImageBitmap(await (await fetch(data)).blob());
    const canvas = new OffscreenCanvas(image.width, image.height);
    const context = canvas.getContext('2d');
    context.drawImage(image, 0, 0);
    const pixels = new Uint32Array(context.getImageData(0, 0, image.width, image.height).data.buffer);
    return new Set(pixels).size;
  }`;
  return page.evaluate(`(${paint})('data:image/png;base64,${png.toString('base64')}')`);
}

describe('the gallery', () => {
  it('shows every component of client/ui in both themes, with colours that all can tell apart, and without a fault', async () => {
    const { page, faults } = await gallery.open();
    const names = () =>
      page
        .locator('[data-specimen]')
        .evaluateAll((all) => all.flatMap((each) => (each.getAttribute('data-specimen') ?? '').split(' ')));
    await eventually(async () => (await names()).sort()).toEqual(exportedComponents());
    for (const specimen of await page.locator('[data-specimen]').all()) {
      const stages = await specimen.locator('[data-theme]').all();
      expect(stages).toHaveLength(2);
      for (const stage of stages) await eventually(async () => (await stage.boundingBox())?.height).toBeGreaterThan(40);
    }
    await eventually(() => anyUnfit(page, { without: ['duplicate-id', 'landmark-unique'] })).toEqual([]);
    const folder = join(ROOT, 'test-results', 'screens');
    mkdirSync(folder, { recursive: true });
    const picture = await page.screenshot({ path: join(folder, 'gallery.png'), fullPage: true });
    const colours = await coloursOf(page, picture);
    expect(colours).toBeGreaterThan(100);
    expect(faults).toEqual([]);
    await page.close();
  });

  it('shows a dialog that keeps the focus inside, closes on Escape and gives the focus back', async () => {
    const { page, faults } = await gallery.open();
    const opener = page.getByRole('button', { name: 'Open a dialog' }).first();
    await opener.focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'A dialog' });
    await dialog.waitFor();
    for (let press = 0; press < 6; press += 1) {
      await page.keyboard.press('Tab');
      await eventually(() => page.evaluate("document.activeElement.closest('[role=dialog],body').tagName")).toMatch(
        /DIV|BODY/,
      );
      await eventually(() => page.locator('#root :focus').count()).toBe(0);
    }
    await eventually(() => anyUnfit(page, { within: '[role=dialog][aria-modal]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.waitForFunction("document.activeElement.textContent === 'Open a dialog'");
    expect(faults).toEqual([]);
    await page.close();
  });

  it('shows a menu that begins at what is chosen, is walked by arrows, and gives the focus back', async () => {
    const { page, faults } = await gallery.open();
    const opener = page.getByRole('button', { name: 'A menu' }).first();
    const focused = () => page.evaluate('document.activeElement.textContent');
    await opener.focus();
    await page.keyboard.press('Enter');
    await page.getByRole('menu', { name: 'A menu' }).waitFor();
    await page.waitForFunction("document.activeElement.textContent === 'Light'");
    await page.keyboard.press('ArrowDown');
    await eventually(() => focused()).toBe('Dark');
    await page.keyboard.press('ArrowDown');
    await eventually(() => focused()).toBe('Light');
    await page.keyboard.press('End');
    await eventually(() => focused()).toBe('Dark');
    await eventually(() => anyUnfit(page, { within: '[role=menu]' })).toEqual([]);
    await page.keyboard.press('Escape');
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await eventually(() => opener.evaluate((button) => button === button.ownerDocument.activeElement)).toBe(true);

    await opener.click();
    await page.getByRole('menuitemradio', { name: 'Dark' }).waitFor();
    await opener.click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    await opener.and(page.locator(':focus')).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.getByRole('menu').waitFor();
    await page.getByRole('heading', { level: 1 }).click();
    await page.getByRole('menu').waitFor({ state: 'detached' });
    expect(faults).toEqual([]);
    await page.close();
  });

  it('asks over a dialog: Escape answers the question and leaves the dialog open', async () => {
    const { page } = await gallery.open();
    await page.getByRole('button', { name: 'Open a dialog' }).first().click();
    const dialog = page.getByRole('dialog', { name: 'A dialog' });
    await dialog.getByRole('button', { name: 'Ask' }).click();
    const question = page.getByRole('dialog', { name: 'Sure?' });
    await question.and(page.locator(':focus, :has(:focus)')).waitFor();
    await page.keyboard.press('Escape');
    await question.waitFor({ state: 'detached' });
    await eventually(() => dialog.isVisible()).toBe(true);
    await page.waitForFunction("document.activeElement.textContent === 'Ask'");
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await page.close();
  });

  it('shows a form that puts a refusal at the field it names, with the focus, and keeps what was typed', async () => {
    const { page } = await gallery.open();
    const form = page.getByRole('form', { name: 'A whole form' }).first();
    await form.getByLabel('Account').fill('bert');
    await form.getByRole('button', { name: 'Send', exact: true }).click();
    await form.getByText('This account is taken.').waitFor();
    const account = form.getByLabel('Account');
    await eventually(() => form.locator('[name=account]:focus').count()).toBe(1);
    await eventually(() => account.getAttribute('aria-invalid')).toBe('true');
    await eventually(() => account.inputValue()).toBe('bert');
    await page.keyboard.type('a');
    await form.getByText('This account is taken.').waitFor({ state: 'detached' });
    await page.close();
  });

  it('shows the whole of an amount on focus, and copies it', async () => {
    const { page } = await gallery.open();
    const amount = page.getByRole('button', { name: '1,234.56789123 USDT' }).first();
    await amount.focus();
    await amount.locator('[aria-hidden]', { hasText: /^1,234.56789123 USDT$/ }).waitFor();
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    await amount.click();
    await page.getByTestId('toasts').getByText('Copied').waitFor();
    await eventually(() => page.evaluate('navigator.clipboard.readText()')).toBe('1234.56789123');
    await page.close();
  });

  it('changes a row of a live table without touching the rows beside it', async () => {
    const { page } = await gallery.open('?live');
    const touched = await page.evaluate<number[]>(`new Promise((resolve) => {
      const table = document.querySelector('[data-specimen=LiveTable] [role=table]');
      const rows = [...table.querySelectorAll('[role=rowgroup] > [role=row]')];
      const seen = new Set();
      new MutationObserver((changes) => {
        for (const { target } of changes) seen.add(rows.findIndex((row) => row.contains(target)));
        if (seen.size >= 20) resolve([...seen]);
      }).observe(table, { subtree: true, childList: true, characterData: true });
    })`);
    expect(touched.filter((row) => row % 2 !== 0)).toEqual([]);
    const row = "document.querySelector('[data-specimen=LiveTable] [role=rowgroup] > [role=row]')";
    await eventually(() => page.evaluate(`getComputedStyle(${row}).contain`)).toBe('strict');
    await page.close();
  });
});

describe('a production build', () => {
  it('leaves the gallery out: nothing but the development door leads to it', () => {
    const doors = filesBelow('client')
      .filter((path) => /\.tsx?$/.test(path) && !path.startsWith('client/gallery/'))
      .filter((path) => /gallery\/Gallery/.test(read(path)));
    expect(doors).toEqual(['client/app/Screens.tsx']);
    expect(read('client/app/Screens.tsx')).toContain('import.meta.env.DEV ? lazy');
  });
});
