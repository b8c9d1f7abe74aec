import type { freezeAccount } from '../../../contracts/security.calls.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Clock } from '../../core/clock.js';
import type { CommandContext, Commands } from '../../core/command.js';
import type { Ids } from '../../core/ids.js';
import type { Hashing, Logins } from '../../core/ports/logins.js';
import type { Codes } from '../../core/ports/messages-out.js';
import type { Vault } from '../../core/ports/vault.js';
import type { AppliedPolicy } from '../../core/policy.js';
import type { PolicySource } from '../../core/ports/policy-source.js';
import type { CallContext } from '../../edge/http/call.js';
import type { AfterChange } from './after-change.js';
import type { Factors } from './factors.js';
import type { Proofs } from './proofs.js';
import type { TradeUnlocks } from './trade-unlocks.js';

/** What the services of this folder work with. */
export interface SecurityParts {
  commands: Commands;
  proofs: Proofs;
  factors: Factors;
  unlocks: TradeUnlocks;
  after: AfterChange;
  logins: Logins;
  hashing: Hashing;
  codes: Codes;
  vault: Vault;
  policies: PolicySource<KnownPolicies>;
  /** What authenticators list accounts under. */
  issuer: string;
  clock: Clock;
  ids: Ids;
}

/** A command in the name of the asker, under the request token as its key. */
export function byAsker(
  { clock }: Pick<SecurityParts, 'clock'>,
  { session, keys }: Pick<CallContext<typeof freezeAccount>, 'session' | 'keys'>,
): CommandContext {
  return { realm: 'real', at: clock.now(), actor: `user:${session.userId}`, keys };
}

/** `security.rules` as the event records it, with the values that the decision used. */
export function applied<Used extends keyof KnownPolicies['security.rules']>(
  policies: PolicySource<KnownPolicies>,
  ...used: readonly Used[]
): AppliedPolicy {
  const { name, version, values } = policies.inForce('security.rules');
  return { name, version, inputs: Object.fromEntries(used.map((value) => [value, values[value]])) };
}
