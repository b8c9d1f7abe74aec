import { ZERO, type Amount } from '../../../shared/money.js';
import type { CommandScope, StreamKind, View } from '../decider.js';

interface Owner {
  readonly userId: string;
  readonly ownerId: string;
}

/** What an account has open of one product in USDT. The cap of the risk class limits all products together. */
export type OpenPrincipalPart = StreamPrincipal | BalancePrincipal;

interface StreamPrincipal {
  readonly kind: StreamKind<unknown>;
  /** Whether the stream is the person's, or that of the account's owner in the ledger. */
  readonly of: keyof Owner;
  principal(state: unknown): Amount;
}

/** All USDT of these ledger accounts. */
interface BalancePrincipal {
  accounts(ownerId: string): readonly string[];
}

/** The open principal of an account: each noun that takes some declares its part (`server/engine/feature.ts`). */
export class OpenPrincipal {
  constructor(private readonly parts: readonly OpenPrincipalPart[]) {}

  /** The streams that must be loaded for it. */
  streams(owner: Owner): CommandScope['streams'] {
    return this.parts.flatMap((part) => ('kind' in part ? [[part.kind, owner[part.of]] as const] : []));
  }

  /** The balances that must be loaded for it. */
  balances({ ownerId }: Pick<Owner, 'ownerId'>): NonNullable<CommandScope['balances']> {
    return this.parts
      .flatMap((part) => ('kind' in part ? [] : part.accounts(ownerId)))
      .map((account) => [account, 'USDT'] as const);
  }

  /** In USDT, of all products together. */
  of(owner: Owner, view: Pick<View, 'state' | 'balance'>): Amount {
    return this.parts.reduce((sum, part) => {
      if ('kind' in part) return sum + part.principal(view.state(part.kind, owner[part.of]));
      return part.accounts(owner.ownerId).reduce((all, account) => all + view.balance(account, 'USDT'), sum);
    }, ZERO);
  }
}
