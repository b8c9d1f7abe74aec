import { ZERO, type Amount } from '../../../shared/money.js';
import type { CommandScope, StreamKind } from '../decider.js';

interface Owner {
  readonly userId: string;
  readonly ownerId: string;
}

/** What an account has open of one product in USDT. The cap of the risk class limits all products together. */
export interface OpenPrincipalPart {
  readonly kind: StreamKind<unknown>;
  /** Whether the stream is the person's, or that of the account's owner in the ledger. */
  readonly of: keyof Owner;
  principal(state: unknown): Amount;
}

/** The open principal of an account: each noun that takes some declares its part (`server/engine/feature.ts`). */
export class OpenPrincipal {
  constructor(private readonly parts: readonly OpenPrincipalPart[]) {}

  /** The streams that must be loaded for it. */
  streams(owner: Owner): CommandScope['streams'] {
    return this.parts.map(({ kind, of }) => [kind, owner[of]]);
  }

  /** In USDT, of all products together. */
  of(owner: Owner, stateOf: (kind: StreamKind<unknown>, id: string) => unknown): Amount {
    return this.parts.reduce((sum, { kind, of, principal }) => sum + principal(stateOf(kind, owner[of])), ZERO);
  }
}
