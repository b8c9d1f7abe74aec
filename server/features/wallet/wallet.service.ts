import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Injectable } from '@nestjs/common';
import { HttpAdapterHost } from '@nestjs/core';
import { ServerConfig } from '../../config/config.js';
import type { bindWallet, getWalletChallenge, unbindWallet, walletLogin } from '../../../contracts/wallet.calls.js';
import type { EnteredView } from '../../../contracts/account.contract.js';
import type { WalletChallengeView, WalletPurpose, WalletView } from '../../../contracts/wallet.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type RequestToken } from '../../core/command.js';
import { LoginService } from '../../core/ports/login-service.js';
import { SessionEnds } from '../../core/ports/logins.js';
import { Vault } from '../../core/ports/vault.js';
import type { Proven } from '../../core/proven.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { StepUp } from '../../core/ports/step-up.js';
import { OneByOne } from '../../edge/auth/one-by-one.js';
import type { CallContext } from '../../edge/http/call.js';
import type { Session } from '../../edge/http/sessions.js';
import { BindWallet, UnbindWallet } from './wallet.commands.js';
import { WalletChallenges } from './wallet-challenges.js';
import { addressIsRight, checksummed, domainIsOurs, signerOf } from './wallet.rules.js';

/** Logging in, binding and unbinding by a signature. The phrase stays in the browser: the server sees an address and a signature. */
@Injectable()
export class WalletService {
  /** Fact and log-in change together: a second session neither binds nor unbinds between the two. */
  private readonly turns = new OneByOne();

  constructor(
    private readonly challenges: WalletChallenges,
    private readonly logins: LoginService,
    private readonly commands: Commands,
    private readonly vault: Vault,
    private readonly stepUp: StepUp,
    private readonly sessionEnds: SessionEnds,
    private readonly clock: Clock,
    private readonly config: ServerConfig,
    private readonly host: HttpAdapterHost,
  ) {}

  async challenge(call: CallContext<typeof getWalletChallenge>): Promise<WalletChallengeView | Refusal> {
    const { purpose, address, domain } = call.input;
    if (!addressIsRight(address)) return refuse('request.field-invalid', { field: 'address', allowed: 'documented' });
    if (!domainIsOurs(domain, this.config.publicUrl, this.port())) return refuse('wallet.domain-wrong', { domain });
    const session = purpose === 'bind' ? call.session : undefined;
    if (purpose === 'bind' && session === undefined) return refuse('session.missing');
    if (session?.realm === 'demo') return refuse('demo.real-only');
    return this.challenges.issue({ purpose, address, domain, userId: session?.userId });
  }

  /** An address without an account makes a new real account, once country and agreement are given. */
  async logIn(call: CallContext<typeof walletLogin>): Promise<EnteredView | Refusal> {
    const { challenges, logins } = this;
    const { nonce, signature, country, invitationCode, agreement, googleCode, timeZone } = call.input;
    const login = await this.signedBy(nonce, signature, {
      purpose: 'login',
      userId: undefined,
      key: call.requestToken?.key,
    });
    if (isRefusal(login)) return login;
    const known = await logins.userOf('wallet', login);
    if (known !== undefined) {
      await challenges.belongsTo(nonce, known);
      return logins.enter(known, { googleCode, timeZone }, call);
    }
    if (country === undefined) return refuse('wallet.unknown');
    const made = await logins.register({ kind: 'wallet', login, country, invitationCode, agreement }, call);
    if (isRefusal(made)) return made;
    await challenges.belongsTo(nonce, made.userId);
    const cause = call.requestToken?.cause;
    const bound = await this.record(made.userId, login, { key: `wallet:${made.userId}`, cause });
    return isRefusal(bound) ? bound : logins.enter(made.userId, { googleCode, timeZone }, call);
  }

  bind(call: CallContext<typeof bindWallet>): Promise<WalletView | Refusal> {
    return this.turns.run(call.session.userId, () => this.bindNow(call));
  }

