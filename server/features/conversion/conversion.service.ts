import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type {
  cancelConversionQuote,
  convert,
  getConversionQuote,
  previewConversion,
  quoteConversion,
  quoteDust,
} from '../../../contracts/conversion.calls.js';
import type {
  ConversionLeg,
  ConversionOfferView,
  ConversionPreview,
  ConversionQuoteView,
  ConversionView,
  DustPreview,
} from '../../../contracts/conversion.contract.js';
import { amount, format } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext } from '../../core/command.js';
import { Ids } from '../../core/ids.js';
import { TradeGate } from '../../core/ports/trade-gate.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import type { CallContext } from '../../edge/http/call.js';
import { EventStore } from '../../engine/history/event-store.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { loadStream } from '../../engine/writer/loader.js';
import { CancelConversionQuote, ConvertFunds, QuoteConversion, type ConversionQuote } from './conversion.commands.js';
import { conversionKind, type ConversionState } from './conversion.decider.js';
import { ConversionPricing, type Priced } from './conversion.pricing.js';
import { inventoryRefusal, offerOf, ratesOf, secondsOf, shareOfSpread, worthUsdt } from './conversion.rules.js';

type Session = CallContext<typeof convert>['session'];
type Token = CallContext<typeof convert>['requestToken'];

/** Previews, which bind nobody, and the one live quote of an account: made, shown, cancelled and accepted. */
@Injectable()
export class ConversionService {
  constructor(
    private readonly commands: Commands,
    private readonly pricing: ConversionPricing,
    private readonly gate: TradeGate,
    private readonly store: EventStore,
    private readonly pool: Pool,
    private readonly clock: Clock,
    private readonly ids: Ids,
  ) {}

  async preview({ session, input }: CallContext<typeof previewConversion>): Promise<ConversionPreview | Refusal> {
    const priced = this.pricing.single(input);
    if (isRefusal(priced)) return priced;
    const { inventory } = await this.state(session);
    const full = inventoryRefusal(inventory, priced, priced.policy);
    if (full !== undefined) return full;
    const { legs, to, policy, at } = priced;
    const from = legs[0] as ConversionLeg;
    const { spreadRate } = from;
    return {
      from,
      to,
      ...ratesOf(from.priceUsdt, to.priceUsdt, spreadRate),
      spreadRate,
      spreadUsdt: format(amount(from.worthUsdt) - worthUsdt(amount(from.receives), to.priceUsdt)),
      moveToleranceRate: policy.values.moveToleranceRate,
      at,
      validMs: secondsOf('single', policy.values) * 1000,
      policy: policy.name,
      version: policy.version,
    };
  }

  async previewDust({ session }: { session: Session }): Promise<DustPreview> {
    const { skipped, ...priced } = await this.dust(session);
    const { legs: items, receives, policy, at } = priced;
    const { moveToleranceRate, dustBelowUsdt } = policy.values;
    return {
      items,
      skipped,
      receives,
      spreadRate: shareOfSpread(items),
      moveToleranceRate,
      dustBelowUsdt,
      at,
      validMs: secondsOf('dust', policy.values) * 1000,
      policy: policy.name,
      version: policy.version,
    };
  }

  quote({ session, input, requestToken }: CallContext<typeof quoteConversion>): Promise<ConversionOfferView | Refusal> {
    return this.quoted(session, requestToken, 'single', () => this.pricing.single(input));
  }

  quoteDust({ session, requestToken }: CallContext<typeof quoteDust>): Promise<ConversionOfferView | Refusal> {
    return this.quoted(session, requestToken, 'dust', async () => {
      const { skipped: _, ...priced } = await this.dust(session);
      return priced.legs.length === 0 ? refuse('conversion.nothing-small') : priced;
    });
  }

