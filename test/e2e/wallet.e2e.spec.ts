import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import { HDKey } from '@scure/bip32';
import { mnemonicToEntropy, mnemonicToSeedSync } from '@scure/bip39';
import { wordlist } from '@scure/bip39/wordlists/english.js';
import type { Page } from 'playwright-core';
import { overflowOf, openClient } from '../kit/browser.js';
import { startProcess, type StartedProcess } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(180_000);

let started: StartedProcess;

beforeAll(async () => {
  started = await startProcess();
});
afterAll(() => started?.close());

/** Everything that leaves the page or stays behind: requests with their bodies, socket messages and logs. */
function overhear(page: Page): string[] {
  const heard: string[] = [];
  page.on('request', (request) => heard.push(`${request.method()} ${request.url()} ${request.postData() ?? ''}`));
  page.on('request', (request) => heard.push(JSON.stringify(request.headers())));
  page.on('console', (message) => heard.push(message.text()));
  page.on('websocket', (socket) => socket.on('framesent', ({ payload }) => heard.push(payload.toString())));
  return heard;
}

/** All that a browser keeps for a page. */
const storedBy = (page: Page): Promise<string> =>
  page.evaluate<string>(`(async () => JSON.stringify([
    { ...localStorage }, { ...sessionStorage }, document.cookie, await indexedDB.databases(), await caches.keys(), history.state,
  ]))()`);

/** Every way in which the phrase, its entropy, its seed or its key might be written. */
function writingsOf(words: readonly string[]): string[] {
  const phrase = words.join(' ');
  const seed = mnemonicToSeedSync(phrase);
  const key = HDKey.fromMasterSeed(seed).derive("m/44'/60'/0'/0/0").privateKey ?? new Uint8Array();
  const secrets = [mnemonicToEntropy(phrase, wordlist), seed, key].map((bytes) => Buffer.from(bytes));
  const parts = [0, words.length - 3].map((from) => words.slice(from, from + 3));
  return [
    ...[words, ...parts].flatMap((some) => [' ', '+', '%20', ',', '","', '\n'].map((between) => some.join(between))),
    ...[phrase, parts.map((some) => some.join(' ')).join(' ')].map((text) =>
      Buffer.from(text).toString('base64').slice(0, 40),
    ),
    ...secrets.flatMap((bytes) => [
      bytes.toString('hex'),
      bytes.toString('hex').toUpperCase(),
      bytes.toString('base64').replace(/=+$/, ''),
      bytes.toString('base64url'),
      encodeURIComponent(bytes.toString('base64')),
      [...bytes].join(','),
    ]),
  ];
}

async function phraseOn(page: Page): Promise<string[]> {
  return page.getByTestId('phrase').locator('li').allInnerTexts();
}

describe('logging in by a wallet', () => {
  it('makes a phrase that is written down and checked, opens an account, and lets the phrase leave nowhere', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/login');
    const heard = overhear(page);
    await page.getByRole('tab', { name: 'Recovery phrase' }).click();
    await page.getByRole('button', { name: 'Create a phrase' }).click();
    await page.getByRole('button', { name: 'Show the words' }).click();
    await page.getByTestId('phrase').waitFor();
    const words = await phraseOn(page);
    expect(words).toHaveLength(12);
    await page.getByLabel('I’ve written the words down.').check();
    await page.getByRole('button', { name: 'Check the words' }).click();
    const choices = page.getByTestId('phrase-check');
    const wrong = words.find((word) => word !== words[0]) ?? '';
    await choices.getByRole('button', { name: wrong, exact: true }).first().click();
    await page.getByText(`“${wrong}” isn’t word 1.`).waitFor();
    for (const word of words)
      await choices
        .locator('button:enabled', { hasText: new RegExp(`^${word}$`) })
        .first()
        .click();
    await page.getByRole('button', { name: 'Log in with this wallet' }).click();

    await page.getByText('This address has no account yet').waitFor();
    await page.getByRole('combobox', { name: 'Nationality' }).fill('Portug');
    await page.getByRole('option', { name: 'Portugal' }).click();
    await page.getByRole('button', { name: 'Open account and log in' }).click();
    await page.getByText('Accept the user agreement to continue.').waitFor();
    await page.getByLabel(/I have read and accept/).check();
    await page.getByRole('button', { name: 'Open account and log in' }).click();
    await page.waitForURL((address) => !address.pathname.startsWith('/login'));

    const kept = await storedBy(page);
    const everything = [...heard, kept, started.output()].join('\n');
    expect(everything).toContain('walletLogin');
    expect(writingsOf(words).filter((writing) => everything.includes(writing))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });

  it('takes a phrase of every length that somebody has already, and says in German when it is none', async () => {
    const { page, faults, close } = await openClient(started, 'phone', '/login', { locale: 'de-DE' });
    const heard = overhear(page);
    const t = wordsOf('de');
    await page.getByRole('tab', { name: t('account:way.wallet') }).click();
    await page.getByRole('button', { name: t('wallet:import') }).click();
    const field = page.getByLabel(t('wallet:entry.label'));
    await field.fill('zoo '.repeat(12));
    await page.getByRole('button', { name: t('wallet:use') }).click();
    await page.getByText(t('wallet:invalid')).waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    const words = [...Array<string>(23).fill('abandon'), 'art'];
    await field.fill(words.join('  ').toUpperCase());
    await page.getByRole('button', { name: t('wallet:use') }).click();
    await page.getByText(t('wallet:account.title')).waitFor();
    const everything = [...heard, await storedBy(page)].join('\n');
    expect(writingsOf(words).filter((writing) => everything.includes(writing))).toEqual([]);
    expect(faults).toEqual([]);
    await close();
  });
});
