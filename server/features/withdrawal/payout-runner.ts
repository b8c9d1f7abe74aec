import { Injectable, Logger } from '@nestjs/common';
import { PayoutFeeds } from './payout-feeds.js';
import { Payouts } from './payouts.js';

/** Chain and bank have no way to call: they are looked at. */
const LOOK_EVERY_MS = 1_000;

/** Pays what was approved and reads what became of it, one look at a time. A failed look is made up for by the next. */
@Injectable()
export class PayoutRunner {
  private readonly log = new Logger('Payouts');
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private stopped = false;
  private caughtUp = false;
  private again = false;

  constructor(
    private readonly payouts: Payouts,
    private readonly feeds: PayoutFeeds,
  ) {}

  start(): void {
    void this.look();
  }

  /** Everything that can be done now; answers when it is done. A look during a look is made up for after it. */
  look(): Promise<void> {
    if (this.stopped) return this.working ?? Promise.resolve();
    if (this.working !== undefined) {
      this.again = true;
      return this.working;
    }
    clearTimeout(this.timer);
    this.working = this.work()
      .catch((error: unknown) => this.log.warn(`payouts could not be looked after: ${String(error)}`))
      .finally(() => {
        this.working = undefined;
        if (!this.stopped) this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS).unref();
      });
    return this.working;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  private async work(): Promise<void> {
    do {
      this.again = false;
      // A payout that cannot go out does not delay others.
      await this.payouts.payAll().catch((error: unknown) => this.log.warn(String(error)));
      // Once a process: changes between sending a payout and storing its hash were missed.
      this.caughtUp ||= await this.payouts.followUpAll();
      await this.feeds.readAll();
    } while (this.again && !this.stopped);
  }
}
