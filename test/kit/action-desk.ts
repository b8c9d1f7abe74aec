import { rmSync } from 'node:fs';
import { Pool } from 'pg';
import { auditMarket, type MarketAudit } from '../../server/audit/market.js';
import { FakeClock } from '../../server/core/clock.js';
import { EntitlementRunner } from '../../server/features/entitlement/entitlement.runner.js';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import { DEFAULT_EPOCH_MS, epochOf } from '../../server/market/simulator/epochs.js';
import { TradingService } from '../../server/trading/runtime/trading.service.js';
import { seededFolder, startApp, WEDNESDAY_NOON, type StartedApp } from './app.js';
import { eventually } from './eventually.js';
import { migratedDatabase } from './migrated.js';
import { startStaffed } from './staff-client.js';
import { Trader } from './trader.js';
import { audited, settled } from './verified.js';

export const [MINUTE_MS, HOUR_MS, DAY_MS] = [60_000, 3_600_000, 86_400_000];
/** Shortly after New York has opened on a Wednesday. */
export const FIRST_HOUR = WEDNESDAY_NOON + 3 * HOUR_MS;

/** A server whose clock stands until a test moves it, with two members of risk, and one who holds shares of a symbol. */
export async function openActionDesk(symbol: string, screens: { clientDir?: string } = {}) {
  const clock = new FakeClock(WEDNESDAY_NOON);
  const dataDir = seededFolder(clock);
  const database = await migratedDatabase();
  const staff = await startStaffed({ clock, dataDir, databaseUrl: database.url, ...screens });
  await staff.member('ann', 'risk');
  await staff.member('bob', 'risk');
  let app: StartedApp = staff.started;

  /** Moves the clock and lets the market come along: its own beat stands still. */
  async function pass(ms: number): Promise<void> {
    clock.advance(ms);
    await app.app.get<TradingService>(TradingService, { strict: false }).open.beat.beat();
  }
  await pass(FIRST_HOUR - WEDNESDAY_NOON);
  let holder = await Trader.demo(app);

  /** Two members announce it; their sessions of days ago are over. */
  async function announce(terms: object): Promise<string> {
    for (const name of ['ann', 'bob']) staff.tokens.set(name, await staff.again(name));
    const form = { symbol, reason: 'As the general meeting decided', ...terms };
    const { actionId } = await staff.as('ann').given('proposeCorporateAction', form as never);
    await staff.as('bob').given('approveCorporateAction', { symbol, actionId });
    return actionId;
  }

  const runner = () => app.app.get(EntitlementRunner, { strict: false });
  async function isSettled(actionId: string): Promise<void> {
    const status = async () =>
      (await holder.given('getCorporateActions', { symbol })).find((one) => one.actionId === actionId)?.status;
    await eventually(status).toBe('settled');
    await runner().look();
  }

  /** The server is away for so long. */
  async function restart(awayMs: number): Promise<void> {
    await app.close();
    clock.advance(awayMs);
    app = await startApp({ clock, dataDir, databaseUrl: database.url, ...screens });
    holder = new Trader(app, holder.token, holder.userId);
  }

  async function audit(at: number): Promise<MarketAudit> {
    const pool = app.app.get<Pool>(Pool, { strict: false });
    const epoch = epochOf(at, DEFAULT_EPOCH_MS);
    const { calendars } = readCatalogue();
    const found = await auditMarket({ pool, epoch, symbols: [symbol], calendars, now: clock.now() });
    if (typeof found === 'string') throw new Error(found);
    return found;
  }

  async function findings() {
    await settled(app.app);
    return (await audited(app.app.get<Pool>(Pool, { strict: false }), clock.now())).findings;
  }

  async function close(): Promise<void> {
    await app.close();
    await database.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }

  return {
    clock,
    staff,
    pass,
    announce,
    isSettled,
    restart,
    audit,
    findings,
    close,
    holder: () => holder,
    started: () => app,
    app: () => app.app,
    titles: async () => (await holder.given('getMessages')).items.map(({ title }) => title),
  };
}
