import type { AccountGate } from '../../core/ports/account-gate.js';
import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { CommandScope } from '../../core/decider.js';
import { isRefusal } from '../../core/refusal.js';
import { userAccount } from '../../engine/ledger/chart.js';
import {
  CancelConversionQuote,
  ConvertFunds,
  ExpireConversionQuote,
  QuoteConversion,
  StopConversionQuote,
} from './conversion.commands.js';
import {
  conversionKind,
  decideCancel,
  decideConversion,
  decideExpire,
  decideQuote,
  decideStop,
} from './conversion.decider.js';

const REALMS = ['demo', 'real'];

export function conversionHandlers(gate: AccountGate): AnyCommandHandler[] {
  return [quote(gate), convert(gate), cancel, expire, stop];
}

const quote = (gate: AccountGate): AnyCommandHandler =>
  handle(QuoteConversion, {
    realms: REALMS,
    scope: ({ userId, ownerId, legs }) => ({
      streams: [[conversionKind, ownerId], gate.stream(userId)],
      balances: legs.map(({ currency }) => [userAccount(ownerId, 'spot', 'available'), currency] as const),
    }),
    decide: (view, data, meta) => {
      const { userId, ownerId } = data;
      const blocked = gate.refusal(view, userId, ownerId, meta.at);
      if (blocked !== undefined) return blocked;
      const available = (currency: string) => view.balance(userAccount(ownerId, 'spot', 'available'), currency);
      return decideQuote(view.state(conversionKind, ownerId), available, data, meta);
    },
  });

const convert = (gate: AccountGate): AnyCommandHandler =>
  handle(ConvertFunds, {
    realms: REALMS,
    scope: ({ userId, ownerId }) => ({ streams: [[conversionKind, ownerId], gate.stream(userId)] }),
    decide: (view, data, meta) => {
      const { userId, ownerId } = data;
      const blocked = gate.refusal(view, userId, ownerId, meta.at);
      return blocked ?? decideConversion(view.state(conversionKind, ownerId), data, meta);
    },
  });

/** What only releases a hold asks nobody whether the account may trade. */
const scope = ({ ownerId }: { readonly ownerId: string }): CommandScope => ({ streams: [[conversionKind, ownerId]] });

const cancel = handle(CancelConversionQuote, {
  realms: REALMS,
  scope,
  decide: (view, { ownerId, quoteId }) => {
    const events = decideCancel(view.state(conversionKind, ownerId), quoteId);
    return isRefusal(events) ? events : { events, answer: { quoteId } };
  },
});

const expire = handle(ExpireConversionQuote, {
  realms: REALMS,
  scope,
  decide: (view, { ownerId, quoteId }, meta) => ({
    events: decideExpire(view.state(conversionKind, ownerId), quoteId, meta),
    answer: null,
  }),
});

const stop = handle(StopConversionQuote, {
  realms: REALMS,
  scope,
  decide: (view, { ownerId }) => ({ events: decideStop(view.state(conversionKind, ownerId)), answer: null }),
});
