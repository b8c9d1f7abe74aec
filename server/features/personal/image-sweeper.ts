import { Injectable, Logger } from '@nestjs/common';
import { ImageService } from './image.service.js';

const EVERY_MS = 10 * 60_000;

/**
 * Removes uploads that no form was sent with, now and then; by the clock of the house they are older than the policy allows. What was
 * sent before the process started is kept first.
 */
@Injectable()
export class ImageSweeper {
  private readonly log = new Logger('Images');
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();
  private hasKept = false;

  constructor(private readonly images: ImageService) {}

  start(): void {
    this.timer = setInterval(() => void (this.running = this.sweep()), EVERY_MS).unref();
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private async sweep(): Promise<void> {
    const failed = (what: string) => (error: unknown) => this.log.warn(`${what}: ${String(error)}`);
    if (!this.hasKept)
      await this.images.keepSent().then(() => (this.hasKept = true), failed('images that were sent could not be kept'));
    await this.images.sweep().catch(failed('uploads that are not needed could not be removed'));
  }
}
