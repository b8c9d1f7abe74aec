import { QUOTES_KEPT, type ConversionOffer } from '../../../contracts/conversion.contract.js';
import type { Instant } from '../../core/clock.js';
import { planned } from '../../core/command.js';
import type { CommandMeta, Decided, StreamKind } from '../../core/decider.js';
import { eventsOf, type NewEvent, type Posting } from '../../core/event.js';
import { never } from '../../core/never.js';
import { decidedBy, type AppliedPolicy } from '../../core/policy.js';
import type { ShareChange } from '../../core/ports/converted-shares.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { dueAfter, type Happened, type Timetable } from '../../core/timetable.js';
import { HOUSE, userAccount } from '../../engine/ledger/chart.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import {
  ExpireConversionQuote,
  type ConversionAnswer,
  type ConversionQuote,
  type ConversionTerms,
  type CurrentTerms,
} from './conversion.commands.js';
import type {
  ConversionEvent,
  ConversionFacts,
  ConversionInventoryRestated,
  ConversionQuoted,
  ConversionQuoteEnded,
  FundsConverted,
} from './conversion.events.js';
import {
  expiryOf,
  inventoryAfter,
  inventoryRefusal,
  moveRefusal,
  offerOf,
  shareOfSpread,
  tooManyQuotes,
  worthOf,
  type Inventory,
} from './conversion.rules.js';

/** A quote by its id, and what became of it: `null` while it is live. */
interface RecentQuote {
  readonly quoteId: string;
  readonly at: Instant;
  readonly quotedAt: Instant;
  readonly expiresAt: Instant;
  readonly version: number;
  readonly end: ConversionQuoteEnded['reason'] | 'converted' | null;
}

/** none ⇄ live: quoted, then converted or ended in another way. */
export interface ConversionState {
  readonly live: ConversionQuoted | null;
  /** The last ones, newest last: their times limit how many there may be, their ends say why one is good no more. */
  readonly recent: readonly RecentQuote[];
  readonly inventory: Inventory;
  /** By currency: the last corporate action that its inventory was restated for. */
  readonly restatedFor: Readonly<Record<string, string>>;
}

export const conversionKind: StreamKind<ConversionState> = {
  name: 'conversion',
  initial: () => ({ live: null, recent: [], inventory: {}, restatedFor: {} }),
  evolve: (state, event) => evolve(state, event as ConversionEvent),
  snapshot: {
    schema: 3,
    everyEvents: 200,
    save: (state) => state,
    load: (saved) => saved as ConversionState,
  },
  holds: ({ live }) => {
    if (live === null) return new Map();
    const frozen = userAccount(live.ownerId, 'spot', 'frozen');
    return new Map(live.legs.map((leg) => [`${frozen} ${leg.currency}`, amount(leg.amount)]));
  },
};

export const conversionTimetable: Timetable = {
  ConversionQuoted: ({ data: { userId, ownerId, quoteId, expiresAt } }: Happened<ConversionQuoted>) => ({
    id: `expire-conversion:${quoteId}`,
    dueAt: expiresAt,
    command: planned(ExpireConversionQuote, { userId, ownerId, quoteId }),
  }),
};

const newEvent = eventsOf<ConversionFacts>(({ ownerId }) => `conversion-${ownerId}`);

/** A new quote takes the place of the live one, and what that held counts as available. */
export function decideQuote(
  state: ConversionState,
  availableOf: (currency: string) => Amount,
  quote: ConversionQuote,
  { at }: CommandMeta,
): Decided<ConversionOffer> | Refusal {
  const { live } = state;
  const tooMany = tooManyQuotes(state.recent, quote.policy, at);
  if (tooMany !== undefined) return tooMany;
  const full = inventoryRefusal(state.inventory, quote, quote.policy);
  if (full !== undefined) return full;
  const freed = new Map(live?.legs.map((leg) => [leg.currency, amount(leg.amount)]));
  for (const { currency, amount: needed } of quote.legs) {
    const available = availableOf(currency) + (freed.get(currency) ?? 0n);
    if (available < amount(needed))
      return refuse('asset.insufficient', { field: 'amount', currency, available: format(available), needed });
  }
  const { userId, ownerId, quoteId, kind, legs, to, receives, policy } = quote;
  const quoted: ConversionQuoted = {
    userId,
    ownerId,
    quoteId,
    kind,
    legs,
    to,
    receives,
    quotedAt: quote.at,
    expiresAt: expiryOf(quote),
    policy: appliedTo(quote, policy.values),
  };
  const replaced = live === null ? [] : [endOf(live, at < live.expiresAt ? 'replaced' : 'expired')];
  const events = [...replaced, { ...newEvent('ConversionQuoted', quoted), postings: holdOf(quoted, 'frozen') }];
  return { events, due: dueAfter(conversionTimetable, events, at), answer: offerOf(quoted) };
}

