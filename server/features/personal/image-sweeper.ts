import { Injectable, Logger } from '@nestjs/common';
import { ImageService } from './image.service.js';

const EVERY_MS = 10 * 60_000;
/** After the start, and after a try that failed. */
const [KEEP_AFTER_MS, KEEP_AGAIN_MS] = [5_000, 60_000];

/**
 * Keeps what was sent before the process started, and only then removes uploads that no form was sent with, now and then; by the clock of
 * the house they are older than the policy allows.
 */
@Injectable()
export class ImageSweeper {
  private readonly log = new Logger('Images');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private hasKept = false;
  private readonly stopping = new AbortController();

  constructor(private readonly images: ImageService) {}

  start(): void {
    this.next(KEEP_AFTER_MS);
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private next(afterMs: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running = this.turn().then(() => this.next(this.hasKept ? EVERY_MS : KEEP_AGAIN_MS));
    }, afterMs).unref();
  }

  private async turn(): Promise<void> {
    try {
      await (this.hasKept ? this.images.sweep() : this.keep());
    } catch (error) {
      if (this.stopping.signal.aborted) return;
      this.log.warn(`uploads could not be ${this.hasKept ? 'removed' : 'kept'}: ${String(error)}`);
    }
  }

  private async keep(): Promise<void> {
    const failed = await this.images.keepSent({ signal: this.stopping.signal });
    this.hasKept = true;
    if (failed.length > 0)
      this.log.warn(`images of ${failed.length} requests could not be kept, the first with: ${String(failed[0])}`);
  }
}
