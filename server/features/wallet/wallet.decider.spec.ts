import { describe, expect, it } from '@jest/globals';
import type { Sealed } from '../../core/person.js';
import { decider } from '../../engine/writer/decider.testkit.js';
import { LIFECYCLE, walletKind, type WalletStatus } from './wallet.decider.js';
import './wallet.events.js';
import { walletHandlers } from './wallet.handler.js';

const USER = 'real-ab12';
const bind = { type: 'BindWallet', data: { userId: USER, sealedAddress: 'v1.sealed' as Sealed } } as const;
const unbind = { type: 'UnbindWallet', data: { userId: USER } } as const;

const { given } = decider({ realm: 'real', kind: walletKind, id: USER, handlers: walletHandlers });

describe('a wallet as a way in', () => {
  const ways = { unbound: [], bound: [bind] } satisfies Record<WalletStatus, object[]>;
  const table = (Object.keys(LIFECYCLE) as WalletStatus[]).flatMap((status) =>
    [bind, unbind].map((command) => [status, command.type, command] as const),
  );

  it.each(table)('that is %s follows its lifecycle on %s', (status, type, command) => {
    const wallet = given(...ways[status]);
    expect(wallet.state.status).toBe(status);
    const expected = LIFECYCLE[status][type];
    const outcome = wallet.when(command);
    if (typeof expected !== 'string') return void outcome.then(expected);
    expect(outcome.events[0]?.stream).toBe(`wallet-${USER}`);
    return expect(wallet.state.status).toBe(expected);
  });
});
