import { describe, expect, it } from '@jest/globals';
import { amount } from '../../core/money.js';
import type { PayoutFeeds } from './payout-feeds.js';
import { PayoutRunner } from './payout-runner.js';
import { Payouts, type PayoutParts } from './payouts.js';

const row = (id: string, position: number) => ({
  ...{ id, position, userId: 'real-1', kind: 'crypto', currency: 'USDT', network: 'ERC20', credited: '95' },
});

/** Requests that are approved and begun; the network takes all but one, and the writer whatever it may. */
function payoutsOf({ broken, writing }: { broken: string; writing: boolean }) {
  const sent: string[] = [];
  const heard: string[] = [];
  const parts = {
    writers: {
      execute: (_: string, { type }: { type: string }) => {
        heard.push(type);
        return Promise.resolve({ ok: writing });
      },
      read: () => Promise.resolve({ request: {}, status: 'approved', begun: true }),
    },
    query: {
      isUpToDate: () => Promise.resolve(true),
      moving: () => Promise.resolve([row('w-1', 1), row('w-2', 2)]),
    },
    keeper: { open: () => Promise.resolve({ address: '0x1', tag: null }) },
    chain: {
      send: ({ key }: { key: string }) => {
        if (key === broken) return Promise.reject(new Error('the hot wallet lacks 5 USDT'));
        sent.push(key);
        return Promise.resolve({ hash: `0x${key}`, network: 'ERC20', status: 'mempool' });
      },
      transfer: () => Promise.resolve({ network: 'ERC20', status: 'dropped', fee: amount('1') }),
      network: () => undefined,
    },
    policies: { inForce: () => ({ values: { paused: false } }) },
    clock: { now: () => 1 },
  } as unknown as PayoutParts;
  return { payouts: new Payouts(parts), sent, heard };
}

describe('payouts', () => {
  it('pay the others when one cannot go out', async () => {
    const { payouts, sent } = payoutsOf({ broken: 'w-1', writing: true });
    await expect(payouts.payAll()).rejects.toThrow('1 payout waits, the first: Error: the hot wallet lacks 5 USDT');
    expect(sent).toEqual(['w-2']);
  });

  it('read what became of the others while one cannot go out', async () => {
    const { payouts } = payoutsOf({ broken: 'w-1', writing: true });
    const read: string[] = [];
    const warned: string[] = [];
    const feeds = { readAll: () => Promise.resolve(read.push('read')) } as unknown as PayoutFeeds;
    const runner = new PayoutRunner(payouts, feeds, { warn: (message) => warned.push(message) });
    await runner.look();
    await runner.stop();
    expect(read).toEqual(['read']);
    expect(warned).toHaveLength(1);
  });

  it('are asked after again when the writer could not take what became of them', async () => {
    const away = payoutsOf({ broken: '', writing: false });
    expect(await away.payouts.askAfterAll()).toBe(false);
    expect(away.heard).toEqual(['SettleWithdrawal']);
    expect(await payoutsOf({ broken: '', writing: true }).payouts.askAfterAll()).toBe(true);
  });
});
