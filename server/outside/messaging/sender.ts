import type { Clock } from '../../core/clock.js';
import type { Address } from '../../core/ports/messages-out.js';
import type { OutboxTable, StoredMessage } from './outbox.js';
import type { MessagePort } from './ports.js';

/** Longest sleep between two looks at the table: another server may have stored something, or clocks were changed. */
const LOOK_EVERY_MS = 5_000;
const SWEEP_EVERY_MS = 3_600_000;

interface SenderParts {
  outbox: OutboxTable;
  ports: Readonly<Record<Address['kind'], MessagePort>>;
  clock: Clock;
  log: { warn(message: string): void };
}

/** Carries messages from the table to the ports, one look at a time; several servers share the work. */
export class Sender {
  private timer: NodeJS.Timeout | undefined;
  private working: Promise<void> | undefined;
  private again = false;
  private stopped = false;
  private sweptAt = -Infinity;

  constructor(private readonly parts: SenderParts) {
    parts.outbox.onWaiting = () => void this.look();
  }

  /** Sends everything that is due now; answers when it is done. A look during a look is made up for after it. */
  look(): Promise<void> {
    if (this.stopped) return this.working ?? Promise.resolve();
    if (this.working !== undefined) {
      this.again = true;
      return this.working;
    }
    clearTimeout(this.timer);
    this.working = this.work()
      .catch((error: unknown) => this.parts.log.warn(`messages could not be looked for: ${String(error)}`))
      .finally(() => {
        this.working = undefined;
        void this.sleep();
      });
    return this.working;
  }

  async stop(): Promise<void> {
    this.stopped = true;
    clearTimeout(this.timer);
    await this.working;
    for (const port of Object.values(this.parts.ports)) port.close();
  }

  private async work(): Promise<void> {
    const { outbox, clock } = this.parts;
    do {
      this.again = false;
      for (let taken = await outbox.take(); taken.length > 0; taken = await outbox.take())
        await Promise.all(taken.map((message) => this.carry(message)));
    } while (this.again && !this.stopped);
    if (clock.now() - this.sweptAt < SWEEP_EVERY_MS) return;
    this.sweptAt = clock.now();
    await outbox.sweep();
  }

  private async carry(message: StoredMessage): Promise<void> {
    const { outbox, ports, log } = this.parts;
    const { id, kind, address, letter } = message;
    try {
      // The person was erased while it waited: there is no receiver any more.
      if (address !== null && letter !== null) await ports[kind].deliver(id, address, letter);
      await (ports[kind].name === 'outbox' ? outbox.kept(id) : outbox.sent(id));
    } catch (error) {
      const again = await outbox.failed(message);
      // A mail server's error may repeat the address, which must not be logged.
      const code =
        (error as { code?: string; responseCode?: number }).responseCode ?? (error as { code?: string }).code;
      log.warn(`message ${id} could not be sent (${code ?? 'no code'}); ${again ? 'it is tried again' : 'given up'}`);
    }
  }

  private sleep(): void {
    if (this.stopped || this.working !== undefined) return;
    this.timer = setTimeout(() => void this.look(), LOOK_EVERY_MS);
    this.timer.unref();
  }
}
