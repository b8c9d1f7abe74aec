import { Injectable } from '@nestjs/common';
import type { cancelWithdrawal, previewWithdrawal, submitWithdrawal } from '../../../contracts/withdrawal.calls.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import type { Language } from '../../../shared/language.js';
import {
  WITHDRAWAL_PRESETS,
  type WithdrawableView,
  type WithdrawalPreset,
  type WithdrawalPreview,
  type WithdrawalProblem,
  type WithdrawalRules,
  type WithdrawalRulesView,
  type WithdrawalView,
} from '../../../contracts/withdrawal.contract.js';
import { SimulatedChain } from '../../core/ports/chain.js';
import { Clock } from '../../core/clock.js';
import { Commands, type RequestToken } from '../../core/command.js';
import { amount, format, times, tryAmount, ZERO } from '../../../shared/money.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import type { Proven } from '../../core/proven.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { SecurityCards } from '../../core/ports/security-card.js';
import { StepUp } from '../../core/ports/step-up.js';
import { isOpen, nextChange } from '../../core/zone.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import { PriceSource } from '../../core/ports/price-source.js';
import { TurnoverQuery } from './turnover.query.js';
import { submissionProblems } from './withdrawal.decider.js';
import { CancelWithdrawal, SubmitWithdrawal } from './withdrawal.commands.js';
import { type WithdrawalOwner, WithdrawalLookup } from './withdrawal.lookup.js';
import { PayeeSealer } from './withdrawal.payee.js';
import { WithdrawalQuery } from './withdrawal.query.js';
import {
  BANK_CURRENCY,
  BANK_DECIMALS,
  cents,
  dayOfRequests,
  earliestRequest,
  feeOf,
  limitsOf,
  openChains,
  turnoverEligibility,
  windowOf,
  type WithdrawalEligibility,
} from './withdrawal.rules.js';

const FIELDS: readonly string[] = ['amount', 'payeeId', 'network', 'currency'];

/** A person's calls for withdrawals: rules, preview, request, cancel. */
@Injectable()
export class WithdrawalService {
  constructor(
    private readonly commands: Commands,
    private readonly lookup: WithdrawalLookup,
    private readonly query: WithdrawalQuery,
    private readonly turnover: TurnoverQuery,
    private readonly sealer: PayeeSealer,
    private readonly stepUp: StepUp,
    private readonly cards: SecurityCards,
    private readonly chain: SimulatedChain,
    private readonly prices: PriceSource,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly texts: Messages,
    private readonly clock: Clock,
  ) {}

  /** The rules in force with the person's status for each, before any input. */
  async rules(owner: WithdrawalOwner): Promise<WithdrawalRulesView | Refusal> {
    const { policies, lookup, cards, turnover } = this;
    const policy = policies.inForce('withdrawal.rules');
    const rules = policy.values;
    const nothing = { kind: 'bank', payeeId: '', currency: BANK_CURRENCY, network: '', amount: '' } as const;
    const figures = await turnover.of(owner.ownerId, turnoverMode(rules));
    if (isRefusal(figures)) return figures;
    const [eligibility, card] = await Promise.all([lookup.eligibility(owner, nothing), cards.of(owner.userId)]);
    const { at, requests } = eligibility;
    const day = dayOfRequests(rules.timeZone, requests, at);
    const { mode, done, needed, fulfilled } = turnoverEligibility(rules, {
      spent: amount(figures.spent),
      deposited: amount(figures.deposited),
      invested: amount(figures.invested),
      balance: amount(figures.balance),
    });
    const { feeRate, min, max, fourEyesFrom, paysBank, processingHours, googleRequired } = rules;
    const pause = policies.inForce('withdrawal.pause').values;
    return {
      policy: { name: policy.name, version: policy.version },
      preset: presetOf(rules),
      feeRate,
      min,
      max,
      fourEyesFrom,
      paysBank,
      processingHours,
      currencies: await this.currencies(owner, rules),
      paused: pause.paused,
      pauseReason: pause.reason,
      today: { used: day.used, max: rules.perDay, resetsAt: day.resetsAt },
      window: windowView(rules, at),
      turnover: { mode, share: rules.turnoverShare, done: cents(done, 'down'), needed: cents(needed, 'up'), fulfilled },
      security: { tradePasswordSet: card.hasTradePassword, googleBound: card.hasGoogle, googleRequired },
      coolingOffHours: policies.inForce('payee.rules').values.coolingHours,
    };
  }

