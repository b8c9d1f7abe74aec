import type { LoanDetail } from '../../contracts/loan.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { Timers } from '../../server/engine/writer/timers.js';
import { Sessions } from '../../server/features/account/sessions.js';
import { WEDNESDAY_NOON } from './app.js';
import { eventually } from './eventually.js';
import { RecipeKit } from './recipe-kit.js';
import { startStaffed } from './staff-client.js';
import { Trader } from './trader.js';

const DAY_MS = 86_400_000;

/** A server whose days a test lets pass, with staff and people who borrow. */
export class LoanDesk {
  readonly kit: RecipeKit;

  private constructor(
    readonly clock: FakeClock,
    readonly staffed: Awaited<ReturnType<typeof startStaffed>>,
  ) {
    this.kit = new RecipeKit(staffed.started);
  }

  static async open(): Promise<LoanDesk> {
    const clock = new FakeClock(WEDNESDAY_NOON);
    return new LoanDesk(clock, await startStaffed({ clock }));
  }

  get started() {
    return this.staffed.started;
  }

  close(): Promise<void> {
    return this.started.close();
  }

  /** Further by whole days, with everything that is due until then. */
  async pass(days: number): Promise<void> {
    const timers = this.started.app.get<Timers>(Timers, { strict: false });
    for (let day = 0; day < days; day += 1) {
      this.clock.advance(DAY_MS);
      await timers.runDue(this.clock.now());
    }
  }

  async reaches(trader: Trader, loanId: string, status: string): Promise<LoanDetail> {
    const read = () => trader.given('lendBack', { loanId });
    await eventually(async () => (await read()).loan.status).toBe(status);
    return read();
  }

  /** The same person in a session of now: sessions end before a loan is given up. */
  async again({ userId }: Trader): Promise<Trader> {
    const { token } = await this.started.app.get<Sessions>(Sessions, { strict: false }).begin('real', userId);
    return new Trader(this.started, token, userId);
  }

  /** The available USDT of the spot account; balances may be a moment behind. */
  async spot(trader: Trader): Promise<string> {
    const { data } = await trader.get('getAsset2');
    return (data.rows ?? []).find(({ space, currency }) => space === 'spot' && currency === 'USDT')?.available ?? '0';
  }
}
