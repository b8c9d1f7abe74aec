import { MessageChannel, type MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';

/** A worker's piece of a file, or its end, or why it broke. */
type Message = { piece: string | Uint8Array } | { end: true } | { failed: string };

/**
 * A file that a thread writes while it is read. The thread makes the next piece when the last one is taken, so a slow reader holds
 * one piece in memory; who stops reading ends the work.
 */
export async function* piecesFrom<Job>(threads: Piscina, name: string, job: Job): AsyncGenerator<string | Buffer> {
  const { port1: port, port2 } = new MessageChannel();
  const work = threads.run({ job, port: port2 }, { name, transferList: [port2] }) as Promise<void>;
  // The thread itself may die; a failed job is reported by the port.
  const died = work.then(
    () => new Promise<never>(() => undefined),
    (error: unknown) => Promise.reject(error instanceof Error ? error : new Error(String(error))),
  );
  died.catch(() => undefined);
  try {
    for (;;) {
      port.postMessage('next');
      const message = await Promise.race([received(port), died]);
      if ('end' in message) return;
      if ('failed' in message) throw new Error(message.failed);
      yield typeof message.piece === 'string' ? message.piece : Buffer.from(message.piece);
    }
  } finally {
    port.close();
  }
}

/** The thread's side: sends each piece on request. */
export async function sendPieces(port: MessagePort, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const requests = new PieceRequests(port);
  try {
    await requests.next();
    for await (const piece of pieces) {
      port.postMessage({ piece } satisfies Message);
      if (!(await requests.next())) return;
    }
    port.postMessage({ end: true } satisfies Message);
  } catch (error) {
    port.postMessage({ failed: String(error) } satisfies Message);
  } finally {
    port.close();
  }
}

function received(port: MessagePort): Promise<Message> {
  return new Promise((resolve) => port.once('message', resolve));
}

/** Counts the reader's requests, so that no early one is missed. */
class PieceRequests {
  private open = true;
  private wanted = 0;
  private wake: (() => void) | undefined;

  constructor(port: MessagePort) {
    port.on('message', () => {
      this.wanted += 1;
      this.wake?.();
    });
    port.on('close', () => {
      this.open = false;
      this.wake?.();
    });
  }

  /** Whether there is a reader who wants more. */
  async next(): Promise<boolean> {
    while (this.wanted === 0 && this.open) {
      await new Promise<void>((resolve) => (this.wake = resolve));
    }
    this.wanted -= 1;
    return this.open;
  }
}
