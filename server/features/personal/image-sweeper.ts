import { Injectable, Logger } from '@nestjs/common';
import { ImageService } from './image.service.js';

const EVERY_MS = 10 * 60_000;

/** Removes uploads that no form was sent with, now and then; by the clock of the house they are older than the policy allows. */
@Injectable()
export class ImageSweeper {
  private readonly log = new Logger('Images');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(private readonly images: ImageService) {}

  start(): void {
    this.timer = setInterval(() => {
      this.running = this.images
        .sweep()
        .catch((error: unknown) => this.log.warn(`uploads that are not needed could not be removed: ${String(error)}`));
    }, EVERY_MS);
    this.timer.unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }
}
