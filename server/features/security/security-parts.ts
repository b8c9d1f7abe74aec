import { Injectable } from '@nestjs/common';
import type { freezeAccount } from '../../../contracts/security.calls.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { Hashing, Logins } from '../../core/ports/logins.js';
import { Codes } from '../../core/ports/messages-out.js';
import { Vault } from '../../core/ports/vault.js';
import type { Proven } from '../../core/proven.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { productName } from '../../edge/product-name.js';
import type { CallContext } from '../../edge/http/call.js';
import { AfterChange } from './after-change.js';
import { Factors } from './factors.js';
import { Proofs } from './proofs.js';
import { TradeUnlocks } from './trade-unlocks.js';

/** What the services of this folder work with. */
@Injectable()
export class SecurityParts {
  /** What authenticators list accounts under. */
  readonly issuer = productName();

  constructor(
    readonly commands: Commands,
    readonly proofs: Proofs,
    readonly factors: Factors,
    readonly unlocks: TradeUnlocks,
    readonly after: AfterChange,
    readonly logins: Logins,
    readonly hashing: Hashing,
    readonly codes: Codes,
    readonly vault: Vault,
    readonly policies: PolicySource<KnownPolicies>,
    readonly clock: Clock,
    readonly ids: Ids,
  ) {}
}

/** A command context of the caller, with the request token as its key. */
export function ofCaller(
  { clock }: Pick<SecurityParts, 'clock'>,
  { session, requestToken }: Pick<CallContext<typeof freezeAccount>, 'session' | 'requestToken'>,
  proof?: Proven,
): CommandContext {
  return { realm: 'real', at: clock.now(), actor: `user:${session.userId}`, requestToken, proof };
}

/** `security.rules` as the event records it, with the values that the decision used. */
export function applied<Used extends keyof KnownPolicies['security.rules']>(
  policies: PolicySource<KnownPolicies>,
  ...used: readonly Used[]
): AppliedPolicy {
  const { name, version, values } = policies.inForce('security.rules');
  return { name, version, inputs: Object.fromEntries(used.map((value) => [value, values[value]])) };
}
