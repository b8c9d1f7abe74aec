import { Injectable, Logger } from '@nestjs/common';
import { BankBooks } from './bank-books.js';

/** Longest pause between two looks: an instant of the bank's is exact, only its news is this late. */
const LOOK_EVERY_MS = 1_000;

/** The hand of the bank: settles what is due by the clock, for as long as the server runs. It remembers nothing. */
@Injectable()
export class BankRunner {
  private readonly log = new Logger('Bank');
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private stopped = false;

  constructor(private readonly books: BankBooks) {}

  /** Settles everything that is due now; answers when it is done. Tests that moved their clock call it. */
  async look(): Promise<void> {
    while (this.working !== undefined) await this.working;
    if (this.stopped) return;
    clearTimeout(this.timer);
    this.working = this.work()
      .catch((error: unknown) => this.log.warn(`due payouts could not be settled: ${String(error)}`))
      .finally(() => {
        this.working = undefined;
        if (this.stopped) return;
        this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
        this.timer.unref();
      });
    await this.working;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
  }

  private async work(): Promise<void> {
    while (!this.stopped && (await this.books.settleDue()) > 0);
  }
}
