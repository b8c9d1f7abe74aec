import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import '../../server/features.js';
import type { EpochView } from '../../contracts/market.contract.js';
import { auditMarket, type MarketAudit } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { openPool } from '../../server/engine/history/database.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { roundDueAt } from '../../server/market/drand/drand.rules.js';
import { DrandSigner, FakeDrand, send } from '../../server/market/drand/drand.testkit.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { startApp, type StartedApp } from '../kit/app.js';
import { until } from '../kit/until.js';
import { asSuperuser } from './tamper-history.js';

const MINUTE_MS = 60_000;
const EPOCH_MS = 4 * 3_600_000;
/** 2026-11-23T09:00:00Z, an hour into an epoch. */
const STARTS_AT = Date.UTC(2026, 10, 23, 9);
const FIRST = Math.floor(STARTS_AT / EPOCH_MS);

const clock = new FakeClock(STARTS_AT);
const drand = new FakeDrand();
let app: StartedApp;
let pool: Pool;

beforeAll(async () => {
  app = await startApp({ clock, drandUrl: await drand.start() });
  pool = openPool(app.databaseUrl);
  app.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
}, 120_000);

afterAll(async () => {
  await pool?.end();
  await app?.close();
  await drand.stop();
});

const markets = () => app.app.get<MarketService>(MarketService, { strict: false });
const dueFor = (epoch: number) => roundDueAt(drand.signer.chain, epoch * EPOCH_MS - MINUTE_MS);

async function epochs(): Promise<EpochView[]> {
  const response = await fetch(`${app.url}/web/getEpochs`);
  return ((await response.json()) as { data: EpochView[] }).data;
}

/** The epoch once it is committed, which its last minute must bring while the clock stands. */
async function committed(epoch: number, beforeMs: number): Promise<EpochView | undefined> {
  clock.setTo(epoch * EPOCH_MS - beforeMs);
  await until(async () => {
    await markets().keepUp();
    return (await epochs())[0]?.epoch === epoch;
  });
  return (await epochs())[0];
}

async function audit(epoch: number | 'all'): Promise<MarketAudit> {
  const answer = await auditMarket({ pool, epoch, calendars: readCatalogue().calendars, now: clock.now() });
  if (typeof answer === 'string') throw new Error(answer);
  return answer;
}

describe('beacons of a server with an address of drand', () => {
  it('are of the round that was due a minute before each epoch, also of one that had begun', async () => {
    const fromDrand = { source: 'drand', drandChain: drand.signer.chain.hash, withoutDrand: null };
    expect(await epochs()).toMatchObject([{ ...fromDrand, epoch: FIRST, drandRound: dueFor(FIRST) }]);
    const next = await committed(FIRST + 1, MINUTE_MS - 1);
    expect(next).toMatchObject({ ...fromDrand, drandRound: dueFor(FIRST + 1), lateMs: 0 });
    clock.setTo((FIRST + 1) * EPOCH_MS);
    expect(markets().open.market.isOpen('BTCUSDT', clock.now())).toBe(true);
    expect(markets().open.market.priceTicks('BTCUSDT', clock.now())).toBeGreaterThan(0);
  });

  it('are of the users’ histories where drand gives a forged round or none in time, and say so', async () => {
    const forger = new DrandSigner({ seed: 8 });
    drand.instead = (path, reply) => {
      send(reply, forger.answerOf(Number(path.slice('public/'.length))));
      return true;
    };
    clock.setTo((FIRST + 2) * EPOCH_MS - MINUTE_MS);
    await markets().keepUp();
    await until(() => drand.asked.includes(`public/${dueFor(FIRST + 2)}`));
    expect((await epochs())[0]?.epoch).toBe(FIRST + 1);
    // Asked again until ten seconds before.
    const before = drand.asked.length;
    await until(async () => {
      await markets().keepUp();
      return drand.asked.length > before + 1;
    });
    const forged = await committed(FIRST + 2, 10_000);
    expect(forged).toMatchObject({ withoutDrand: 'invalid', drandChain: null, drandRound: null, lateMs: 0 });
    drand.instead = () => true;
    clock.setTo((FIRST + 3) * EPOCH_MS - MINUTE_MS);
    await markets().keepUp();
    expect(await committed(FIRST + 3, 10_000)).toMatchObject({ withoutDrand: 'late', lateMs: 0 });
    expect((await epochs())[0]?.source).not.toBe('drand');
    drand.instead = () => false;
  });

  it('keep the round of each epoch that passed while the server was down', async () => {
    clock.setTo((FIRST + 6) * EPOCH_MS + MINUTE_MS);
    await markets().keepUp();
    const late = (await epochs()).slice(0, 3);
    expect(late.map(({ drandRound, lateMs }) => [drandRound, lateMs])).toEqual([
      [dueFor(FIRST + 6), MINUTE_MS],
      [dueFor(FIRST + 5), MINUTE_MS + EPOCH_MS],
      [dueFor(FIRST + 4), MINUTE_MS + 2 * EPOCH_MS],
    ]);
    expect(new Set((await epochs()).map(({ beacon }) => beacon)).size).toBe(7);
  });
});

describe('the audit of beacons', () => {
  it('checks rounds and signatures from the database alone, and names what the operator should explain', async () => {
    const { differences, notes } = await audit('all');
    expect(differences).toEqual([]);
    expect(notes).toContain(
      `epoch ${FIRST + 1} has its beacon from the drand chain ${drand.signer.chain.hash}: find out who runs it`,
    );
    const without = (epoch: number, reason: string) =>
      `epoch ${epoch} has no beacon from drand, whose answer was ${reason}, says the operator`;
    expect(notes).toEqual(expect.arrayContaining([without(FIRST + 2, 'invalid'), without(FIRST + 3, 'late')]));
  }, 90_000);

  it.each([
    ['signature', `'"${new DrandSigner({ seed: 8 }).signatureOf(dueFor(FIRST + 1))}"'`, 'a signature of drand round'],
    ['round', `'${dueFor(FIRST + 1) + 1}'`, `drand round ${dueFor(FIRST + 1)}`],
    ['chain,publicKey', `'"${new DrandSigner({ seed: 8 }).chain.publicKey}"'`, 'drand chain'],
  ])(
    'finds another %s',
    async (field, value, expected) => {
      const promise = `realm = 'house' AND type = 'EpochCommitted' AND (data::jsonb->>'epoch')::int = ${FIRST + 1}`;
      const { rows } = await pool.query<{ data: string }>(`SELECT data FROM events WHERE ${promise}`);
      await asSuperuser(
        pool,
        `UPDATE events SET data = jsonb_set(data::jsonb, '{entropy,drand,${field}}', ${value}::jsonb)::text WHERE ${promise}`,
      );
      const { differences } = await audit(FIRST + 1);
      await asSuperuser(pool, `UPDATE events SET data = '${rows[0]?.data}' WHERE ${promise}`);
      expect(differences.map((each) => each.expected)).toContainEqual(expect.stringContaining(expected));
    },
    90_000,
  );
});
