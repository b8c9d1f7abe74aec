import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { convert, quoteConversion } from '../../../contracts/conversion.calls.js';
import {
  CONVERSION_DECIMALS,
  DUST_MAX,
  type ConversionLeg,
  type ConversionPrice,
  type ConversionQuoteView,
  type ConversionView,
  type DustQuoteView,
} from '../../../contracts/conversion.contract.js';
import type { KnownPolicies } from '../../../contracts/policy.contract.js';
import { Clock, type Instant } from '../../core/clock.js';
import { Commands } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { IndexPrices } from '../../core/ports/index-prices.js';
import { amount, decimalsOf, format } from '../../../shared/money.js';
import type { Sealed } from '../../core/person.js';
import { Vault } from '../../core/ports/vault.js';
import { PolicySource } from '../../core/ports/policy-source.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import type { CallContext } from '../../edge/http/call.js';
import { userAccount } from '../../engine/ledger/chart.js';
import {
  conversionQuote,
  ConvertFunds,
  type ConversionQuote,
  type ConversionRules,
  type ConversionTerms,
} from './conversion.commands.js';
import {
  legOf,
  ratesOf,
  shareOfSpread,
  sizeRefusal,
  spreadFor,
  sumOf,
  volatilityOf,
  worthUsdt,
  type Spread,
} from './conversion.rules.js';

type Session = CallContext<typeof convert>['session'];

const SEALED_AS = 'conversion.quote';
const TARGET = 'USDT';

/**
 * Offers and accepts. Only the client keeps a quote: it travels sealed by the server's own key, so every server can accept it, no
 * one can change it, and an unused one leaves nothing behind.
 */
