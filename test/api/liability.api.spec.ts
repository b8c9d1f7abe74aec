import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { ModuleRef } from '@nestjs/core';
import { Pool } from 'pg';
import type { LiabilityEpochsView } from '../../contracts/liability.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { amount } from '../../shared/money.js';
import { LiabilityPublisher } from '../../server/features/liability/liability.publisher.js';
import { LiabilityModule } from '../../server/features/liability/liability.module.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';

const HOUR_MS = 3_600_000;
const NOON = Date.UTC(2026, 0, 7, 12);
const clock = new FakeClock(NOON + 60_000);
const folder = mkdtempSync(join(tmpdir(), 'glassbook-proof-'));
const SCRIPT = resolve('scripts/verify-liability.mjs');
let started: StartedApp;
let ann: Trader;
let bob: Trader;

beforeAll(async () => {
  started = await startApp({ clock });
  ann = await Trader.demo(started);
  bob = await Trader.demo(started);
  await ann.placed({ type: 'market', quantity: '0.5' });
  await ann.placed({ price: '10000', quantity: '0.1' }).catch(() => undefined);
}, 120_000);
afterAll(async () => {
  await started.close();
  rmSync(folder, { recursive: true });
});

const visitor = () => new Trader(started);
const epochs = (query = {}) => visitor().given('getLiabilityEpochs', { realm: 'demo', ...query });
const proof = (of: Trader, query = {}) => of.get('getLiabilityProof', query);

/** The next epoch is over and committed. */
async function nextEpoch(): Promise<LiabilityEpochsView> {
  const { nextAt, items } = await epochs();
  clock.setTo(nextAt);
  await until(async () => (await epochs()).items.length > items.length);
  return epochs();
}

/** What the standalone script says, and how it ends. */
function check(read: unknown, roots: unknown, ...more: string[]): [ends: number, output: string] {
  writeFileSync(join(folder, 'proof.json'), typeof read === 'string' ? read : JSON.stringify(read));
  writeFileSync(join(folder, 'roots.json'), JSON.stringify(roots));
  try {
    const args = [SCRIPT, join(folder, 'proof.json'), '--roots', join(folder, 'roots.json'), ...more];
    return [0, execFileSync(process.execPath, args, { encoding: 'utf8' })];
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return [status, stdout];
  }
}