  async live({ session }: CallContext<typeof getConversionQuote>): Promise<ConversionQuoteView> {
    const { live, recent } = await this.state(session);
    if (live !== null && this.clock.now() >= live.expiresAt)
      return { offer: null, last: { quoteId: live.quoteId, end: 'expired' } };
    const over = recent.findLast(({ end }) => end !== null);
    const last = over?.end ? { quoteId: over.quoteId, end: over.end } : null;
    const offer = live && { ...offerOf(live), validMs: live.expiresAt - this.clock.now() };
    return { offer, last };
  }

  async cancel({ session, input, requestToken }: CallContext<typeof cancelConversionQuote>) {
    const { userId, ownerId } = session;
    const command = new CancelConversionQuote(this.context(session, requestToken), { userId, ownerId, ...input });
    const result = await this.commands.execute(command);
    return result.ok ? result.answer : result.refusal;
  }

  async convert({ session, input, requestToken }: CallContext<typeof convert>): Promise<ConversionView | Refusal> {
    const { userId, ownerId } = session;
    const { quoteId } = input;
    const context = this.context(session, requestToken);
    const result = await this.commands.prepare(context, async () => {
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      const { live } = await this.state(session);
      // What became of a quote that is not live, the decider says.
      const current = live?.quoteId === quoteId ? this.pricing.again(live) : refuse('conversion.quote-unknown');
      return new ConvertFunds(context, { userId, ownerId, quoteId, current });
    });
    if (!result.ok) return result.refusal;
    return isRefusal(result.answer) ? result.answer : { ...result.answer, position: result.position };
  }

  private async quoted(
    session: Session,
    requestToken: Token,
    kind: ConversionQuote['kind'],
    price: () => Priced | Refusal | Promise<Priced | Refusal>,
  ): Promise<ConversionOfferView | Refusal> {
    const context = this.context(session, requestToken);
    const result = await this.commands.prepare(context, async () => {
      const priced = await price();
      if (isRefusal(priced)) return priced;
      // The trade password is asked for before the seconds of the quote begin to run.
      const shut = await this.gate.refusal(session);
      if (shut !== undefined) return shut;
      const { userId, ownerId } = session;
      return new QuoteConversion(context, { userId, ownerId, quoteId: this.ids.next('cv'), kind, ...priced });
    });
    if (!result.ok) return result.refusal;
    // A repeat gets the same answer, so nothing in it depends on when it is given.
    return { ...result.answer, validMs: result.answer.expiresAt - result.answer.at };
  }

  private async dust(session: Session): Promise<ReturnType<ConversionPricing['dust']>> {
    const state = await this.state(session);
    return this.pricing.dust(await this.balances(session, state), state.inventory);
  }

  private context({ realm, userId }: Session, requestToken: Token): CommandContext {
    return { realm, at: this.clock.now(), actor: `user:${userId}`, requestToken };
  }

  private async state({ realm, ownerId }: Session): Promise<ConversionState> {
    return (await loadStream(this.store, realm, conversionKind, ownerId)).state;
  }

  /** What is available in the spot account, together with what the live quote holds: a new one would replace it. */
  private async balances(
    { realm, ownerId }: Session,
    { live }: ConversionState,
  ): Promise<{ asset: string; amount: string }[]> {
    const { rows } = await this.pool.query<{ asset: string; amount: string }>({
      name: 'conversion-balances',
      text: `SELECT asset, trim_scale(amount)::text AS amount FROM ledger_balances
              WHERE realm = $1 AND account = $2 AND amount > 0`,
      values: [realm, userAccount(ownerId, 'spot', 'available')],
    });
    const sums = new Map(rows.map(({ asset, amount: text }) => [asset, amount(text)]));
    for (const { currency, amount: held } of live?.legs ?? [])
      sums.set(currency, (sums.get(currency) ?? 0n) + amount(held));
    return [...sums]
      .map(([asset, sum]) => ({ asset, amount: format(sum) }))
      .sort((a, b) => (a.asset < b.asset ? -1 : 1));
  }
}