  /** What a request would cost and bring, and everything that stands against it. Changes nothing. */
  async preview({
    session,
    input,
    lang,
    device,
  }: CallContext<typeof previewWithdrawal>): Promise<WithdrawalPreview | Refusal> {
    const { lookup, sealer, cards } = this;
    const request = await lookup.request(session, input, device);
    if (isRefusal(request)) return request;
    const [eligibility, card] = await Promise.all([lookup.eligibility(session, input), cards.of(session.userId)]);
    const rules = request.policy.values;
    const sum = tryAmount(input.amount) ?? ZERO;
    const { fee, credited } = feeOf(sum, rules.feeRate, request.decimals);
    const { available } = eligibility;
    const problems = [...securityProblems(rules, card), ...submissionProblems(request, eligibility)];
    return {
      kind: input.kind,
      currency: input.currency,
      network: input.kind === 'crypto' ? input.network : null,
      amount: format(sum),
      fee: format(fee),
      credited: format(credited),
      feeRate: rules.feeRate,
      available: format(available),
      remaining: format(available - sum),
      payee: request.payee === null ? null : await sealer.view(session.userId, request.payee.sealed),
      fourEyes: times(sum, amount(request.priceUsdt), 'down') >= amount(rules.fourEyesFrom),
      earliestAt: earliestAt(rules, eligibility),
      problems: problems.map((problem) => this.inWords(lang, problem)),
      policy: { name: request.policy.name, version: request.policy.version },
    };
  }

  /**
   * The proof is checked last, because a code works once and must not be spent on a request that is refused anyway. The command
   * decides all of it again, with the states as they are then.
   */
  async submit(call: CallContext<typeof submitWithdrawal>): Promise<WithdrawalView | Refusal> {
    const { session, input, device, lang, requestToken } = call;
    const { lookup, commands, clock, cards, query } = this;
    const context = { realm: 'real', at: clock.now(), actor: `user:${session.userId}`, requestToken };
    const result = await commands.prepare(context, async () => {
      const request = await lookup.request(session, input, device);
      if (isRefusal(request)) return request;
      const [eligibility, card] = await Promise.all([lookup.eligibility(session, input), cards.of(session.userId)]);
      const [found] = [...securityProblems(request.policy.values, card), ...submissionProblems(request, eligibility)];
      const proof =
        rulesProblem(input.rulesVersion, request) ??
        found ??
        (await this.proved(session.userId, input, context.requestToken));
      return isRefusal(proof)
        ? new SubmitWithdrawal(context, { ...request, problem: proof })
        : new SubmitWithdrawal({ ...context, proof }, { ...request, problem: null });
    });
    if (!result.ok) return result.refusal;
    return query.one(lang, session.userId, result.answer.withdrawalId, result.position);
  }

  async cancel(call: CallContext<typeof cancelWithdrawal>): Promise<WithdrawalView | Refusal> {
    const { session, input, lang, requestToken } = call;
    const { commands, clock, query } = this;
    const context = { realm: 'real', at: clock.now(), actor: `user:${session.userId}`, requestToken };
    const data = { withdrawalId: input.withdrawalId, userId: session.userId };
    const result = await commands.execute(new CancelWithdrawal(context, data));
    if (!result.ok) return result.refusal;
    return query.one(lang, session.userId, input.withdrawalId, result.position);
  }

