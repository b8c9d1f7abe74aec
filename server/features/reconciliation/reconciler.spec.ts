import { describe, expect, it } from '@jest/globals';
import { Reconciler, type ReconcilerOptions } from './reconciler.js';

describe('the reconciler', () => {
  it('waits for read models that are behind, and tells nothing by them', async () => {
    const carriedOut: string[] = [];
    let warned: (message: string) => void = () => undefined;
    const warning = new Promise<string>((resolve) => (warned = resolve));
    const reconciler = new Reconciler({
      pool: {
        query: () => Promise.resolve({ rows: [], rowCount: 0 }),
        connect: () => Promise.reject(new Error('the books were read')),
      },
      writers: {
        read: () => Promise.resolve({ lastDay: '', open: ['day-2026-06-01'] }),
        store: { subscribe: () => () => undefined, schedule: () => Promise.resolve() },
      },
      commands: {
        execute: ({ type }: { type: string }) => Promise.resolve({ ok: carriedOut.push(type) > 0 }),
      },
      projections: { upToDate: (name: string) => Promise.resolve(name !== 'withdrawals') },
      clock: { now: () => 1 },
      log: { warn: (message: string) => warned(message) },
    } as unknown as ReconcilerOptions);
    await reconciler.start();
    expect(await warning).toContain('the read models are behind');
    await reconciler.stop();
    expect(carriedOut).toEqual([]);
  });
});
