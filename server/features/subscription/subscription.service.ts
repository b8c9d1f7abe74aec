import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import type { getNewCoins, getSubscription, subscribeNewCoin } from '../../../contracts/subscription.calls.js';
import type { NewCoins, SubscriptionInfo, SubscriptionPlaced } from '../../../contracts/subscription.contract.js';
import type {
  approveNewCoinBody,
  endNewCoinBody,
  NewCoinChanged,
  proposeNewCoinBody,
} from '../../../contracts/subscription.staff.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { format } from '../../../shared/money.js';
import { estimateOf } from '../../../shared/new-coin.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand, type RequestToken } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { AccountGate } from '../../core/ports/account-gate.js';
import { Agreements } from '../../core/ports/agreements.js';
import { InvestmentCaps } from '../../core/ports/investment-caps.js';
import { NewCoinMarket } from '../../core/ports/new-coin-market.js';
import { OpenDebts } from '../../core/ports/open-debts.js';
import { OpenPrincipal } from '../../core/ports/open-principal.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { VerificationLevels } from '../../core/ports/verification.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { Writers } from '../../engine/writer/writers.js';
import {
  ApproveNewCoin,
  CancelNewCoin,
  ProposeNewCoin,
  RejectNewCoin,
  SubscribeNewCoin,
} from './subscription.commands.js';
import { standingOf, subscribeScope } from './subscription.handler.js';
import type { NewCoinRow } from './subscription.projection.js';
import { SubscriptionQuery, viewOf } from './subscription.query.js';
import { standingProblems } from './subscription.rules.js';
import { allocationOf, newCoinOf } from './subscription.shown.js';

/** Subscriptions are of real accounts. */
export const SUBSCRIPTION_REALM = 'real';

type Session = CallContext<typeof subscribeNewCoin>['session'];

interface Editor {
  readonly staffId: string;
  readonly requestToken?: RequestToken | undefined;
}

/** What a call does around its command: cap of the class, trade password, rules, and what everybody reads. */
@Injectable()
export class SubscriptionService {
  constructor(
    private readonly commands: Commands,
    private readonly writers: Writers,
    private readonly query: SubscriptionQuery,
    private readonly market: NewCoinMarket,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly caps: InvestmentCaps,
    private readonly principal: OpenPrincipal,
    private readonly debts: OpenDebts,
    private readonly levels: VerificationLevels,
    private readonly gate: TradeGate,
    private readonly accounts: AccountGate,
    private readonly agreements: Agreements,
    private readonly texts: Messages,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async list({ session, lang }: CallContext<typeof getNewCoins>): Promise<NewCoins | Refusal> {
    if (!(await this.query.isUpToDate())) return refuse('request.unavailable');
    const rows = await this.query.announced();
    const at = this.clock.now();
    const saleFee = this.policies.inForce('spot.fees').values.taker0;
    if (session?.realm !== SUBSCRIPTION_REALM)
      return { at, coins: rows.map((row) => newCoinOf(row, saleFee, { own: null, problems: [] })), cap: null };
    const [own, { cap, policy }, shut] = await Promise.all([
      this.query.ownByIssue(session),
      this.caps.of(session.userId),
      this.gate.refusal(session),
    ]);
    // A session that has not given it is asked with the order.
    const missing = shut?.refusal === 'security.trade-password-missing' ? [shut] : [];
    const coins = await Promise.all(
      rows.map(async (row) => {
        const standing = row.status === 'open' ? await this.standing(session, row.issueId, at) : undefined;
        const order = { issueId: row.issueId, cap: { cap, policy } };
        const found = standing === undefined ? [] : [...missing, ...standingProblems(order, standing)];
        const problems = found.map((problem) => this.texts.problem(lang, problem));
        return newCoinOf(row, saleFee, { own: own.get(row.issueId) ?? null, problems });
      }),
    );
    return { at, coins, cap: { cap, open: await this.openOf(session) } };
  }

  async subscribe(call: CallContext<typeof subscribeNewCoin>): Promise<SubscriptionPlaced | Refusal> {
    const { session, input, requestToken } = call;
    const { realm, userId, ownerId } = session;
    const context = { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      const { cap, policy } = await this.caps.of(userId);
      const named = { subscriptionId: this.ids.next('sbs'), requestId: this.ids.next('nsr') };
      const { issueId, coins, agreed = null, article } = input;
      const agreement = await this.agreements.rulesOf('subscription', article);
      if (isRefusal(agreement)) return agreement;
      const order = { issueId, coins, agreed, agreement, ...named };
      return new SubscribeNewCoin(context, { userId, ownerId, ...order, cap: { cap, policy } });
    });
    return result.ok ? { ...result.answer, position: result.position } : result.refusal;
  }