describe('the proof of liabilities', () => {
  it('is due a minute after anything is owed for the first time, and before says when that is', async () => {
    const { refusal, params } = await proof(ann);
    const nextAt = NOON + 2 * 60_000;
    expect([refusal, params]).toEqual(['liability.none-yet', { nextAt }]);
    expect(await epochs()).toMatchObject({ items: [], hours: 4, nextAt });
    expect(await epochs({ realm: 'real' })).toMatchObject({ items: [], nextAt: NOON + 4 * HOUR_MS });
  });

  it('is made that first time once, also when servers start together, again before, and after', async () => {
    const keeper = started.app.get(LiabilityPublisher, { strict: false });
    const nest = started.app.select(LiabilityModule).get(ModuleRef, { strict: true });
    const others = await Promise.all([nest.create(LiabilityPublisher), nest.create(LiabilityPublisher)]);
    await Promise.all([keeper, ...others].map((each) => each.start()));
    expect(await nextEpoch()).toMatchObject({ nextAt: NOON + 4 * HOUR_MS, items: [{ epoch: NOON + 2 * 60_000 }] });
    await keeper.start();
    clock.advance(HOUR_MS);
    await bob.placed({ type: 'market', quantity: '0.01' });
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query(`SELECT FROM events WHERE realm = 'demo' AND type = 'LiabilitiesDue'`);
    const { rows: open } = await pool.query<{ id: string }>(
      `SELECT id FROM due_commands WHERE realm = 'demo' AND type = 'FallDueLiabilities'`,
    );
    expect([rows.length, open]).toEqual([1, [{ id: `liabilities:${NOON + 4 * HOUR_MS}` }]]);
    await Promise.all(others.map((each) => each.stop()));
    const { rows: roots } = await pool.query(
      `SELECT FROM events WHERE realm = 'demo' AND type = 'LiabilitiesCommitted'`,
    );
    expect(roots).toHaveLength(1);
  });

  it('is due to the hour, and counts all balances at the position where it fell due', async () => {
    const [epoch] = (await nextEpoch()).items;
    expect(epoch).toMatchObject({ realm: 'demo', epoch: NOON + 4 * HOUR_MS, leaves: 2, kept: true });
    const pool = started.app.get<Pool>(Pool, { strict: false });
    const { rows } = await pool.query<{ asset: string; sum: string }>(
      `SELECT asset, trim_scale(sum(amount))::text AS sum FROM ledger_postings WHERE realm = 'demo' AND position <= $1
         AND account LIKE 'user/%' GROUP BY asset HAVING sum(amount) <> 0 ORDER BY asset COLLATE "C"`,
      [epoch?.position],
    );
    expect(epoch?.sums).toEqual(rows.map(({ asset, sum }) => ({ asset, amount: sum })));
    const { rows: heads } = await pool.query<{ type: string; at: number; hash: string }>(
      `SELECT type, at, encode(hash, 'hex') AS hash FROM events WHERE realm = 'demo' AND position = $1`,
      [epoch?.position],
    );
    expect(heads).toEqual([{ type: 'LiabilitiesDue', at: NOON + 4 * HOUR_MS, hash: epoch?.head }]);
  });

  it('shows each person his own balances, and the standalone script finds them counted', async () => {
    const roots = await epochs();
    for (const person of [ann, bob]) {
      const { data } = await proof(person);
      const total = (asset: string) => amount(data.sums.find((sum) => sum.asset === asset)?.amount ?? '0');
      for (const { asset, amount: own } of data.leaf.sums) expect(total(asset) >= amount(own)).toBe(true);
      const [ends, output] = check(data, roots, '--owner', `${person.userId}.1`);
      expect([ends, output.endsWith('OK\n')]).toEqual([0, true]);
    }
    const { data } = await proof(ann);
    expect(data.leaf.sums.map(({ asset }) => asset)).toEqual(['BTC', 'USDT']);
    expect(check(data, roots, '--owner', `${bob.userId}.1`)[0]).toBe(1);
    expect(check(data, [])[1]).toContain('have none of this realm and epoch');
  });

  it('is not what it was when a single byte is another', async () => {
    const { checkProof } = (await import(SCRIPT)) as {
      checkProof(read: unknown, roots: unknown): unknown;
    };
    const roots = await epochs();
    const { data } = await proof(ann);
    const bytes = Buffer.from(JSON.stringify(data));
    expect(() => checkProof(JSON.parse(bytes.toString()), roots)).not.toThrow();
    const passed: number[] = [];
    for (let at = 0; at < bytes.length; at += 1) {
      for (const flip of [1, 2, 4, 8, 16, 32, 64, 128]) {
        const bent = Buffer.from(bytes);
        bent[at] = (bent[at] as number) ^ flip;
        try {
          checkProof(JSON.parse(bent.toString()), roots);
          passed.push(at);
        } catch {
          // That is what is wanted.
        }
      }
    }
    expect(passed).toEqual([]);
  });

  it('stays what it was when balances go on, and the next epoch has new nonces and another order', async () => {
    const before = (await proof(bob)).data;
    await bob.placed({ type: 'market', quantity: '0.25' });
    expect((await proof(bob)).data).toEqual(before);
    const { items } = await nextEpoch();
    const after = (await proof(bob)).data;
    expect(after.epoch).toBe(before.epoch + 4 * HOUR_MS);
    expect(after.leaf.nonce).not.toBe(before.leaf.nonce);
    expect((await proof(bob, { epoch: before.epoch })).data).toEqual(before);
    expect(items.map(({ epoch }) => epoch)).toEqual([after.epoch, before.epoch, NOON + 2 * 60_000]);
    const first = await epochs({ limit: 1 });
    expect(first.items).toEqual(items.slice(0, 1));
    expect((await epochs({ limit: 1, cursor: first.nextCursor })).items).toEqual(items.slice(1, 2));
  });

  it('tells somebody to whom nothing was owed so, and of an epoch that nobody made', async () => {
    const late = await Trader.demo(started);
    expect((await proof(late)).refusal).toBe('liability.no-leaf');
    expect((await proof(ann, { epoch: 1 })).refusal).toBe('liability.not-kept');
    await visitor().when('getLiabilityEpochs', { cursor: 'x' }).then('request.field-invalid');
    expect((await proof(visitor())).status).toBe(401);
  });
});
