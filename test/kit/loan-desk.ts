import type { LoanDetail } from '../../contracts/loan.contract.js';
import { FakeClock } from '../../server/core/clock.js';
import { WEDNESDAY_NOON } from './app.js';
import { eventually } from './eventually.js';
import { again, passDays } from './passed.js';
import { RecipeKit } from './recipe-kit.js';
import { startStaffed } from './staff-client.js';
import type { Trader } from './trader.js';

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
  pass(days: number): Promise<void> {
    return passDays(this.started, this.clock, days);
  }

  async reaches(trader: Trader, loanId: string, status: string): Promise<LoanDetail> {
    const read = () => trader.given('lendBack', { loanId });
    await eventually(async () => (await read()).loan.status).toBe(status);
    return read();
  }

  /** The same person in a session of now: sessions end before a loan is given up. */
  again(trader: Trader): Promise<Trader> {
    return again(this.started, trader);
  }

  /** The available USDT of the spot account; balances may be a moment behind. */
  async spot(trader: Trader): Promise<string> {
    const { data } = await trader.get('getAsset2');
    return (data.rows ?? []).find(({ space, currency }) => space === 'spot' && currency === 'USDT')?.available ?? '0';
  }
}
