import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock, type Instant } from '../../core/clock.js';
import { type CommandContext, Commands, type RequestToken, underKey } from '../../core/command.js';
import { Hashing, Logins } from '../../core/ports/logins.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import type { Proven, ProvenCode } from '../../core/proven.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { SecondFactor } from '../../core/ports/second-factor.js';
import type { Proof, ProofNeed, StepUp } from '../../core/ports/step-up.js';
import { Writers } from '../../engine/writer/writers.js';
import { securityKind, type SecurityState } from './security.decider.js';
import { Factors } from './factors.js';
import { indexOfCode } from '../../edge/auth/recovery-codes.js';
import { stepOfCode } from '../../edge/auth/totp.js';
import { ProofTries } from './proof-tries.js';
import { CancelAuthenticatorRemoval } from './recovery.commands.js';
import { UseProof } from './security.commands.js';

const SIX_DIGITS = /^\d{6}$/;

/** Checks step-up proofs, and the second factor of log-ins; see `StepUp` and `SecondFactor`. */
@Injectable()
export class Proofs implements StepUp, SecondFactor {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly logins: Logins,
    private readonly hashing: Hashing,
    private readonly factors: Factors,
    private readonly proofTries: ProofTries,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  get tries(): ProofTries {
    return this.proofTries;
  }

  state(userId: string): Promise<SecurityState> {
    return this.writers.read('real', securityKind, userId);
  }

  async prove(
    userId: string,
    need: ProofNeed,
    proof: Proof,
    requestToken: RequestToken | undefined,
  ): Promise<Proven | Refusal> {
    const state = await this.state(userId);
    const missing = missingFrom(state, need, proof);
    if (missing !== undefined) return missing;
    if (need === 'password' && (await this.logins.passwordSetAt(userId)) === null)
      return refuse('security.password-missing', { field: 'password' });
    return this.proofTries.take(userId, async () => {
      const secret = await (need === 'password' ? this.password(userId, proof) : this.tradePassword(state, proof));
      if (isRefusal(secret)) return secret;
      const code = await this.code(userId, proof.googleCode, requestToken);
      return isRefusal(code) ? code : { userId, ...secret, code };
    });
  }

  async refusal(
    userId: string,
    need: ProofNeed,
    proof: Proof,
    requestToken: RequestToken | undefined,
  ): Promise<Refusal | undefined> {
    const proven = await this.prove(userId, need, proof, requestToken);
    return isRefusal(proven) ? proven : this.use(proven, requestToken);
  }

  /** The trade password alone, for unlocking a session. */
  async tradeRefusal(userId: string, tradePassword: string): Promise<Refusal | undefined> {
    const state = await this.state(userId);
    if (state.trade === null) return refuse('security.trade-password-missing');
    const proven = await this.proofTries.take(userId, () => this.tradePassword(state, { tradePassword }));
    return isRefusal(proven) ? proven : undefined;
  }

  async bound(userId: string): Promise<boolean> {
    return (await this.state(userId)).google !== null;
  }

  async check(
    userId: string,
    code: string | undefined,
    requestToken: RequestToken | undefined,
  ): Promise<Refusal | undefined> {
    if (!(await this.bound(userId))) return undefined;
    if (code === undefined || code === '') return refuse('security.google-required', { field: 'googleCode' });
    const proven = await this.proofTries.take(userId, () => this.code(userId, code, requestToken));
    return isRefusal(proven) ? proven : this.use({ userId, code: proven }, requestToken);
  }

  async shows(userId: string, code = ''): Promise<boolean> {
    const { google } = await this.state(userId);
    const typed = code.replace(/\s/g, '');
    if (google === null || typed === '') return false;
    const { factors } = this;
    if (SIX_DIGITS.test(typed)) return (await this.stepOf(userId, google.secret.id, typed)) !== undefined;
    const kept = await factors.find(userId, 'recovery-codes', google.codes.id);
    return kept !== undefined && indexOfCode(kept.secret, typed) >= 0;
  }

