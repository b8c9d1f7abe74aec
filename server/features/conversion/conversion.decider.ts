import type { ConversionView } from '../../../contracts/conversion.contract.js';
import type { CommandMeta, Decided, StreamKind } from '../../core/decider.js';
import type { Posting } from '../../core/event.js';
import { amount, format, type Amount } from '../../../shared/money.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import type { ConversionQuote, ConversionTerms, CurrentTerms } from './conversion.commands.js';
import type { ConversionEvent, FundsConverted } from './conversion.events.js';
import { moveRefusal, shareOfSpread } from './conversion.rules.js';

/** none → done, at once: its stream is the quote's, so that a quote is accepted once. */
type ConversionState = FundsConverted | null;

export const conversionKind: StreamKind<ConversionState> = {
  name: 'conversion',
  initial: () => null,
  evolve: (_, event) => (event as ConversionEvent).data,
};

export function decideConversion(
  state: ConversionState,
  availableOf: (currency: string) => Amount,
  { quote, current }: { readonly quote: ConversionQuote; readonly current: CurrentTerms },
  { at }: CommandMeta,
): Decided<Omit<ConversionView, 'position'>> | Refusal {
  const { userId, ownerId, quoteId, kind, legs, to, receives, expiresAt } = quote;
  if (state !== null) return refuse('conversion.quote-used');
  if (at > expiresAt)
    return refuse('conversion.quote-expired', { seconds: (expiresAt - quote.at) / 1000, ...decidedBy(quote.policy) });
  if (isRefusal(current)) return current;
  const moved = moveRefusal(quote, current);
  if (moved !== undefined) return moved;
  for (const { currency, amount: needed } of legs) {
    const available = availableOf(currency);
    if (available < amount(needed))
      return refuse('asset.insufficient', { currency, available: format(available), needed });
  }
  const data: FundsConverted = {
    userId,
    ownerId,
    conversionId: quoteId,
    kind,
    legs,
    to,
    received: receives,
    quotedAt: quote.at,
    expiresAt,
    atAcceptance: current,
    policy: appliedTo(quote, current),
  };
  const event = { stream: `conversion-${quoteId}`, type: 'FundsConverted', schema: 3, data };
  return {
    events: [{ ...event, postings: postingsOf(quote) }],
    answer: { conversionId: quoteId, legs: [...legs], to, received: receives, at },
  };
}

function appliedTo({ kind, legs, receives, policy }: ConversionQuote, current: ConversionTerms): AppliedPolicy {
  const { name, version, values } = policy;
  const { spreadRate, volatilityFactor, moveToleranceRate } = values;
  const { quoteSeconds, dustQuoteSeconds, minUsdt, maxUsdt, dustBelowUsdt } = values;
  const worth = format(legs.reduce((sum, leg) => sum + amount(leg.worthUsdt), 0n));
  const rates = { spreadRate, volatilityFactor, quotedSpread: shareOfSpread(legs), moveToleranceRate };
  const prices = { ...rates, offered: receives, current: current.receives, worthUsdt: worth };
  const inputs =
    kind === 'dust'
      ? { ...prices, dustQuoteSeconds, dustBelowUsdt, balances: legs.length }
      : { ...prices, quoteSeconds, minUsdt, maxUsdt };
  return { name, version, inputs };
}

/** What is sold goes to the house's inventory, what is bought comes out of it: nothing else moves. */
function postingsOf({ ownerId, legs, to, receives }: ConversionQuote): Posting[] {
  const mine = userAccount(ownerId, 'spot', 'available');
  const house = HOUSE.conversion.account;
  const sold = legs.flatMap(({ currency: asset, amount: text }) => [
    { account: mine, asset, amount: -amount(text) },
    { account: house, asset, amount: amount(text) },
  ]);
  const bought = amount(receives);
  return [
    ...sold,
    { account: house, asset: to.currency, amount: -bought },
    { account: mine, asset: to.currency, amount: bought },
  ];
}