  private proved(
    userId: string,
    { tradePassword, googleCode }: { tradePassword: string; googleCode?: string | undefined },
    requestToken: RequestToken | undefined,
  ): Promise<Proven | Refusal> {
    return this.stepUp.prove(userId, 'trade', { tradePassword, googleCode }, requestToken);
  }

  private async currencies({ ownerId }: WithdrawalOwner, rules: WithdrawalRules): Promise<WithdrawableView[]> {
    const open = new Map(openChains(rules.chains));
    if (rules.paysBank && !open.has(BANK_CURRENCY)) open.set(BANK_CURRENCY, []);
    return Promise.all(
      [...open].map(async ([currency, listed]) => {
        const known = listed.filter((id) => this.chain.network(id)?.assets.some(([asset]) => asset === currency));
        const [network] = known;
        const digits = network === undefined ? undefined : this.lookup.decimals({ kind: 'crypto', currency, network });
        const decimals = digits ?? BANK_DECIMALS;
        const price = this.prices.priceUsdt(currency);
        const limits = price === null ? undefined : limitsOf(rules, price, decimals);
        return {
          currency,
          networks: known,
          decimals,
          available: format(await this.lookup.available(ownerId, currency)),
          minimum: limits === undefined ? null : format(limits.minimum),
          maximum: limits === undefined ? null : format(limits.maximum),
        };
      }),
    );
  }

  private inWords(lang: Language, problem: Refusal): WithdrawalProblem {
    const { field, ...params } = problem.params;
    const known = FIELDS.includes(String(field)) ? (field as WithdrawalProblem['field']) : null;
    return { refusal: problem.refusal, params, message: this.texts.refusal(lang, problem), field: known };
  }
}

const turnoverMode = ({ turnover }: WithdrawalRules) => turnover as WithdrawalRulesView['turnover']['mode'];

/** The version that was shown is the one that applies, or nothing happens. */
function rulesProblem(seenVersion: number | undefined, { policy }: SubmitWithdrawal['data']): Refusal | undefined {
  if (seenVersion === undefined || seenVersion === policy.version) return undefined;
  return refuse('withdrawal.rules-changed', { version: policy.version });
}

/** Missing factors that the person must set up first, before any payee; the proof itself is checked on submission. */
function securityProblems(
  { googleRequired }: WithdrawalRules,
  { hasTradePassword, hasGoogle }: { hasTradePassword: boolean; hasGoogle: boolean },
): Refusal[] {
  return [
    ...(hasTradePassword ? [] : [refuse('security.trade-password-missing')]),
    ...(googleRequired && !hasGoogle ? [refuse('security.google-missing')] : []),
  ];
}

/** A temporary refusal names its end. */
function earliestAt(rules: WithdrawalRules, eligibility: WithdrawalEligibility): number | null {
  const { at, requests, accountProblem, payeeProblem } = eligibility;
  const ends = [accountProblem?.params['opensAt'], payeeProblem?.params['usableAt']];
  const waits = ends.filter((end) => typeof end === 'number');
  const earliest = earliestRequest(rules, { requests, waits, at });
  return earliest > at ? earliest : null;
}

function windowView(rules: WithdrawalRules, at: number): WithdrawalRulesView['window'] {
  const window = windowOf(rules);
  const open = isOpen(window, at);
  const next = nextChange(window, at);
  const { windowFrom: from, windowTo: to, timeZone } = rules;
  return { from, to, timeZone, open, opensAt: open ? null : next, closesAt: open ? next : null };
}

/** Which preset the values are, if they are one. */
function presetOf(rules: WithdrawalRules): WithdrawalPreset | null {
  const same = (preset: WithdrawalRules): boolean =>
    (Object.keys(preset) as (keyof WithdrawalRules)[]).every((key) => preset[key] === rules[key]);
  const names = Object.keys(WITHDRAWAL_PRESETS) as WithdrawalPreset[];
  return names.find((name) => same(WITHDRAWAL_PRESETS[name])) ?? null;
}