/** Carries the live quote out, or ends it with the reason why that cannot be. */
export function decideConversion(
  state: ConversionState,
  { quoteId, current }: { readonly quoteId: string; readonly current: CurrentTerms },
  { at }: CommandMeta,
): Decided<ConversionAnswer> | Refusal {
  const live = liveQuote(state, quoteId);
  if (isRefusal(live)) return live;
  if (at >= live.expiresAt) {
    const expired = expiredRefusal(live, live.policy);
    return { events: [endOf(live, 'expired')], answer: expired };
  }
  if (isRefusal(current)) return refusedBy(live, current, null);
  const moved = moveRefusal(live, current);
  if (moved !== undefined) return refusedBy(live, moved, current);
  const { userId, ownerId, kind, legs, to, receives, quotedAt, expiresAt, policy } = live;
  const converted: FundsConverted = {
    userId,
    ownerId,
    quoteId,
    kind,
    legs,
    to,
    received: receives,
    quotedAt,
    expiresAt,
    atAcceptance: current,
    policy: { ...policy, inputs: { ...policy.inputs, offered: receives, current: current.receives } },
  };
  return {
    events: [{ ...newEvent('FundsConverted', converted), postings: settlementOf(live) }],
    answer: { conversionId: quoteId, legs: [...legs], to, received: receives, at },
  };
}

export function decideCancel(state: ConversionState, quoteId: string): NewEvent[] | Refusal {
  const live = liveQuote(state, quoteId);
  return isRefusal(live) ? live : [endOf(live, 'cancelled')];
}

/** Nothing for a quote that is not live any more. */
export function decideExpire({ live }: ConversionState, quoteId: string, { at }: CommandMeta): NewEvent[] {
  return live?.quoteId === quoteId && at >= live.expiresAt ? [endOf(live, 'expired')] : [];
}

/** Whatever is live ends with the account's right to trade. */
export function decideStop({ live }: ConversionState): NewEvent[] {
  return live === null ? [] : [endOf(live, 'stopped')];
}

/**
 * A split or a delisting: nobody accepts a quote in old shares any more, and what the house took in and gave is so many new shares.
 * A repeat changes nothing.
 */
export function decideRestate(
  { live, inventory, restatedFor }: ConversionState,
  { userId, ownerId, actionId, symbol, base: currency, ratio }: ShareChange,
): { readonly events: NewEvent[]; readonly released: Amount } {
  const events: NewEvent[] = [];
  let released = ZERO;
  if (live !== null && [...live.legs, live.to].some((each) => each.currency === currency)) {
    for (const leg of live.legs) if (leg.currency === currency) released += amount(leg.amount);
    events.push(endOf(live, 'refused', { refusal: refuse('market.halted', { symbol }), atAcceptance: null }));
  }
  const before = amount(inventory[currency] ?? '0');
  if (before !== ZERO && restatedFor[currency] !== actionId) {
    const after = ratio === null ? ZERO : (before * BigInt(ratio.newShares)) / BigInt(ratio.oldShares);
    const scales = { before: format(before), after: format(after) };
    const fact: ConversionInventoryRestated = { userId, ownerId, actionId, symbol, currency, ...scales };
    events.push(newEvent('ConversionInventoryRestated', fact));
  }
  return { events, released };
}

/** The quote if it is the live one, or what became of it. */
function liveQuote({ live, recent }: ConversionState, quoteId: string): ConversionQuoted | Refusal {
  if (live?.quoteId === quoteId) return live;
  const quote = recent.find((each) => each.quoteId === quoteId);
  if (quote === undefined || quote.end === null) return refuse('conversion.quote-unknown', { field: 'quoteId' });
  switch (quote.end) {
    case 'converted':
      return refuse('conversion.quote-used');
    case 'expired':
      return expiredRefusal(quote, { name: 'conversion.rules', version: quote.version });
    case 'replaced':
      return refuse('conversion.quote-replaced');
    case 'refused':
      return refuse('conversion.quote-refused');
    case 'cancelled':
    case 'stopped':
      return refuse('conversion.quote-cancelled');
    default:
      return never(quote.end);
  }
}

