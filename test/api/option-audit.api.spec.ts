import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { Pool } from 'pg';
import { auditMarket, type MarketAudit } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { asSuperuser } from '../integration/tamper-history.js';
import { startApp, WEDNESDAY_NOON, type StartedApp } from '../kit/app.js';
import { eventually } from '../kit/eventually.js';
import { Trader } from '../kit/trader.js';

const SYMBOLS = ['BTCUSDT', 'EURUSDT'];
const STARTS_AT = WEDNESDAY_NOON + 3_600_000;
const clock = new FakeClock(STARTS_AT);
let started: StartedApp;

beforeAll(async () => {
  started = await startApp({ clock });
  started.app.get<TradingService>(TradingService, { strict: false }).open.beat.stop();
}, 60_000);
afterAll(() => started.close());

const pool = () => started.app.get<Pool>(Pool, { strict: false });

async function pass(ms: number): Promise<void> {
  clock.advance(ms);
  await started.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
  started.app.get<Timers>(Timers, { strict: false }).look();
}

async function audited(): Promise<MarketAudit> {
  const { calendars } = readCatalogue();
  const epoch = epochOf(STARTS_AT, DEFAULT_EPOCH_MS);
  const audit = await auditMarket({ pool: pool(), epoch, symbols: SYMBOLS, calendars, now: clock.now() });
  if (typeof audit === 'string') throw new Error(audit);
  return audit;
}

it('computes delay, chances, payout, entry and average of every option again, and names one that was falsified', async () => {
  const demo = await Trader.demo(started);
  await demo.given('transfer', { from: 'spot', to: 'options', currency: 'USDT', amount: '1000' });
  await demo.given('confirmOptionWarning');
  for (const symbol of SYMBOLS)
    for (const direction of ['rise', 'fall'])
      for (const delivery of ['30s', '300s', '1h']) {
        await pass(7_300);
        await demo.given('buyOption', { symbol, direction, delivery, stake: '10', payoutRate: '0' });
      }
  for (let n = 0; n < 8; n += 1) await pass(600_000);
  await eventually(async () => (await demo.given('getOpenOptions')).options.length).toBe(0);
  const endsAt = (epochOf(STARTS_AT, DEFAULT_EPOCH_MS) + 1) * DEFAULT_EPOCH_MS;
  await pass(endsAt - 30_000 - clock.now());
  await pass(60_000);

  const { equal, checked, differences } = await audited();
  expect(differences).toEqual([]);
  expect([equal, checked.options]).toEqual([true, 12]);

  for (const [type, field] of [
    ['OptionBought', 'payoutRate'],
    ['OptionBought', 'entryBeat'],
    ['OptionEntered', 'price'],
    ['OptionSettled', 'returned'],
    ['OptionSettled', 'sumSteps'],
  ] as const) {
    await asSuperuser(pool(), `CREATE TABLE kept AS SELECT realm, position, data FROM events WHERE type = '${type}'`);
    await asSuperuser(
      pool(),
      `UPDATE events SET data = jsonb_set(data::jsonb, '{${field}}', '"7"')::text
        WHERE (realm, position) IN (SELECT realm, min(position) FROM events WHERE type = '${type}' GROUP BY realm)`,
    );
    const found = (await audited()).differences;
    expect(found.map(({ what }) => what)).toEqual(['option']);
    await asSuperuser(
      pool(),
      `UPDATE events SET data = kept.data FROM kept
        WHERE kept.realm = events.realm AND kept.position = events.position AND kept.data <> events.data`,
    );
    await asSuperuser(pool(), 'DROP TABLE kept');
  }
}, 120_000);
