import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { exportHistory } from '../../server/audit/export.js';
import { amount, format } from '../../shared/money.js';
import { auditLiabilities } from '../../server/audit/liabilities.js';
import { verify, VERIFY_CONNECTIONS } from '../../server/audit/verify.js';
import { FakeClock } from '../../server/core/clock.js';
import { Vault } from '../../server/core/ports/vault.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { openPool } from '../../server/engine/history/database.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { Trader } from '../kit/trader.js';
import { until } from '../kit/until.js';
import { settled } from '../kit/verified.js';
import { decidedFrom, exportDecided, rewritten } from '../kit/exported.js';
import { comparedIn, readInPython } from '../kit/second-reader.js';
import { asSuperuser } from './tamper-history.js';

const SCRIPT = resolve('scripts/second-reader.mjs');
const clock = new FakeClock(Date.UTC(2026, 0, 7, 12));
const folder = mkdtempSync(join(tmpdir(), 'glassbook-second-'));
let started: StartedApp;
let pool: Pool;

beforeAll(async () => {
  started = await startApp({ clock });
  pool = openPool(started.databaseUrl, VERIFY_CONNECTIONS);
  const traders = await Promise.all([Trader.demo(started), Trader.demo(started), Trader.demo(started)]);
  for (const trader of traders) await trader.placed({ type: 'market', quantity: '0.3' });
  await tradesAll(traders[0] as Trader);
  const epochs = async (realm: string) => (await new Trader(started).get('getLiabilityEpochs', { realm })).data;
  // The first epoch comes before the full hour once there is a balance.
  clock.setTo((await epochs('demo')).nextAt);
  await until(async () => (await epochs('demo')).items.length === 1);
  clock.setTo((await epochs('real')).nextAt);
  await until(async () => (await epochs('demo')).items.length === 2 && (await epochs('real')).items.length === 1);
  await traders[0]?.placed({ type: 'market', quantity: '0.1' });
}, 120_000);
afterAll(async () => {
  await pool.end();
  await started.close();
  rmSync(folder, { recursive: true });
});

