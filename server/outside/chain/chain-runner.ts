import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '../../core/clock.js';
import { Chain } from './chain.js';

/** Blocks come every few seconds; a second late is soon enough. */
const TICK_MS = 1_000;

/** Lets time pass on the networks. Every node may try; the tables let one of them work. */
@Injectable()
export class ChainRunner {
  private readonly log = new Logger('Chain');
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;

  constructor(
    private readonly chain: Chain,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.timer = setInterval(() => (this.working ??= this.tick()), TICK_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.working;
  }

  private async tick(): Promise<void> {
    try {
      await this.chain.advance(this.clock.now());
    } catch (error) {
      this.log.warn(`the simulated networks stand still: ${String(error)}`);
    } finally {
      this.working = undefined;
    }
  }
}
