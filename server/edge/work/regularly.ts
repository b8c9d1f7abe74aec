/** Does a piece of work at the start and then again and again, never twice at once. What fails is tried at the next time. */
export class Regularly {
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<unknown> = Promise.resolve();

  constructor(
    private readonly everyMs: number,
    private readonly work: () => Promise<unknown>,
    private readonly failed: (error: unknown) => void,
  ) {}

  /** Answers when the first time is over. */
  async start(): Promise<void> {
    this.timer = setInterval(() => this.look(), this.everyMs);
    this.timer.unref();
    this.look();
    await this.running;
  }

  async stop(): Promise<void> {
    clearInterval(this.timer);
    await this.running;
  }

  private look(): void {
    this.running = this.running.then(() => this.work()).catch(this.failed);
  }
}