/** The exit code and the output of the second reader for an export made now. */
async function readAgain(bend: (name: string) => void = () => undefined): Promise<[ends: number, output: string]> {
  await exportHistory({ pool, folder, at: clock.now() });
  bend(folder);
  try {
    return [0, execFileSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' })];
  } catch (error) {
    const { status, stdout } = error as { status: number; stdout: string };
    return [status, stdout];
  }
}

/** An option, a conversion and a position, which is closed again. */
async function tradesAll(trader: Trader): Promise<void> {
  for (const to of ['options', 'contract'])
    await trader.given('transfer', { from: 'spot', to, currency: 'USDT', amount: '1000' });
  await trader.given('confirmOptionWarning');
  const bet = { symbol: 'BTCUSDT', direction: 'rise', delivery: '30s', stake: '100', payoutRate: '0.9' };
  await trader.given('buyOption', bet);
  const { quoteId } = await trader.given('quoteConversion', { from: 'USDT', to: 'BTC', amount: '1000' });
  await trader.given('convert', { quoteId });
  const contract = { symbol: 'BTCUSDT-PERP', side: 'buy', positionSide: 'long', type: 'market', quantity: '0.01' };
  await trader.given('placeContractOrder', contract);
  await trader.given('closePosition', { symbol: 'BTCUSDT-PERP', side: 'long' });
}

const edit = (file: string, change: (text: string) => string) => (within: string) =>
  writeFileSync(join(within, file), change(readFileSync(join(within, file), 'utf8')));

describe('a second reader, who has nothing of this program', () => {
  it('computes every balance from the export alone, and agrees with what the server tells', async () => {
    const [ends, output] = await readAgain();
    expect([ends, output]).toEqual([
      0,
      expect.stringMatching(/OK: \d+ events, \d+ balances as the server tells them\n$/),
    ]);
  });

  it('finds a balance that the server tells otherwise, leaves out or makes up', async () => {
    // An update moves its row: without an order the second one would find another account first, and leave both wrong.
    const account = `(SELECT min(account) FROM ledger_balances WHERE account LIKE 'user/%available' AND asset = 'USDT')`;
    const add = (grain: string): Promise<void> =>
      asSuperuser(
        pool,
        `UPDATE ledger_balances SET amount = amount + ${grain} WHERE account = ${account} AND asset = 'USDT'`,
      );
    await add('0.00000001');
    const [ends, output] = await readAgain();
    await add('-0.00000001');
    expect([ends, output.split('\n').at(-2)]).toEqual([1, 'WRONG: 1 difference']);
    const without = edit('balances.ndjson', (text) => text.slice(text.indexOf('\n') + 1));
    expect((await readAgain(without))[1]).toContain('the server tells nothing of');
    const more = edit(
      'balances.ndjson',
      (text) => `${text}{"realm":"demo","account":"user/x","asset":"BTC","amount":"1"}\n`,
    );
    expect((await readAgain(more))[1]).toContain('the server tells 1 of user/x BTC, the history gives 0');
    expect((await readAgain())[0]).toBe(0);
  });

  it('finds an event that was changed, and one that does not sum to zero', async () => {
    const richer = edit('demo.ndjson', (text) => text.replace('-100000', '-900000'));
    const [ends, output] = await readAgain(richer);
    expect(ends).toBe(1);
    expect(output).toContain('does not follow from the event before it');
    expect(output).toContain('does not sum to zero');
  });
});

describe('a second reader in Python, of the same export', () => {
  it('agrees with what the server says of every product that somebody traded', async () => {
    await exportHistory({ pool, folder, at: clock.now(), gzip: true });
    const { code, output } = readInPython(folder);
    expect([code, output]).toEqual([0, expect.stringMatching(/^OK: \d+ comparisons/m)]);
    const compared = comparedIn(output);
    const traded = ['fills', 'fees', 'orders', 'conversions', 'options', 'odds', 'margins', 'contracts'];
    for (const noun of ['chain', 'segments', 'checkpoints', 'balances', 'liabilities', ...traded])
      expect([noun, (compared.get(noun) ?? 0) > 0]).toEqual([noun, true]);
  });

  it('finds a balance that the server tells otherwise', async () => {
    await exportHistory({ pool, folder, at: clock.now() });
    edit('balances.ndjson', (text) => text.replace(/"amount":"(\d)/, '"amount":"9$1'))(folder);
    const { code, output } = readInPython(folder);
    expect([code, output]).toEqual([1, expect.stringContaining('[balances] the server tells 9')]);
  });

  it('finds a fee that the published table does not give, though it is signed and the ledger agrees', async () => {
    await exportHistory({ pool, folder, at: clock.now() });
    const [house, demo, real] = ['house', 'demo', 'real'].map((realm) => decidedFrom(folder, realm));
    const fill = demo?.rows.find(({ type, data }) => type === 'SpotOrderMatched' && !data.includes('"takerFee":"0"'));
    if (house === undefined || demo === undefined || real === undefined || fill === undefined)
      throw new Error('nobody paid a fee');
    const data = JSON.parse(fill.data) as Record<'takerFee' | 'takerOwner', string>;
    const less = format(amount(data.takerFee) - 1n);
    const lines = JSON.parse(fill.postings ?? '[]') as [string, string, string][];
    lines.push(['house/fees', 'USDT', '-0.000000000000000001']);
    lines.push([`user/${data.takerOwner}/spot/available`, 'USDT', '0.000000000000000001']);
    const bent = { data: JSON.stringify({ ...data, takerFee: less }), postings: JSON.stringify(lines) };
    const lowered = rewritten(demo, ({ hash }) => (hash === fill.hash ? bent : {}));
    const elsewhere = join(folder, 'bent');
    const realms = [house, lowered, real];
    await exportDecided({ folder: elsewhere, key: CheckpointKey.throwaway(), published: null, realms });
    const { code, output } = readInPython(elsewhere);
    expect([code, output]).toEqual([
      1,
      expect.stringContaining(
        `WRONG demo ${fill.position} [fees] ${(JSON.parse(fill.data) as { tradeId: string }).tradeId}`,
      ),
    ]);
    expect(output).toMatch(/^segments .*: right$/m);
  }, 60_000);

  it('says what it cannot compare of one realm alone', async () => {
    await exportHistory({ pool, folder, at: clock.now(), realm: 'demo' });
    const { code, output } = readInPython(folder);
    expect([code, output]).toEqual([0, expect.stringContaining('note: the house realm is not exported')]);
    expect(comparedIn(output).get('odds')).toBe(0);
    expect(output).toMatch(/^odds +0 compared: NOTHING TO COMPARE$/m);
  });
});

describe('the audit of liabilities', () => {
  const vault = (): Vault => started.app.get<Vault>(Vault, { strict: false });

  it('makes the same root from the postings of the history', async () => {
    const audited = await auditLiabilities(pool, vault());
    expect(audited.map(({ realm, published, computed }) => [realm, published === computed])).toEqual([
      ['demo', true],
      ['real', true],
    ]);
    await settled(started.app);
    expect((await verify({ pool, now: clock.now(), readModels: false })).findings).toEqual([]);
  });

  it('finds a published root, sum or place that the history does not give', async () => {
    const { rows } = await pool.query<{ position: number; data: string }>(
      `SELECT position, data FROM events WHERE realm = 'demo' AND type = 'LiabilitiesCommitted'
        ORDER BY position DESC LIMIT 1`,
    );
    const [row] = rows as [{ position: number; data: string }];
    const write = (data: string) =>
      asSuperuser(pool, `UPDATE events SET data = '${data}' WHERE realm = 'demo' AND position = ${row.position}`);
    for (const bent of [
      row.data.replace(/"amount":"\d/, '"amount":"9'),
      row.data.replace(/"leaves":\d+/, '"leaves":64'),
      row.data.replace(/"position":\d+/, '"position":1'),
    ]) {
      expect(bent).not.toBe(row.data);
      await write(bent);
      const { findings } = await verify({ pool, now: clock.now(), readModels: false });
      const places = findings.filter(({ check }) => check === 'liabilities').map(({ position }) => position);
      expect(new Set(places)).toEqual(new Set([row.position]));
    }
    await write(row.data.replace(/"root":"..../, '"root":"0000'));
    const [demo] = await auditLiabilities(pool, vault());
    expect(demo?.published === demo?.computed).toBe(false);
    await write(row.data);
  });
});
