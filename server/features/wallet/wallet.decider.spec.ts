import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import type { WalletCommand } from './wallet.commands.js';
import { decideWallet, LIFECYCLE, walletKind, type WalletStatus } from './wallet.decider.js';

const USER = 'real-ab12';
const commands: WalletCommand[] = [
  { type: 'BindWallet', data: { userId: USER, sealedAddress: 'v1.sealed' as Sealed } },
  { type: 'UnbindWallet', data: { userId: USER } },
];

describe('a wallet as a way in', () => {
  const table = (Object.keys(LIFECYCLE) as WalletStatus[]).flatMap((status) =>
    commands.map((command) => [status, command.type, command] as const),
  );

  it.each(table)('that is %s follows its lifecycle on %s', (status, type, command) => {
    const expected = LIFECYCLE[status][type];
    const decided = decideWallet({ status }, command);
    if (typeof expected !== 'string') return expect(decided).toEqual(expected);
    const [event] = decided as readonly RecordedEvent[];
    expect(event?.stream).toBe(`wallet-${USER}`);
    return expect(walletKind.evolve({ status }, event as RecordedEvent).status).toBe(expected);
  });
});
