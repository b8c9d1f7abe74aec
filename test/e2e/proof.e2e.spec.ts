import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { Page } from 'playwright-core';
import { openPool } from '../../server/engine/history/database.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { EventStore } from '../../server/engine/history/event-store.js';
import { planned } from '../../server/core/command.js';
import { FallDueLiabilities } from '../../server/features/liability/liability.commands.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { openClient, overflowOf, photograph, startDemo } from '../kit/browser.js';
import { signIn, startProcess, type StartedProcess } from '../kit/console.js';
import { eventually } from '../kit/eventually.js';
import { wordsOf } from '../kit/words.js';

jest.setTimeout(120_000);

let started: StartedProcess;
const folder = mkdtempSync(join(tmpdir(), 'glassbook-proof-'));

beforeAll(async () => {
  started = await startProcess();
}, 300_000);
afterAll(async () => {
  await started?.close();
  rmSync(folder, { recursive: true });
});

/** Liabilities fall due now and not at the next full hour. */
async function fallDue(): Promise<void> {
  const pool = openPool(started.databaseUrl, 1);
  const store = new EventStore(pool, new SegmentSigner(CheckpointKey.open(started.dataDir)));
  const epoch = Date.now();
  const policy = { name: 'liabilities.rules' as const, version: 1, inputs: { hours: 4 } };
  await store.schedule('demo', {
    id: `liabilities:${epoch}`,
    dueAt: epoch,
    command: planned(FallDueLiabilities, { epoch, policy }),
  });
  await pool.end();
}

async function kept(page: Page, button: string, name: string): Promise<string> {
  const coming = page.waitForEvent('download');
  await page.getByRole('button', { name: button }).click();
  const path = join(folder, name);
  await (await coming).saveAs(path);
  return path;
}

describe('the proof of liabilities', () => {
  it('says when the first is due, then finds one’s own balances counted, in the browser and by the script', async () => {
    const { page, faults, close } = await openClient(started, 'desktop', '/');
    await startDemo(page);
    await page.goto(`${started.url}/bps`);
    await page.getByText('The first is due').waitFor();
    await fallDue();
    // The introduction of the page ends with the same words.
    const counted = page.getByText('Your balances are included', { exact: true });
    const lookAgain = async () => {
      await page.reload();
      await counted.or(page.getByText('The first is due')).first().waitFor();
      return counted.isVisible();
    };
    await eventually(lookAgain).toBe(true);
    await eventually(() => page.getByRole('row', { name: /^USDT 100,000 / }).count()).toBe(1);
    await page.getByText(/All \d+ hashes/).click();
    await page.getByText('top of the tree').waitFor();
    const proof = await kept(page, 'Download proof', 'liability-proof.json');
    const roots = await kept(page, 'Download published roots', 'liability-roots.json');
    const script = await kept(page, 'Download script', 'verify-liability.mjs');
    const output = execFileSync(process.execPath, [script, proof, '--roots', roots], { encoding: 'utf8' });
    expect(output).toMatch(/is owed 100000 USDT, counted in \d+ USDT\nOK\n$/);
    await photograph(page, 'proof-desktop');

    const log = page.getByRole('region', { name: 'Public log' });
    await log.getByText('The log only grew').waitFor();
    await page.evaluate(() => {
      const seen = JSON.parse(localStorage.getItem('glassbook.log.demo') ?? '{}') as object;
      localStorage.setItem('glassbook.log.demo', JSON.stringify({ ...seen, root: `${'A'.repeat(43)}=` }));
    });
    await page.reload();
    await log.getByRole('alert').getByText('The history was rewritten').waitFor();
    await eventually(() => log.getByText(/^Seen /).count()).toBe(1);
    await page.evaluate(() => localStorage.removeItem('glassbook.log.demo'));
    await page.reload();
    await log.getByText('Checkpoint kept').waitFor();
    expect(faults).toEqual([]);

    await page.getByRole('button', { name: 'Language' }).click();
    await page.getByRole('menuitemradio', { name: 'Deutsch' }).click();
    await page.setViewportSize({ width: 390, height: 844 });
    await page.getByText(wordsOf('de')('liability:own.counted'), { exact: true }).waitFor();
    await eventually(() => overflowOf(page)).toBe(0);
    await photograph(page, 'proof-phone-de');
    await close();
  });
});

describe('the reconciliation', () => {
  it('is asked for by risk and not by who only reads, and shows every line of books and world outside', async () => {
    const reader = await signIn(started, 'auditor');
    await reader.page.goto(`${started.url}/admin/#/reconciliations`);
    await reader.page.getByText('No reconciliations yet').waitFor();
    await eventually(() => reader.page.getByRole('button', { name: 'Compare now' }).count()).toBe(0);
    await reader.page.context().close();
    const { page, faults } = await signIn(started, 'risk');
    await page.goto(`${started.url}/admin/#/reconciliations`);
    await page.getByRole('button', { name: 'Compare now' }).first().click();
    await page.getByRole('heading', { name: 'Books and outside' }).waitFor();
    await page.getByText('Equal').first().waitFor();
    await eventually(() => page.getByRole('row', { name: /^Bank\s*USDT/ }).count()).toBe(1);
    await photograph(page, 'reconciliation-desktop');
    expect(faults).toEqual([]);
    await page.context().close();
  });
});
