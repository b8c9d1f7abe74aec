import { describe, expect, it } from '@jest/globals';
import { amount } from '../../../shared/money.js';
import type { NoteDeposit } from './deposit.commands.js';
import { depositKind } from './deposit.decider.js';
import { channel } from './deposit.testkit.js';
import { DepositNotes } from './deposit.watcher.js';

/** The note of a transfer to an address without a deposit owner. */
async function noted(to: string, usesTag = false) {
  const noted: NoteDeposit['data'][] = [];
  const transfer = {
    ...{ network: 'TRC20', hash: 'aa', asset: 'USDT', from: 'THEM', to, tag: null, amount: amount('5'), fee: 0n },
    ...{ status: 'mined', blockHeight: 1, confirmations: 1, seenAt: 0 },
  };
  const notes = new DepositNotes(
    ...([
      {
        transfer: () => Promise.resolve(transfer),
        network: () => ({ usesTag }),
        normalAddress: (_: string, address: string) => address.toUpperCase(),
        depositAddress: () => ({ address: 'SHARED', tag: '100000' }),
        hotWallet: () => 'HOT',
      },
      { now: () => channel() },
      {
        addressId: (network: string, address: string) => `${network}:${address}:`,
        owner: () => Promise.resolve(null),
        state: () => Promise.resolve(depositKind.initial('k1')),
      },
      {
        execute: ({ data }: { data: NoteDeposit['data'] }) => {
          noted.push(data);
          return Promise.resolve({ ok: true });
        },
      },
      { now: () => 1 },
    ] as unknown as ConstructorParameters<typeof DepositNotes>),
  );
  const { toPlatform } = await notes.note('TRC20', 'aa');
  return { toPlatform, noted: noted.map(({ owner, amount: arrived }) => ({ owner, arrived })) };
}

describe('what a network shows', () => {
  const NOBODYS = { toPlatform: true, noted: [{ owner: null, arrived: '5' }] };
  const NOT_OURS = { toPlatform: false, noted: [] };

  it('books what somebody sends to the hot wallet as nobody’s', async () => {
    expect(await noted('hot')).toEqual(NOBODYS);
  });

  it('books what arrives without a good tag as nobody’s, where addresses are shared', async () => {
    expect(await noted('SHARED', true)).toEqual(NOBODYS);
    expect(await noted('SHARED')).toEqual(NOT_OURS);
  });

  it('leaves alone what goes to others', async () => {
    expect(await noted('OTHERS')).toEqual(NOT_OURS);
  });
});