  /** Sessions of the wallet end: it may be unlinked because it was stolen. */
  unbind(call: CallContext<typeof unbindWallet>): Promise<WalletView | Refusal> {
    return this.turns.run(call.session.userId, () => this.unbindNow(call));
  }

  /** The port that the server listens on. */
  private port(): number {
    return ((this.host.httpAdapter.getHttpServer() as Server).address() as AddressInfo).port;
  }

  private async bindNow(call: CallContext<typeof bindWallet>): Promise<WalletView | Refusal> {
    const { logins, stepUp, sessionEnds } = this;
    const { userId, id } = call.session;
    const { nonce, signature, password, googleCode } = call.input;
    const login = await this.signedBy(nonce, signature, { purpose: 'bind', userId, key: call.requestToken?.key });
    if (isRefusal(login)) return login;
    const proof = await stepUp.prove(userId, 'password', { password, googleCode }, call.requestToken);
    if (isRefusal(proof)) return proof;
    const owner = await logins.userOf('wallet', login);
    if (owner !== undefined && owner !== userId) return refuse('wallet.taken');
    const bound = await this.record(userId, login, call.requestToken, proof);
    if (isRefusal(bound)) return bound;
    // Two people who bind one address in the same moment: the second one's fact is taken back.
    if (!(await logins.bind(userId, 'wallet', login))) {
      await this.send(new UnbindWallet(this.context(userId, { cause: call.requestToken?.cause }), { userId }));
      return refuse('wallet.taken');
    }
    await sessionEnds.endAll(userId, id);
    return { address: checksummed(login) };
  }

  private async unbindNow(call: CallContext<typeof unbindWallet>): Promise<WalletView | Refusal> {
    const { logins, stepUp, sessionEnds } = this;
    const { userId, id } = call.session;
    if (!(await logins.hasPassword(userId))) return refuse('wallet.only-way-in');
    const proof = await stepUp.prove(userId, 'password', call.input, call.requestToken);
    if (isRefusal(proof)) return proof;
    const unbound = await this.send(new UnbindWallet(this.context(userId, call.requestToken, proof), { userId }));
    // A crash between event and log-in would leave a log-in that could not be removed.
    const isLeftOver = isRefusal(unbound) && (await logins.loginOf(userId, 'wallet')) !== undefined;
    if (isRefusal(unbound) && !isLeftOver) return unbound;
    await logins.unbind(userId, 'wallet');
    await sessionEnds.endAll(userId, id);
    return { address: null };
  }

  async own({ userId }: Session): Promise<WalletView> {
    const login = await this.logins.loginOf(userId, 'wallet');
    return { address: login === undefined ? null : checksummed(login) };
  }

  /** The address whose key signed the challenge, in lower case. The challenge is used up by the asking, right or wrong. */
  private async signedBy(
    nonce: string,
    signature: string,
    request: { purpose: WalletPurpose; userId: string | undefined; key: string | undefined },
  ): Promise<string | Refusal> {
    const taken = await this.challenges.take(nonce, request);
    if (taken === undefined) return refuse('wallet.challenge-gone');
    return signerOf(taken.message, signature) === taken.address ? taken.address : refuse('wallet.signature-wrong');
  }

  private async record(
    userId: string,
    login: string,
    requestToken: RequestToken | undefined,
    proof?: Proven,
  ): Promise<null | Refusal> {
    const sealedAddress = await this.vault.seal(userId, 'wallet.address', login);
    return this.send(new BindWallet(this.context(userId, requestToken, proof), { userId, sealedAddress }));
  }

  private async send(command: BindWallet | UnbindWallet): Promise<null | Refusal> {
    const done = await this.commands.execute(command);
    return done.ok ? null : done.refusal;
  }

  private context(userId: string, requestToken: RequestToken | undefined, proof?: Proven): CommandContext {
    return { realm: 'real', at: this.clock.now(), actor: `user:${userId}`, requestToken, proof };
  }
}
