import { Injectable } from '@nestjs/common';
import type { bindGoogle, freezeAccount } from '../../../contracts/security.calls.js';
import type { GoogleSetupView, RecoveryCodesView } from '../../../contracts/security.contract.js';
import type { CallContext } from '../../edge/http/call.js';
import type { HouseCommand } from '../../core/command.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { hashesOf, newRecoveryCodes } from '../../edge/auth/recovery-codes.js';
import { newTotpSecret, otpauthUri, stepOfCode } from '../../edge/auth/totp.js';
import {
  BindAuthenticator,
  RenewRecoveryCodes,
  UnbindAuthenticator,
  type SecurityAnswer,
} from './security.commands.js';
import { applied, ofCaller, SecurityParts } from './security-parts.js';

const MINUTE_MS = 60_000;

/** The authenticator: set-up, binding by a test code, recovery codes, unbinding. */
@Injectable()
export class AuthenticatorService {
  constructor(private readonly parts: SecurityParts) {}

  /** A secret to be scanned. It is in force nowhere until `bind` has seen a right code of it. */
  async setUp(call: CallContext<typeof freezeAccount>): Promise<GoogleSetupView | Refusal> {
    const { proofs, factors, logins, clock, issuer, policies } = this.parts;
    const { userId } = call.session;
    if (await proofs.bound(userId)) return refuse('security.google-already-bound');
    const wrong = await proofs.refusal(userId, 'password', call.input, call.requestToken);
    if (wrong !== undefined) return wrong;
    const secret = newTotpSecret();
    const setupId = await factors.put(userId, 'google', secret);
    const { email, phone } = await logins.contacts(userId);
    const expiresAt = clock.now() + policies.inForce('security.rules').values.setupMinutes * MINUTE_MS;
    const uri = otpauthUri(secret, issuer, email?.masked ?? phone?.masked ?? userId);
    return { setupId, secret, uri, expiresAt };
  }

  async bind(call: CallContext<typeof bindGoogle>): Promise<RecoveryCodesView | Refusal> {
    const { proofs, factors, clock, policies } = this.parts;
    const { setupId, code, password } = call.input;
    const { userId } = call.session;
    if (await proofs.bound(userId)) return refuse('security.google-already-bound');
    const rules = policies.inForce('security.rules').values;
    const setup = await factors.find(userId, 'google', setupId);
    const late = setup !== undefined && clock.now() > setup.createdAt + rules.setupMinutes * MINUTE_MS;
    if (setup === undefined || late) return refuse('security.google-setup-gone');
    const wrongCode = refuse('security.google-wrong', { field: 'code' });
    const step = stepOfCode(setup.secret, code.replace(/\s/g, ''), clock.now(), rules.totpDriftSteps);
    if (step === undefined) return wrongCode;
    const proof = await proofs.prove(userId, 'password', { password }, call.requestToken);
    if (isRefusal(proof)) return proof;
    const policy = applied(policies, 'totpDriftSteps', 'recoveryCodes');
    return this.withCodes(
      call,
      'authenticator-bound',
      (codesId, codes) =>
        new BindAuthenticator(ofCaller(this.parts, call, proof), {
          userId,
          secretId: setupId,
          codesId,
          codes,
          step,
          policy,
        }),
    );
  }

  /** New recovery codes; those before are worth nothing any more. */
  async renewCodes(call: CallContext<typeof freezeAccount>): Promise<RecoveryCodesView | Refusal> {
    const { proofs, factors, policies } = this.parts;
    const { userId } = call.session;
    const { google } = await proofs.state(userId);
    if (google === null) return refuse('security.google-missing');
    const proof = await proofs.prove(userId, 'password', call.input, call.requestToken);
    if (isRefusal(proof)) return proof;
    const replaces = google.codes.id;
    const policy = applied(policies, 'recoveryCodes');
    const renewed = await this.withCodes(
      call,
      'recovery-codes-renewed',
      (codesId, codes) =>
        new RenewRecoveryCodes(ofCaller(this.parts, call, proof), { userId, codesId, codes, replaces, policy }),
    );
    if (!isRefusal(renewed)) await factors.drop(google.codes.id);
    return renewed;
  }

  async unbind(call: CallContext<typeof freezeAccount>): Promise<null | Refusal> {
    const { proofs, factors, after, commands } = this.parts;
    const { userId } = call.session;
    const { google } = await proofs.state(userId);
    if (google === null) return refuse('security.google-missing');
    const proof = await proofs.prove(userId, 'password', call.input, call.requestToken);
    if (isRefusal(proof)) return proof;
    const done = await commands.execute(new UnbindAuthenticator(ofCaller(this.parts, call, proof), { userId }));
    if (!done.ok) return done.refusal;
    await factors.drop(google.secret.id);
    await factors.drop(google.codes.id);
    await after.run(call.session, 'authenticator-unbound', `authenticator-unbound:${google.secret.id}`);
    return null;
  }

  /** Sends a command that brings recovery codes into force; only this answer ever shows them. */
  private async withCodes(
    call: CallContext<typeof freezeAccount | typeof bindGoogle>,
    notice: 'authenticator-bound' | 'recovery-codes-renewed',
    commandOf: (codesId: string, codes: number) => HouseCommand<unknown, SecurityAnswer>,
  ): Promise<RecoveryCodesView | Refusal> {
    const { factors, policies, after, commands } = this.parts;
    const { userId } = call.session;
    const codes = newRecoveryCodes(policies.inForce('security.rules').values.recoveryCodes);
    const codesId = await factors.put(userId, 'recovery-codes', hashesOf(codes));
    const done = await commands.execute(commandOf(codesId, codes.length));
    if (!done.ok || done.repeated) {
      await factors.dropUnused(codesId, done);
      // A repeat after a restart: the first answer showed the codes, and they are not stored.
      return done.ok ? refuse('request.token-reused') : done.refusal;
    }
    await after.run(call.session, notice, `${notice}:${codesId}`);
    return { codes };
  }
}
