import { Injectable } from '@nestjs/common';
import type {
  changeTradePassword,
  resetTradePassword,
  setTradePassword,
  unlockTrading,
} from '../../../contracts/security.calls.js';
import type { TradePasswordView } from '../../../contracts/security.contract.js';
import type { CallContext } from '../../edge/http/call.js';
import type { Proven } from '../../core/proven.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { Session } from '../../edge/http/sessions.js';
import { SetTradePassword } from './security.commands.js';
import type { SecurityState } from './security.decider.js';
import { applied, ofCaller, SecurityParts } from './security-parts.js';
import { tradePasswordProblem } from './security.rules.js';

type Setting = CallContext<typeof setTradePassword | typeof changeTradePassword | typeof resetTradePassword>;
type How = 'set' | 'changed' | 'reset';

/** The trade password: set, changed, reset when forgotten, and given once in each session that trades. */
@Injectable()
export class TradePasswordService {
  constructor(private readonly parts: SecurityParts) {}

  async has(session: Session): Promise<TradePasswordView> {
    if (session.realm === 'demo') return { transaction_password: 0, unlocked: true };
    const { trade } = await this.parts.proofs.state(session.userId);
    const shut = await this.parts.unlocks.refusal(session);
    return { transaction_password: trade === null ? 0 : 1, unlocked: shut === undefined };
  }

  set(call: CallContext<typeof setTradePassword>): Promise<null | Refusal> {
    return this.becoming(call, 'set', ({ trade, userId }) =>
      trade === null
        ? this.parts.proofs.prove(userId, 'password', call.input, call.requestToken)
        : Promise.resolve(refuse('security.trade-password-already-set')),
    );
  }

  change(call: CallContext<typeof changeTradePassword>): Promise<null | Refusal> {
    const { tradePassword, oldTradePassword, googleCode } = call.input;
    return this.becoming(call, 'changed', async ({ userId }) => {
      if (tradePassword === oldTradePassword)
        return refuse('security.trade-password-unchanged', { field: 'tradePassword' });
      const proof = await this.parts.proofs.prove(
        userId,
        'trade',
        { tradePassword: oldTradePassword, googleCode },
        call.requestToken,
      );
      return isRefusal(proof) && proof.params['field'] === 'tradePassword'
        ? refuse(proof.refusal, { ...proof.params, field: 'oldTradePassword' })
        : proof;
    });
  }

  /** Forgotten: the login password, a code to a contact, and the authenticator where it is bound. */
  reset(call: CallContext<typeof resetTradePassword>): Promise<null | Refusal> {
    const { target, code } = call.input;
    return this.becoming(call, 'reset', async ({ userId, trade }) => {
      if (trade === null) return refuse('security.trade-password-missing');
      const contact = (await this.parts.logins.contacts(userId))[target];
      if (contact === null) return refuse('account.contact-missing', { field: 'target' });
      const proof = await this.parts.proofs.prove(userId, 'password', call.input, call.requestToken);
      if (isRefusal(proof)) return proof;
      const { address } = contact;
      const { address: from, requestToken } = call;
      return (
        (await this.parts.codes.check({ purpose: 'trade-password', address, code, from, userId, requestToken })) ??
        proof
      );
    });
  }

  /** Shows the trade password for this session; asking again in a session that has shown it changes nothing. */
  async unlock(call: CallContext<typeof unlockTrading>): Promise<null | Refusal> {
    const wrong = await this.parts.proofs.tradeRefusal(call.session.userId, call.input.tradePassword);
    if (wrong !== undefined) return wrong;
    await this.parts.unlocks.unlock(call.session);
    return null;
  }

  private async becoming(
    call: Setting,
    how: How,
    prove: (state: SecurityState) => Promise<Proven | Refusal>,
  ): Promise<null | Refusal> {
    const { userId } = call.session;
    const problem = tradePasswordProblem(call.input.tradePassword, this.rules());
    if (problem !== undefined) return problem;
    // Read before the proof: who is overtaken between proof and command is refused by what is no longer in force.
    const state = await this.parts.proofs.state(userId);
    const proof = await prove(state);
    return isRefusal(proof) ? proof : this.keep(call, how, state.trade?.id ?? null, proof);
  }

  private async keep(call: Setting, how: How, replaces: string | null, proof: Proven): Promise<null | Refusal> {
    const { factors, hashing, policies, after, unlocks, commands } = this.parts;
    const { userId } = call.session;
    const secretId = await factors.put(userId, 'trade', await hashing.hash(userId, call.input.tradePassword));
    const policy = applied(policies, 'weakTradeRefused');
    const data = { userId, secretId, replaces, how, policy };
    const done = await commands.execute(new SetTradePassword(ofCaller(this.parts, call, proof), data));
    await factors.dropUnused(secretId, done);
    if (!done.ok) return done.refusal;
    if (!done.repeated) {
      await factors.drop(replaces ?? undefined);
      const notice = how === 'set' ? 'trade-password-set' : 'trade-password-changed';
      await after.run(call.session, notice, `${notice}:${secretId}`);
    }
    // Who has just set it has shown it.
    await unlocks.unlock(call.session);
    return null;
  }

  private rules() {
    const { version, values } = this.parts.policies.inForce('security.rules');
    const { tradeDigits } = this.parts.policies.inForce('password.rules').values;
    return { tradeDigits, weakTradeRefused: values.weakTradeRefused, version };
  }
}
