import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { anyUnfit } from '../kit/axe.js';
import { openClient, startDemo } from '../kit/browser.js';
import { startClient, type StartedClient } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedClient;

beforeAll(async () => {
  started = await startClient();
});
afterAll(() => started?.close());

describe('the command palette', () => {
  it('opens by keyboard, finds an instrument and a page, is walked by arrows, and remembers what was picked', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/login');
    await page.getByTestId('start-demo').waitFor();
    await page.keyboard.press('Control+k');
    const text = page.getByRole('combobox', { name: 'Search instruments and pages' });
    await text.and(page.locator(':focus')).waitFor();
    await page.keyboard.type('ethusdt');
    const first = page.getByRole('option').first();
    await page.getByRole('option', { name: 'ETHUSDT Ethereum', exact: true }).waitFor();
    await eventually(() => first.getAttribute('aria-selected')).toBe('true');
    const isMeant = async () => (await text.getAttribute('aria-activedescendant')) === (await first.getAttribute('id'));
    await eventually(isMeant).toBe(true);
    await eventually(() => anyUnfit(page, { within: '[role=dialog]' })).toEqual([]);
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/market\?symbol=ETHUSDT$/);

    await page.getByRole('heading', { level: 1, name: 'ETH' }).waitFor();
    await page.keyboard.press('/');
    await page.getByRole('option', { name: /^ETHUSDT/ }).waitFor();
    await page.keyboard.type('help cen');
    await page.getByRole('option', { name: /^Help centre/ }).waitFor();
    await page.keyboard.press('Enter');
    await page.waitForURL(/\/help$/);
    expect(faults).toEqual([]);
    await close();
  });

  it('opens a page by its name, as the main menu does', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/login');
    await page.getByTestId('start-demo').click();
    await page.waitForURL(/\/currencyTrade/);
    const menu = page.getByRole('navigation', { name: 'Main navigation' });
    const t = wordsOf('en');
    await menu.getByRole('link', { name: t('common:nav.wealth'), exact: true }).hover();
    await menu.getByRole('link', { name: t('common:screen.loanProducts'), exact: true }).waitFor();
    await menu.getByRole('link', { name: t('common:nav.trade'), exact: true }).hover();
    await menu.getByRole('link', { name: t('common:screen.options'), exact: true }).waitFor();
    await menu.getByRole('link', { name: t('common:screen.exchange'), exact: true }).waitFor();
    await page.keyboard.press('Control+k');
    await page.getByRole('combobox', { name: 'Search instruments and pages' }).fill('loan pro');
    await page.getByRole('option', { name: `${t('common:screen.loanProducts')} /ldcoin` }).click();
    await page.waitForURL(/\/ldcoin$/);
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: t('common:screen.loanProducts') }).waitFor();
    await eventually(() => anyUnfit(page, { within: 'main' })).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('finds pages in the reader’s own language, from the page that is not there', async () => {
    const { page, close } = await openClient(started, 'phone', '/no/hilfe', { locale: 'de-DE' });
    await page.getByRole('heading', { level: 1 }).waitFor();
    await page
      .getByRole('main')
      .getByRole('button', { name: wordsOf('de')('common:palette.label') })
      .click();
    const text = page.getByRole('combobox');
    await eventually(() => text.inputValue()).toBe('no hilfe');
    await text.fill('hilfe');
    await page
      .getByRole('option', { name: /^Hilfe/ })
      .first()
      .click();
    await page.waitForURL(/\/help$/);
    await close();
  });
});

describe('a page that is not there', () => {
  it('says so to somebody who is logged in, sends them nowhere else, and leads on', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/login');
    await startDemo(page);
    await page.goto(`${started.url}/no/such-page`);
    const t = wordsOf('en');
    const main = page.getByRole('main');
    await main.getByRole('heading', { level: 1, name: t('common:notFound.title') }).waitFor();
    await main.getByText(t('common:notFound.body')).waitFor();
    await page
      .getByRole('button', { name: t('common:menu.user') })
      .first()
      .waitFor();
    expect(new URL(page.url()).pathname).toBe('/no/such-page');
    await main.getByRole('link', { name: t('common:screen.assets'), exact: true }).click();
    await page.waitForURL(/\/table1$/);
    expect(faults).toEqual([]);
    await close();
  });
});