@Injectable()
export class ConversionService {
  constructor(
    private readonly commands: Commands,
    private readonly prices: IndexPrices,
    private readonly policies: PolicySource<KnownPolicies>,
    private readonly vault: Vault,
    private readonly gate: TradeGate,
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  quote({ session, input }: CallContext<typeof quoteConversion>): ConversionQuoteView | Refusal {
    const { policies, prices } = this;
    if (input.from === input.to) return refuse('conversion.same-currency', { field: 'to' });
    const sold = amount(input.amount);
    if (sold === 0n) return refuse('asset.amount-zero', { field: 'amount' });
    const currency = input.from;
    if (decimalsOf(sold) > CONVERSION_DECIMALS)
      return refuse('asset.too-many-decimals', { field: 'amount', currency, decimals: CONVERSION_DECIMALS });
    const policy = policies.inForce('conversion.rules');
    const { moveToleranceRate, quoteSeconds } = policy.values;
    const [sell, buy] = [prices.index(currency), prices.index(input.to)];
    if (isRefusal(sell)) return sell;
    if (isRefusal(buy)) return buy;
    const to = priceOf(buy);
    const from = legOf(
      sold,
      priceOf(sell),
      to,
      this.spread([currency, input.to], policy.values, quoteSeconds, sell.at),
    );
    const tooSmallOrLarge = sizeRefusal(from, policy);
    if (tooSmallOrLarge !== undefined) return tooSmallOrLarge;
    const offer = this.offer(session, 'single', { legs: [from], to, receives: from.receives, policy, at: sell.at });
    const spread = amount(from.worthUsdt) - worthUsdt(amount(from.receives), to.priceUsdt);
    return {
      quote: this.sealed(offer),
      quoteId: offer.quoteId,
      from,
      to,
      spreadRate: from.spreadRate,
      moveToleranceRate,
      ...ratesOf(from.priceUsdt, to.priceUsdt, from.spreadRate),
      spreadUsdt: format(spread),
      at: offer.at,
      expiresAt: offer.expiresAt,
      validMs: quoteSeconds * 1000,
      policy: policy.name,
      version: policy.version,
    };
  }

  /** Converts all small balances of the spot account at once; there is nothing to choose. */
  async quoteDust({ session }: { session: Session }): Promise<DustQuoteView> {
    const { policies, prices } = this;
    const policy = policies.inForce('conversion.rules');
    const { moveToleranceRate, dustBelowUsdt, dustQuoteSeconds } = policy.values;
    const to: ConversionPrice = { currency: TARGET, priceUsdt: '1', symbol: null };
    const items: DustQuoteView['items'] = [];
    const skipped: DustQuoteView['skipped'] = [];
    let at = this.clock.now();
    for (const { asset: currency, amount: text } of await this.balances(session)) {
      if (currency === TARGET) continue;
      const price = prices.index(currency);
      if (isRefusal(price)) {
        const reason = price.refusal === 'market.symbol-unknown' ? 'unpriced' : 'closed';
        skipped.push({ currency, amount: text, reason });
        continue;
      }
      at = price.at;
      const spread = this.spread([currency, TARGET], policy.values, dustQuoteSeconds, at);
      const leg = legOf(amount(text), priceOf(price), to, spread);
      if (amount(leg.worthUsdt) >= amount(dustBelowUsdt)) continue;
      if (amount(leg.receives) === 0n) skipped.push({ currency, amount: text, reason: 'nothing' });
      else if (items.length < DUST_MAX) items.push(leg);
    }
    const receives = sumOf(items);
    const offer = this.offer(session, 'dust', { legs: items, to, receives, policy, at });
    return {
      quote: items.length === 0 ? null : this.sealed(offer),
      items,
      skipped,
      receives,
      spreadRate: shareOfSpread(items),
      moveToleranceRate,
      dustBelowUsdt,
      at: offer.at,
      expiresAt: offer.expiresAt,
      validMs: dustQuoteSeconds * 1000,
      policy: policy.name,
      version: policy.version,
    };
  }

  async convert({ session, input, requestToken }: CallContext<typeof convert>): Promise<ConversionView | Refusal> {
    const { commands, gate, clock } = this;
    const quote = this.opened(input.quote);
    // Another's quote is as unknown as none at all.
    if (quote?.ownerId !== session.ownerId) return refuse('conversion.quote-unknown', { field: 'quote' });
    const shut = await gate.refusal(session);
    if (shut !== undefined) return shut;
    const context = { realm: session.realm, at: clock.now(), actor: `user:${session.userId}`, requestToken };
    const result = await commands.execute(new ConvertFunds(context, { quote, current: this.current(quote) }));
    return result.ok ? { ...result.answer, position: result.position } : result.refusal;
  }

  /** What the quote would offer now. */
  private current({ legs: offered, to: target }: ConversionQuote): ConversionTerms | Refusal {
    const buy = this.prices.index(target.currency);
    if (isRefusal(buy)) return buy;
    const to = priceOf(buy);
    const legs: ConversionLeg[] = [];
    for (const leg of offered) {
      const sell = this.prices.index(leg.currency);
      if (isRefusal(sell)) return sell;
      legs.push(legOf(amount(leg.amount), priceOf(sell), to, leg));
    }
    return { legs, to, receives: sumOf(legs), at: buy.at };
  }

  /** What a quote of the pair costs that stands for some seconds from an instant. */
  private spread([from, to]: readonly [string, string], rules: ConversionRules, seconds: number, at: Instant): Spread {
    const { prices } = this;
    return spreadFor(rules, volatilityOf(prices.minuteReturns(from, at), prices.minuteReturns(to, at), seconds));
  }

  private offer(
    { userId, ownerId }: Session,
    kind: ConversionQuote['kind'],
    terms: ConversionTerms & Pick<ConversionQuote, 'policy'>,
  ): ConversionQuote {
    const { quoteSeconds, dustQuoteSeconds } = terms.policy.values;
    const expiresAt = terms.at + (kind === 'dust' ? dustQuoteSeconds : quoteSeconds) * 1000;
    return { userId, ownerId, quoteId: this.ids.next('cv'), kind, ...terms, expiresAt };
  }

  private sealed(offer: ConversionQuote): string {
    return this.vault.sealForHouse(SEALED_AS, JSON.stringify(offer));
  }

  /** One that an older version sealed is read like any other, or not at all. */
  private opened(text: string): ConversionQuote | undefined {
    try {
      return conversionQuote.parse(JSON.parse(this.vault.openForHouse(SEALED_AS, text as Sealed)));
    } catch {
      return undefined;
    }
  }

  private async balances({ realm, ownerId }: Session): Promise<{ asset: string; amount: string }[]> {
    const { rows } = await this.pool.query<{ asset: string; amount: string }>({
      name: 'conversion-balances',
      text: `SELECT asset, trim_scale(amount)::text AS amount FROM ledger_balances
              WHERE realm = $1 AND account = $2 AND amount > 0 ORDER BY asset`,
      values: [realm, userAccount(ownerId, 'spot', 'available')],
    });
    return rows;
  }
}

function priceOf({ asset, priceUsdt, symbol }: Exclude<ReturnType<IndexPrices['index']>, Refusal>): ConversionPrice {
  return { currency: asset, priceUsdt: format(priceUsdt), symbol };
}
