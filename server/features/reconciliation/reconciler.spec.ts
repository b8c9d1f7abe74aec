import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { Reconciler } from './reconciler.js';

type Parts = ConstructorParameters<typeof Reconciler>;

describe('the reconciler', () => {
  it('waits for read models that are behind, and tells nothing by them', async () => {
    const carriedOut: string[] = [];
    const warning = new Promise<string>((resolve) => {
      jest.spyOn(Logger.prototype, 'warn').mockImplementation((message: unknown) => resolve(String(message)));
    });
    const pool = {
      query: () => Promise.resolve({ rows: [], rowCount: 0 }),
      connect: () => Promise.reject(new Error('the books were read')),
    };
    const writers = {
      read: () => Promise.resolve({ lastDay: '', open: [{ runId: 'day-2026-06-01', cause: undefined }] }),
      store: { subscribe: () => () => undefined, schedule: () => Promise.resolve() },
    };
    const commands = {
      execute: ({ type }: { type: string }) => Promise.resolve({ ok: carriedOut.push(type) > 0 }),
    };
    const projections = { upToDate: (name: string) => Promise.resolve(name !== 'withdrawals') };
    const books = { moves: [{ readModel: 'withdrawals' }], credits: [{ readModel: 'c2c' }], payees: [] };
    const parts = [pool, {}, {}, books, writers, commands, projections, { now: () => 1 }];
    const reconciler = new Reconciler(...(parts as unknown as Parts));
    await reconciler.start();
    expect(await warning).toContain('the read models are behind');
    await reconciler.stop();
    expect(carriedOut).toEqual([]);
  });
});
