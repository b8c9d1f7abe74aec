import { describe, expect, it } from '@jest/globals';
import type { MessagePort } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { piecesFrom, sendPieces } from './piece-stream.js';

/** The far side of the channel, in this thread: it counts what it has made, and says when it is done. */
function writing(make: () => AsyncGenerator<string>) {
  let end: (() => void) | undefined;
  const ended = new Promise<void>((resolve) => (end = resolve));
  const threads = {
    run: async ({ port }: { port: MessagePort }) => {
      await sendPieces(port, make());
      end?.();
    },
  } as unknown as Piscina;
  return { pieces: piecesFrom(threads, 'write', {}), ended };
}

describe('a file that another thread writes', () => {
  it('comes in its pieces and ends', async () => {
    const { pieces, ended } = writing(async function* () {
      yield await Promise.resolve('a');
      yield 'b';
    });
    const read: unknown[] = [];
    for await (const piece of pieces) read.push(piece);
    await ended;
    expect(read).toEqual(['a', 'b']);
  });

  it('is written no faster than it is read, and no further than somebody reads', async () => {
    let made = 0;
    const { pieces, ended } = writing(async function* () {
      for (;;) {
        made += 1;
        yield await Promise.resolve('x');
      }
    });
    for await (const _ of pieces) break;
    await ended;
    expect(made).toBeLessThanOrEqual(2);
  });

  it('breaks where it could not be written to its end', async () => {
    const { pieces } = writing(async function* () {
      yield await Promise.resolve('half');
      throw new Error('the database is gone');
    });
    const read = async (): Promise<void> => {
      for await (const _ of pieces);
    };
    await expect(read()).rejects.toThrow('the database is gone');
  });
});
