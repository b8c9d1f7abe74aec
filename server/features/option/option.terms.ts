import { Injectable } from '@nestjs/common';
import {
  DELIVERY_SECONDS,
  OPTION_DELIVERIES,
  type OptionDelivery,
  type OptionRulesView,
  type OptionTerms,
  type OptionTermsPage,
  type OptionTermsRow,
} from '../../../contracts/option.contract.js';
import type { getOptionTerms } from '../../../contracts/option.calls.js';
import { Clock, type Instant } from '../../core/clock.js';
import type { PolicyVersion } from '../../core/policy.js';
import { OptionPrices, type OptionOffer } from '../../core/ports/option-prices.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { Messages } from '../../edge/http/messages.js';
import type { OptionRules } from './option.commands.js';
import { edgeOf, equalProblem, timingOf } from './option.rules.js';

const BEAT_MS = 250;
const SECOND_MS = 1_000;

/** What options cost and pay: chances, payouts, edge and limits, as everybody may read them. */
@Injectable()
export class OptionTermsQuery {
  constructor(
    private readonly prices: OptionPrices,
    private readonly policies: PolicySource<{ 'option.rules': OptionRules }>,
    private readonly clock: Clock,
    private readonly texts: Messages,
  ) {}

  get policy(): PolicyVersion<OptionRules> {
    return this.policies.inForce('option.rules');
  }

  /** By rules that the caller has read: what is sold carries the same ones. */
  offer(
    symbol: string,
    delivery: OptionDelivery,
    { values }: PolicyVersion<OptionRules>,
    at: Instant,
  ): OptionOffer | Refusal {
    return this.prices.offer(symbol, timingOf(values, delivery), edgeOf(values, delivery), at);
  }

  page({ input, lang }: CallContext<typeof getOptionTerms>): OptionTermsPage | Refusal {
    const at = this.clock.now();
    const { policy } = this;
    const { symbols: asked, cursor = '', limit } = input;
    const named = asked?.split(',').filter((symbol) => symbol !== '');
    const all = (named ?? [...this.prices.symbols()]).toSorted().filter((symbol) => symbol > cursor);
    const items: OptionTerms[] = [];
    for (const symbol of all.slice(0, limit)) {
      const terms = this.terms(symbol, policy, at, lang);
      if (isRefusal(terms)) return terms;
      items.push(terms);
    }
    const nextCursor = all.length > limit ? (all[limit - 1] ?? null) : null;
    return { at, rules: this.rules(policy), items, nextCursor };
  }

  rules({ name, version, values } = this.policy): OptionRulesView {
    return {
      policy: name,
      version,
      minimumUsdt: values.minUsdt,
      maximumUsdt: values.maxUsdt,
      openMax: values.openMax,
      personUsdt: values.personUsdt,
      expiryUsdt: values.expiryUsdt,
      marketUsdt: values.marketUsdt,
      houseUsdt: values.houseUsdt,
      equalMax: values.equalMax,
      delayMs: { least: values.delayBeatsMin * BEAT_MS, most: values.delayBeatsMax * BEAT_MS },
      averageSeconds: values.averageSeconds,
    };
  }

  private terms(
    symbol: string,
    policy: PolicyVersion<OptionRules>,
    at: Instant,
    lang: CallContext<typeof getOptionTerms>['lang'],
  ) {
    const deliveries: OptionTermsRow[] = [];
    for (const delivery of OPTION_DELIVERIES) {
      const offer = this.offer(symbol, delivery, policy, at);
      if (isRefusal(offer)) return offer;
      const equal = offer.figures === null ? undefined : equalProblem(symbol, offer.figures.chances, policy);
      const problem = offer.problem ?? equal ?? null;
      deliveries.push({
        delivery,
        seconds: DELIVERY_SECONDS[delivery],
        chances: offer.figures?.chances ?? null,
        payouts: offer.figures?.payouts ?? null,
        edge: edgeOf(policy.values, delivery),
        settlesBy: settlesBy(policy.values, delivery, at),
        limitUsdt: policy.values.marketUsdt,
        problem: problem === null ? null : this.texts.problem(lang, problem),
      });
    }
    return { symbol, deliveries };
  }
}

/** When an option bought now has settled at the latest. */
export const settlesBy = ({ delayBeatsMax }: OptionRules, delivery: OptionDelivery, at: Instant): Instant =>
  at + delayBeatsMax * BEAT_MS + DELIVERY_SECONDS[delivery] * SECOND_MS;
