import { Injectable } from '@nestjs/common';
import type { exitDemo, getInfo, logout, regenerateDemo, tempLogin } from '../../../contracts/account.calls.js';
import type { InfoView, SessionView } from '../../../contracts/account.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock } from '../../core/clock.js';
import { type CommandContext, Commands, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { RateLimits } from '../../edge/http/rate-limits.js';
import { ExitDemo, OpenDemo, RegenerateDemo, type DemoRules } from './account.commands.js';
import { InfoViews } from './info-views.js';
import { SessionViews } from './session-views.js';
import { type LiveSession, Sessions } from './sessions.js';

/** For this long a repeated `tempLogin` is the same request; later the same token from the same address is a new one's mistake. */
const REPEAT_MS = 10 * 60_000;

/** What the account calls do: commands to the writer, and sessions around them. */
@Injectable()
export class AccountService {
  constructor(
    private readonly commands: Commands,
    private readonly sessions: Sessions,
    private readonly views: SessionViews,
    private readonly limits: RateLimits,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly infos: InfoViews,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  /** A repeat under the same request token from the same address gets the account of the first try, not a second one. */
  async openDemo(call: CallContext<typeof tempLogin>): Promise<SessionView | Refusal> {
    const { ids, limits, sessions, views, clock, commands } = this;
    // The owner of a real account may open a demo account beside it; the client keeps both sessions.
    if (call.session?.realm === 'demo' && views.isOpen(call.session as LiveSession)) {
      return refuse('account.already-logged-in');
    }
    const tooMany = await limits.ofDemoAccount(call.address);
    if (tooMany !== undefined) return tooMany;
    const userId = ids.next('demo');
    const data = { userId, name: `Demo ${userId.slice(5, 9).toUpperCase()}`, lang: call.lang, rules: this.rules() };
    const opened = await commands.execute(new OpenDemo(this.by(userId, unguessable(call.requestToken)), data));
    if (!opened.ok) return opened.refusal;
    const begun = await sessions.begin('demo', opened.answer.userId);
    const { state } = begun.session.card;
    if (opened.repeated && 'openedAt' in state && clock.now() - state.openedAt > REPEAT_MS) {
      await sessions.end(begun.session.id);
      return refuse('request.token-reused');
    }
    return this.views.view(begun.session, begun.token, call.lang);
  }

  async logOut(call: CallContext<typeof logout>): Promise<null> {
    await this.sessions.end(call.session.id);
    return null;
  }

  info({ session, token, lang }: CallContext<typeof getInfo>): Promise<InfoView> {
    return this.infos.view(session as LiveSession, token ?? '', lang);
  }

  async exitDemo(call: CallContext<typeof exitDemo>): Promise<null | Refusal> {
    const { userId } = call.session;
    const left = await this.commands.execute(new ExitDemo(this.by(userId, call.requestToken), { userId }));
    if (!left.ok) return left.refusal;
    await this.sessions.endAll(userId);
    return null;
  }

  async regenerateDemo(call: CallContext<typeof regenerateDemo>): Promise<SessionView | Refusal> {
    const session = call.session as LiveSession;
    const { state } = session.card;
    const tooMany = await this.limits.ofDemoAccount(call.address);
    if (tooMany !== undefined) return tooMany;
    const generation = 'generation' in state ? state.generation : 0;
    const data = { userId: session.userId, generation, rules: this.rules() };
    const command = new RegenerateDemo(this.by(session.userId, call.requestToken), data);
    const done = await this.commands.execute(command);
    return done.ok ? this.views.view(session, call.token ?? '', call.lang) : done.refusal;
  }

  private rules(): DemoRules {
    const { name, version, values } = this.policies.inForce('demo.rules');
    return { name, version, ...values };
  }

  private by(userId: string, requestToken: RequestToken | undefined): CommandContext {
    return { realm: 'demo', at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }
}

/** Letters of a request token that make 64 bits and more; it is six to sixteen long. */
const UNGUESSABLE_LENGTH = 11;

/**
 * A visitor's repeat is known by address and request token alone, and answered with a session. A neighbour could guess a short
 * token, so only a long one finds the demo account of the first try.
 */
function unguessable(requestToken: RequestToken | undefined): RequestToken | undefined {
  const { key = '' } = requestToken ?? {};
  const isLong = key.slice(key.lastIndexOf(':') + 1).length >= UNGUESSABLE_LENGTH;
  return isLong ? requestToken : { cause: requestToken?.cause };
}
