import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { amount } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import type { PayoutFeeds } from './payout-feeds.js';
import { PayoutRunner } from './payout-runner.js';
import { Payouts } from './payouts.js';

const row = (withdrawalId: string, position: number, status: string) => ({
  ...{
    withdrawalId,
    position,
    userId: 'real-1',
    kind: 'crypto',
    currency: 'USDT',
    network: 'ERC20',
    credited: '95',
    status,
  },
  hash: `0x${withdrawalId}`,
});

type Step = 'approved' | 'begun' | 'sent' | 'returned';
const STEP: Readonly<Record<string, Step>> = {
  BeginWithdrawalPayout: 'begun',
  RecordWithdrawalSent: 'sent',
  SettleWithdrawal: 'returned',
};

/** Two approved requests, a network that drops what it took, and a writer; each may be away. */
function world(of: { begun?: readonly string[] } = {}) {
  const steps = new Map<string, Step>(['w-1', 'w-2'].map((id) => [id, of.begun?.includes(id) ? 'begun' : 'approved']));
  const now = { paused: false, broken: '', unwritten: '', error: new Error('the hot wallet lacks 5 USDT') };
  const [sent, heard]: [string[], string[]] = [[], []];
  const statusOf = (id: string) => (steps.get(id) === 'begun' ? 'approved' : (steps.get(id) ?? ''));
  const rows = () => [...steps.keys()].map((id, index) => row(id, index + 1, statusOf(id)));
  const parts = {
    commands: {
      execute: ({ type, data }: { type: string; data: { withdrawalId: string; paused?: boolean } }) => {
        heard.push(`${type} ${data.withdrawalId}`);
        if (type === now.unwritten) return Promise.resolve({ ok: false, refusal: refuse('request.unavailable') });
        const step = steps.get(data.withdrawalId);
        if (data.paused === true && step === 'approved')
          return Promise.resolve({ ok: false, refusal: refuse('withdrawal.paused') });
        steps.set(data.withdrawalId, STEP[type] ?? 'approved');
        return Promise.resolve({ ok: true });
      },
    },
    writers: {
      read: (_: string, __: unknown, id: string) =>
        Promise.resolve({ request: {}, status: statusOf(id), begun: steps.get(id) === 'begun' }),
    },
    query: {
      isUpToDate: () => Promise.resolve(true),
      payable: () => Promise.resolve(rows().filter(({ status }) => status === 'approved')),
      sent: () => Promise.resolve(rows().filter(({ status }) => status === 'sent')),
      row: (id: string) => Promise.resolve(rows().find((each) => each.withdrawalId === id)),
    },
    sealer: { open: () => Promise.resolve({ address: '0x1', tag: null }) },
    chain: {
      send: ({ key }: { key: string }) => {
        if (key === now.broken) return Promise.reject(now.error);
        sent.push(key);
        return Promise.resolve({ hash: `0x${key}`, network: 'ERC20', status: 'dropped' });
      },
      transfer: () => Promise.resolve({ network: 'ERC20', status: 'dropped', fee: amount('1') }),
      network: () => undefined,
    },
    policies: { inForce: () => ({ values: { paused: now.paused } }) },
    clock: { now: () => 1 },
  };
  const { writers, commands, query, sealer, chain, policies, clock } = parts;
  const given = [writers, commands, query, sealer, chain, undefined, policies, clock];
  const payouts = new Payouts(...(given as unknown as ConstructorParameters<typeof Payouts>));
  return { payouts, now, steps, sent, heard };
}

describe('payouts', () => {
  it('pay the others when one cannot go out', async () => {
    const { payouts, now, sent } = world();
    now.broken = 'w-1';
    await expect(payouts.payAll()).rejects.toThrow('1 payout waits, the first: Error: the hot wallet lacks 5 USDT');
    expect(sent).toEqual(['w-2']);
  });

  it('pay the others when the database takes back what one of them does', async () => {
    const { payouts, now, sent } = world();
    now.broken = 'w-1';
    now.error = Object.assign(new Error('deadlock detected'), { code: '40P01' });
    await expect(payouts.payAll()).rejects.toThrow('1 payout waits, the first: Error: deadlock detected');
    expect(sent).toEqual(['w-2']);
  });

  it('read what became of the others while one cannot go out', async () => {
    const { payouts, now } = world();
    now.broken = 'w-1';
    const read: string[] = [];
    const warned = jest.spyOn(Logger.prototype, 'warn').mockReturnValue(undefined);
    const feeds = { readAll: () => Promise.resolve(read.push('read')) } as unknown as PayoutFeeds;
    const runner = new PayoutRunner(payouts, feeds);
    await runner.look();
    await runner.stop();
    expect(read).toEqual(['read']);
    expect(warned).toHaveBeenCalledTimes(1);
  });

  it('are asked after again when the writer could not take what became of them', async () => {
    const { payouts, now, heard, steps } = world();
    steps.set('w-1', 'sent').set('w-2', 'sent');
    now.unwritten = 'SettleWithdrawal';
    expect(await payouts.followUpAll()).toBe(false);
    expect(heard).toEqual(['SettleWithdrawal w-1']);
    now.unwritten = '';
    expect(await payouts.followUpAll()).toBe(true);
  });

  it.each(['RecordWithdrawalSent', 'SettleWithdrawal'])(
    'end at the next look when %s could not be written after they had gone out',
    async (unwritten) => {
      const { payouts, now, sent, steps } = world();
      now.unwritten = unwritten;
      await payouts.payAll().catch(() => undefined);
      now.unwritten = '';
      await payouts.payAll();
      expect([...steps.values()]).toEqual(['returned', 'returned']);
      expect(new Set(sent)).toEqual(new Set(['w-1', 'w-2']));
    },
  );

  it('are decided once in a pause and then left alone, and go out at the first look after it', async () => {
    const { payouts, now, heard, sent } = world();
    now.paused = true;
    for (let look = 0; look < 3; look += 1) await payouts.payAll();
    expect(heard).toEqual(['BeginWithdrawalPayout w-1', 'BeginWithdrawalPayout w-2']);
    now.paused = false;
    await payouts.payAll();
    expect(sent).toEqual(['w-1', 'w-2']);
  });

  it('that had begun are followed up in a pause, at every look until they are out', async () => {
    const { payouts, now, heard, sent, steps } = world({ begun: ['w-2'] });
    now.paused = true;
    now.broken = 'w-2';
    for (let look = 0; look < 2; look += 1) await expect(payouts.payAll()).rejects.toThrow('1 payout waits');
    now.broken = '';
    await payouts.payAll();
    expect(sent).toEqual(['w-2']);
    expect(steps.get('w-1')).toBe('approved');
    expect(heard.filter((each) => each === 'BeginWithdrawalPayout w-1')).toHaveLength(1);
  });

  it('look again at everything when the writer was away in the first look of a pause', async () => {
    const { payouts, now, sent } = world({ begun: ['w-2'] });
    now.paused = true;
    now.unwritten = 'BeginWithdrawalPayout';
    await expect(payouts.payAll()).rejects.toThrow();
    now.unwritten = '';
    await payouts.payAll();
    expect(sent).toEqual(['w-2']);
  });
});
