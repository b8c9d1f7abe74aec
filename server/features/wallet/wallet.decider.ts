import type { StreamKind } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { WalletCommand } from './wallet.commands.js';

interface WalletState {
  readonly status: 'unbound' | 'bound';
}
export type WalletStatus = WalletState['status'];

/** The next status for each command and status, or the refusal. */
export const LIFECYCLE = {
  unbound: { BindWallet: 'bound', UnbindWallet: refuse('wallet.not-bound') },
  bound: { BindWallet: refuse('wallet.bound-already'), UnbindWallet: 'unbound' },
} as const satisfies Record<WalletStatus, Record<WalletCommand['type'], WalletStatus | Refusal>>;

export const walletKind: StreamKind<WalletState> = {
  name: 'wallet',
  initial: () => ({ status: 'unbound' }),
  evolve: (_, { type }) => ({ status: type === 'WalletBound' ? 'bound' : 'unbound' }),
};

export function decideWallet({ status }: WalletState, { type, data }: WalletCommand): readonly NewEvent[] | Refusal {
  const next = LIFECYCLE[status][type];
  if (typeof next !== 'string') return next;
  const fact = type === 'BindWallet' ? 'WalletBound' : 'WalletUnbound';
  return [{ stream: `wallet-${data.userId}`, type: fact, schema: 1, data }];
}
