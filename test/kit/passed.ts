import type { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { Sessions } from '../../server/features/account/sessions.js';
import { MarketService } from '../../server/market/runtime/market.service.js';
import type { StartedApp } from './app.js';
import { Trader } from './trader.js';

const DAY_MS = 86_400_000;

/** Lets whole days pass, with everything that is due until then. */
export async function passDays({ app }: StartedApp, clock: FakeClock, days: number): Promise<void> {
  const timers = app.get<Timers>(Timers, { strict: false });
  const market = app.get<MarketService>(MarketService, { strict: false });
  for (let day = 0; day < days; day += 1) {
    clock.advance(DAY_MS);
    // What is due may need the seeds of the day.
    await market.keepUp();
    await timers.runDue(clock.now());
  }
}

/** The same person in a session of now, which has not given the trade password: sessions end while days pass. */
export async function again(started: StartedApp, { userId }: Trader): Promise<Trader> {
  const { token } = await started.app.get<Sessions>(Sessions, { strict: false }).begin('real', userId);
  return new Trader(started, token, userId);
}