  async info({ session, input }: CallContext<typeof getSubscription>): Promise<SubscriptionInfo | Refusal> {
    if (!(await this.query.isUpToDate(session.realm))) return refuse('request.unavailable');
    const { subscriptionId } = input;
    const row = await this.query.row(session, subscriptionId);
    const issue = row && (await this.query.issue(row.issueId));
    if (row === undefined || issue === undefined)
      return refuse('subscription.not-found', { field: 'subscriptionId', subscriptionId });
    const { subscribed, volume, status } = issue;
    const isOpen = status === 'open' && row.endedAt === 0;
    const allocation = allocationOf(issue);
    return {
      subscription: viewOf({ ...row, issue }),
      estimate: isOpen ? estimateOf(row.coins, volume, subscribed - row.coins) : null,
      total: allocation?.total ?? subscribed,
      volume,
      allocation,
      remainder: row.remainder,
      tie: row.tie || null,
      rank: await this.query.rankOf(row),
    };
  }

  propose(by: Editor, input: z.output<typeof proposeNewCoinBody>): Promise<NewCoinChanged | Refusal> {
    const { coin, name, issuePrice, volume, minimum, closesOn, listsOn, lockupDays, reason } = input;
    const terms = { coin, name, issuePrice, volume, minimum, closesOn, listsOn, lockupDays, reason };
    const { name: policyName, version, values } = this.policies.inForce('subscription.rules');
    const policy = { name: policyName, version, values };
    const place = { issueId: coin, staffId: by.staffId, isFree: this.market.isFree(coin) };
    return this.send(new ProposeNewCoin(this.context(by), { ...place, ...terms, policy }));
  }

  approve(by: Editor, { issueId }: z.output<typeof approveNewCoinBody>): Promise<NewCoinChanged | Refusal> {
    const isFree = this.market.isFree(issueId);
    return this.send(new ApproveNewCoin(this.context(by), { issueId, staffId: by.staffId, isFree }));
  }

  reject(by: Editor, input: z.output<typeof endNewCoinBody>): Promise<NewCoinChanged | Refusal> {
    return this.send(new RejectNewCoin(this.context(by), this.ending(by, input)));
  }

  cancel(by: Editor, input: z.output<typeof endNewCoinBody>): Promise<NewCoinChanged | Refusal> {
    return this.send(new CancelNewCoin(this.context(by), this.ending(by, input)));
  }

  private ending({ staffId }: Editor, { issueId, reason }: z.output<typeof endNewCoinBody>) {
    const { name, version, values } = this.policies.inForce('subscription.rules');
    const { reasonLengthMin } = values;
    return { issueId, staffId, reason, reasonLengthMin, policy: { name, version, inputs: { reasonLengthMin } } };
  }

  private standing(session: Session, issueId: NewCoinRow['issueId'], at: number) {
    const ports = { gate: this.accounts, levels: this.levels, principal: this.principal, debts: this.debts };
    const owner = { ...session, issueId };
    return this.writers.look(SUBSCRIPTION_REALM, subscribeScope(ports, owner), (view) =>
      standingOf(ports, view, owner, at),
    );
  }

  private openOf(session: Session): Promise<string> {
    const { principal } = this;
    const scope = { streams: principal.streams(session), balances: principal.balances(session) };
    return this.writers.look(SUBSCRIPTION_REALM, scope, (view) => format(principal.of(session, view)));
  }

  private context({ staffId, requestToken }: Editor): CommandContext {
    return { realm: SUBSCRIPTION_REALM, at: this.clock.now(), actor: `staff:${staffId}`, requestToken };
  }

  /** Answers once the lists show it. */
  private async send(command: HouseCommand<unknown, NewCoinChanged>): Promise<NewCoinChanged | Refusal> {
    const result = await this.commands.execute(command);
    if (!result.ok) return result.refusal;
    await this.query.waitFor(result.position);
    return result.answer;
  }
}