function expiredRefusal(
  { quotedAt, expiresAt }: Pick<ConversionQuoted, 'quotedAt' | 'expiresAt'>,
  policy: Pick<AppliedPolicy, 'name' | 'version'>,
): Refusal {
  return refuse('conversion.quote-expired', { seconds: (expiresAt - quotedAt) / 1000, ...decidedBy(policy) });
}

function refusedBy(
  live: ConversionQuoted,
  refusal: Refusal,
  atAcceptance: ConversionTerms | null,
): Decided<ConversionAnswer> {
  return { events: [endOf(live, 'refused', { refusal, atAcceptance })], answer: refusal };
}

function endOf(
  live: ConversionQuoted,
  reason: ConversionQuoteEnded['reason'],
  why: Pick<ConversionQuoteEnded, 'refusal' | 'atAcceptance'> = { refusal: null, atAcceptance: null },
): NewEvent {
  const { userId, ownerId, quoteId, kind, legs, policy } = live;
  const released = legs.map(({ currency, amount: held }) => ({ currency, amount: held }));
  const ended: ConversionQuoteEnded = { userId, ownerId, quoteId, kind, reason, released, ...why, policy };
  return { ...newEvent('ConversionQuoteEnded', ended), postings: holdOf(live, 'available') };
}

function appliedTo(
  { kind, legs, policy }: ConversionQuote,
  values: ConversionQuote['policy']['values'],
): AppliedPolicy {
  const { name, version } = policy;
  const figures = { quotedSpread: shareOfSpread(legs), worthUsdt: format(worthOf(legs)) };
  const balances = kind === 'dust' ? { balances: legs.length } : {};
  return { name, version, inputs: { ...values, ...figures, ...balances } };
}

/** Moves what the quote takes from one bucket of the owner's to the other. */
function holdOf({ ownerId, legs }: ConversionQuoted, to: 'available' | 'frozen'): Posting[] {
  const from = to === 'frozen' ? 'available' : 'frozen';
  return legs.flatMap(({ currency: asset, amount: text }) => [
    { account: userAccount(ownerId, 'spot', from), asset, amount: -amount(text) },
    { account: userAccount(ownerId, 'spot', to), asset, amount: amount(text) },
  ]);
}

/** What is sold goes from the hold to the house's inventory, what is bought comes out of it: nothing else moves. */
function settlementOf({ ownerId, legs, to, receives }: ConversionQuoted): Posting[] {
  const held = userAccount(ownerId, 'spot', 'frozen');
  const house = HOUSE.conversion.account;
  const sold = legs.flatMap(({ currency: asset, amount: text }) => [
    { account: held, asset, amount: -amount(text) },
    { account: house, asset, amount: amount(text) },
  ]);
  const bought = amount(receives);
  return [
    ...sold,
    { account: house, asset: to.currency, amount: -bought },
    { account: userAccount(ownerId, 'spot', 'available'), asset: to.currency, amount: bought },
  ];
}

function evolve(state: ConversionState, event: ConversionEvent): ConversionState {
  switch (event.type) {
    case 'ConversionQuoted': {
      const { quoteId, quotedAt, expiresAt, policy } = event.data;
      const { version } = policy;
      const quote: RecentQuote = { quoteId, at: event.at, quotedAt, expiresAt, version, end: null };
      return { ...state, live: event.data, recent: [...state.recent, quote].slice(-QUOTES_KEPT) };
    }
    case 'FundsConverted': {
      const { quoteId, received: receives, ...terms } = event.data;
      const inventory = inventoryAfter(state.inventory, { ...terms, receives });
      return { ...ended(state, quoteId, 'converted'), inventory };
    }
    case 'ConversionQuoteEnded':
      return ended(state, event.data.quoteId, event.data.reason);
    case 'ConversionInventoryRestated': {
      const { currency, after, actionId } = event.data;
      const inventory = { ...state.inventory, [currency]: after };
      return { ...state, inventory, restatedFor: { ...state.restatedFor, [currency]: actionId } };
    }
    default:
      return never(event);
  }
}

function ended(state: ConversionState, quoteId: string, end: RecentQuote['end']): ConversionState {
  const { recent } = state;
  return {
    ...state,
    live: null,
    recent: recent.map((quote) => (quote.quoteId === quoteId ? { ...quote, end } : quote)),
  };
}
