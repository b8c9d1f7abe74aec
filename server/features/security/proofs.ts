import { Injectable } from '@nestjs/common';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Hashing, Logins } from '../../core/ports/logins.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { SecondFactor } from '../../core/ports/second-factor.js';
import type { Proof, ProofNeed, StepUp } from '../../core/ports/step-up.js';
import { Writers } from '../../engine/writer/writers.js';
import { securityKind, type SecurityState } from './security.decider.js';
import { Factors } from './factors.js';
import { indexOfCode } from '../../edge/auth/recovery-codes.js';
import { secondsToNextStep, stepOfCode } from '../../edge/auth/totp.js';
import { wishNow } from '../../edge/http/wish.js';
import { ProofTries } from './proof-tries.js';
import { CancelGoogleRemoval } from './recovery.commands.js';
import { UseRecoveryCode } from './security.commands.js';

const SIX_DIGITS = /^\d{6}$/;

/** Asks somebody to prove again that it is he, and log-ins for the second factor; see `StepUp` and `SecondFactor`. */
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

  async refusal(userId: string, need: ProofNeed, proof: Proof): Promise<Refusal | undefined> {
    const state = await this.state(userId);
    const missing = missingFrom(state, need, proof);
    if (missing !== undefined) return missing;
    if (need === 'password' && (await this.logins.passwordSetAt(userId)) === null)
      return refuse('security.password-missing', { field: 'password' });
    return this.proofTries.take(userId, async () => {
      const secret = need === 'password' ? this.password(userId, proof) : this.tradePassword(state, proof);
      // The code last: it works once, and must not be spent on somebody who mistyped the password.
      return (await secret) ?? this.code(userId, proof.googleCode);
    });
  }

  /** The trade password alone, for unlocking a session. */
  async tradeRefusal(userId: string, tradePassword: string): Promise<Refusal | undefined> {
    const state = await this.state(userId);
    if (state.trade === null) return refuse('security.trade-password-missing');
    return this.proofTries.take(userId, () => this.tradePassword(state, { tradePassword }));
  }

  async bound(userId: string): Promise<boolean> {
    return (await this.state(userId)).google !== null;
  }

  async check(userId: string, code: string | undefined): Promise<Refusal | undefined> {
    if (!(await this.bound(userId))) return undefined;
    if (code === undefined || code === '') return refuse('security.google-required', { field: 'googleCode' });
    return this.proofTries.take(userId, () => this.code(userId, code));
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

  private async password(userId: string, { password = '' }: Proof): Promise<Refusal | undefined> {
    const right = await this.logins.verifyPassword(userId, password);
    return right ? undefined : refuse('security.password-wrong', { field: 'password' });
  }

  private async tradePassword({ userId, trade }: SecurityState, proof: Proof): Promise<Refusal | undefined> {
    const kept = trade && (await this.factors.find(userId, 'trade', trade.id));
    const right = kept && (await this.hashing.verify(userId, kept.secret, proof.tradePassword ?? ''));
    return right === true ? undefined : refuse('security.trade-password-wrong', { field: 'tradePassword' });
  }

  /**
   * Uses the code up, where one is asked for. Looked up anew: a check before this one may have changed what is in force. Who shows
   * a right one has lost nothing, so a request to take Google verification off is over, whoever made it.
   */
  private async code(userId: string, code = ''): Promise<Refusal | undefined> {
    const { google, removal } = await this.state(userId);
    if (google === null) return undefined;
    const wrong = await this.codeProblem(userId, google, code);
    if (wrong !== undefined || removal === null) return wrong;
    const data = { userId, requestId: removal.requestId, how: 'google-shown' } as const;
    const { commands, clock } = this;
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}` };
    await commands.execute(new CancelGoogleRemoval(context, data));
    return undefined;
  }

  private async codeProblem(
    userId: string,
    google: NonNullable<SecurityState['google']>,
    code: string,
  ): Promise<Refusal | undefined> {
    const wrong = refuse('security.google-wrong', { field: 'googleCode' });
    const typed = code.replace(/\s/g, '');
    if (!SIX_DIGITS.test(typed)) return (await this.recoveryCode(userId, google.codes.id, typed)) ? undefined : wrong;
    const step = await this.stepOf(userId, google.secret.id, typed);
    if (step === undefined) return wrong;
    if (await this.factors.useStep(google.secret.id, step)) return undefined;
    // A second device in the same half minute: no guess, so it is no wrong try.
    const retryAfterSeconds = secondsToNextStep(this.clock.now());
    return refuse('security.google-used', { field: 'googleCode', retryAfterSeconds });
  }

  private async stepOf(userId: string, secretId: string, typed: string): Promise<number | undefined> {
    const { factors, clock, policies } = this;
    const kept = await factors.find(userId, 'google', secretId);
    const drift = policies.inForce('security.rules').values.totpDriftSteps;
    return kept && stepOfCode(kept.secret, typed, clock.now(), drift);
  }

  private async recoveryCode(userId: string, codesId: string, typed: string): Promise<boolean> {
    const kept = await this.factors.find(userId, 'recovery-codes', codesId);
    const index = kept === undefined ? -1 : indexOfCode(kept.secret, typed);
    if (index < 0) return false;
    const wish = wishNow();
    const { commands, clock } = this;
    const requestToken = wish === '' ? undefined : { key: `recovery-code:${wish}` };
    const context = { realm: 'real', at: clock.now(), actor: `user:${userId}`, requestToken };
    const used = await commands.execute(new UseRecoveryCode(context, { userId, codesId, index }));
    return used.ok;
  }
}

/** What was not shown at all is asked for and counts as no try. */
function missingFrom(state: SecurityState, need: ProofNeed, proof: Proof): Refusal | undefined {
  if (need === 'trade' && state.trade === null) return refuse('security.trade-password-missing');
  const shown = need === 'password' ? proof.password : proof.tradePassword;
  if (shown === undefined || shown === '') {
    return need === 'password'
      ? refuse('security.password-wrong', { field: 'password' })
      : refuse('security.trade-password-required', { field: 'tradePassword' });
  }
  if (state.google === null || (proof.googleCode ?? '') !== '') return undefined;
  return refuse('security.google-required', { field: 'googleCode' });
}
