import { Injectable } from '@nestjs/common';
import {
  CONVERSION_DECIMALS,
  DUST_MAX,
  type ConversionLeg,
  type ConversionPrice,
  type DustPreview,
} from '../../../contracts/conversion.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { amount, decimalsOf, format } from '../../../shared/money.js';
import { Clock, type Instant } from '../../core/clock.js';
import { IndexPrices } from '../../core/ports/index-prices.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { ConversionQuote, ConversionRules, ConversionTerms } from './conversion.commands.js';
import {
  inventoryRefusal,
  legOf,
  secondsOf,
  sizeRefusal,
  spreadFor,
  sumOf,
  volatilityOf,
  type Inventory,
  type Spread,
} from './conversion.rules.js';

const TARGET = 'USDT';

/** What a quote would say now, by the rules that are in force. */
export interface Priced extends Pick<ConversionQuote, 'to' | 'receives' | 'at' | 'policy'> {
  readonly legs: ConversionLeg[];
}

/** Prices conversions at the index of now. */
@Injectable()
export class ConversionPricing {
  constructor(
    private readonly prices: IndexPrices,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly clock: Clock,
  ) {}

  single({ from: currency, to: target, ...input }: { from: string; to: string; amount: string }): Priced | Refusal {
    const { policies, prices } = this;
    const at = this.clock.now();
    if (currency === target) return refuse('conversion.same-currency', { field: 'to' });
    const sold = amount(input.amount);
    if (sold === 0n) return refuse('asset.amount-zero', { field: 'amount' });
    if (decimalsOf(sold) > CONVERSION_DECIMALS)
      return refuse('asset.too-many-decimals', { field: 'amount', currency, decimals: CONVERSION_DECIMALS });
    const policy = policies.inForce('conversion.rules');
    const [sell, buy] = [prices.index(currency, at), prices.index(target, at)];
    if (isRefusal(sell)) return sell;
    if (isRefusal(buy)) return buy;
    const to = priceOf(buy);
    const spread = this.spread([currency, target], policy.values, secondsOf('single', policy.values), at);
    const from = legOf(sold, priceOf(sell), to, spread);
    return sizeRefusal(from, policy) ?? { legs: [from], to, receives: from.receives, policy, at };
  }

  /** All small balances of those; there is nothing to choose. */
  dust(
    balances: readonly { readonly asset: string; readonly amount: string }[],
    inventory: Inventory,
  ): Priced & Pick<DustPreview, 'skipped'> {
    const { policies, prices } = this;
    const policy = policies.inForce('conversion.rules');
    const { dustBelowUsdt } = policy.values;
    const to: ConversionPrice = { currency: TARGET, priceUsdt: '1', symbol: null };
    const legs: ConversionLeg[] = [];
    const skipped: DustPreview['skipped'] = [];
    const at = this.clock.now();
    for (const { asset: currency, amount: text } of balances) {
      if (currency === TARGET) continue;
      const price = prices.index(currency, at);
      if (isRefusal(price)) {
        const reason = price.refusal === 'market.symbol-unknown' ? 'unpriced' : 'closed';
        skipped.push({ currency, amount: text, reason });
        continue;
      }
      const spread = this.spread([currency, TARGET], policy.values, secondsOf('dust', policy.values), at);
      const leg = legOf(amount(text), priceOf(price), to, spread);
      if (amount(leg.worthUsdt) >= amount(dustBelowUsdt)) continue;
      const full = inventoryRefusal(inventory, { legs: [leg], to, receives: leg.receives }, policy);
      if (amount(leg.receives) === 0n) skipped.push({ currency, amount: text, reason: 'nothing' });
      else if (full !== undefined) skipped.push({ currency, amount: text, reason: 'full' });
      else if (legs.length < DUST_MAX) legs.push(leg);
    }
    return { legs, skipped, to, receives: sumOf(legs), policy, at };
  }

  /** What the same amounts would bring now, at the spread that they were quoted with. */
  again({ legs: quoted, to: target }: Pick<ConversionTerms, 'legs' | 'to'>): ConversionTerms | Refusal {
    const at = this.clock.now();
    const buy = this.prices.index(target.currency, at);
    if (isRefusal(buy)) return buy;
    const to = priceOf(buy);
    const legs: ConversionLeg[] = [];
    for (const leg of quoted) {
      const sell = this.prices.index(leg.currency, at);
      if (isRefusal(sell)) return sell;
      legs.push(legOf(amount(leg.amount), priceOf(sell), to, leg));
    }
    return { legs, to, receives: sumOf(legs), at };
  }

  /** What a quote of the pair costs that stands for some seconds from an instant. */
  private spread([from, to]: readonly [string, string], rules: ConversionRules, seconds: number, at: Instant): Spread {
    const { prices } = this;
    return spreadFor(rules, volatilityOf(prices.minuteReturns(from, at), prices.minuteReturns(to, at), seconds));
  }
}

function priceOf({ asset, priceUsdt, symbol }: Exclude<ReturnType<IndexPrices['index']>, Refusal>): ConversionPrice {
  return { currency: asset, priceUsdt: format(priceUsdt), symbol };
}