  async forget(userId: string, until: Instant): Promise<void> {
    const { google } = await this.state(userId);
    await this.factors.sweep(userId, until, google === null ? [] : [google.secret.id, google.codes.id]);
  }

  private async password(userId: string, { password = '' }: Proof): Promise<Pick<Proven, 'passwordDigest'> | Refusal> {
    const passwordDigest = await this.logins.verifyPassword(userId, password);
    return passwordDigest === undefined ? refuse('security.password-wrong', { field: 'password' }) : { passwordDigest };
  }

  private async tradePassword(
    { userId, trade }: SecurityState,
    proof: Proof,
  ): Promise<Pick<Proven, 'tradeId'> | Refusal> {
    const kept = trade && (await this.factors.find(userId, 'trade', trade.id));
    const right = kept && (await this.hashing.verify(userId, kept.secret, proof.tradePassword ?? ''));
    return right === true
      ? { tradeId: trade?.id }
      : refuse('security.trade-password-wrong', { field: 'tradePassword' });
  }

  /**
   * The code that was given, where one is needed. The factor is read again: an earlier check may have changed it. The holder of a
   * right code has lost nothing, so an open request to remove the authenticator ends.
   */
  private async code(
    userId: string,
    code: string | undefined,
    requestToken: RequestToken | undefined,
  ): Promise<ProvenCode | null | Refusal> {
    const { google, removal } = await this.state(userId);
    if (google === null) return null;
    const proven = await this.provenCode(userId, google, (code ?? '').replace(/\s/g, ''));
    if (isRefusal(proven) || removal === null) return proven;
    const data = { userId, requestId: removal.requestId, how: 'code-shown' } as const;
    await this.commands.execute(
      new CancelAuthenticatorRemoval(this.context(userId, { cause: requestToken?.cause }), data),
    );
    return proven;
  }

  private async provenCode(
    userId: string,
    { secret, codes }: NonNullable<SecurityState['google']>,
    typed: string,
  ): Promise<ProvenCode | Refusal> {
    if (SIX_DIGITS.test(typed)) {
      const step = await this.stepOf(userId, secret.id, typed);
      if (step !== undefined) return { kind: 'step', secretId: secret.id, step };
    } else {
      const kept = await this.factors.find(userId, 'recovery-codes', codes.id);
      const index = kept === undefined ? -1 : indexOfCode(kept.secret, typed);
      if (index >= 0 && !codes.used.includes(index)) return { kind: 'recovery', codesId: codes.id, index };
    }
    return refuse('security.google-wrong', { field: 'googleCode' });
  }

  /** Where no command follows that would use the proof up. */
  private async use(proof: Proven, requestToken: RequestToken | undefined): Promise<Refusal | undefined> {
    const own = underKey(requestToken, (key) => `proof:${key}`);
    const context = { ...this.context(proof.userId, own), proof };
    const used = await this.commands.execute(new UseProof(context, { userId: proof.userId }));
    return used.ok ? undefined : used.refusal;
  }

  private context(userId: string, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }

  private async stepOf(userId: string, secretId: string, typed: string): Promise<number | undefined> {
    const { factors, clock, policies } = this;
    const kept = await factors.find(userId, 'google', secretId);
    const drift = policies.inForce('security.rules').values.totpDriftSteps;
    return kept && stepOfCode(kept.secret, typed, clock.now(), drift);
  }
}

/** A missing proof is requested and counts as no try. */
function missingFrom(state: SecurityState, need: ProofNeed, proof: Proof): Refusal | undefined {
  if (need === 'trade' && state.trade === null) return refuse('security.trade-password-missing');
  const given = need === 'password' ? proof.password : proof.tradePassword;
  if (given === undefined || given === '') {
    return need === 'password'
      ? refuse('security.password-wrong', { field: 'password' })
      : refuse('security.trade-password-required', { field: 'tradePassword' });
  }
  if (state.google === null || (proof.googleCode ?? '') !== '') return undefined;
  return refuse('security.google-required', { field: 'googleCode' });
}
