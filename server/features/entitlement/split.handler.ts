import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { View } from '../../core/decider.js';
import type { NewEvent } from '../../core/event.js';
import type { ConvertedShares } from '../../core/ports/converted-shares.js';
import type { SplitBooks, SplitOwner } from '../../core/ports/split-books.js';
import { isRefusal, type Refusal } from '../../core/refusal.js';
import { SplitBook, SplitHolding } from './entitlement.commands.js';
import { entitlementKind } from './entitlement.decider.js';
import type { HoldingSplit } from './entitlement.events.js';
import { holdingsOf, scopeOfShares } from './holdings.js';
import { decideSplit } from './split.decider.js';

const REALMS = ['demo', 'real'];

const userOf = (ownerId: string): string => ownerId.slice(0, ownerId.lastIndexOf('.'));

/** Nobody is asked whether the account may trade: a frozen account is split as well. */
export function splitHandlers(books: SplitBooks, shares: ConvertedShares): AnyCommandHandler[] {
  return [splittingBook(books, shares), splittingHolding(shares)];
}

const splittingBook = (books: SplitBooks, shares: ConvertedShares): AnyCommandHandler =>
  handle(SplitBook, {
    realms: REALMS,
    scope: ({ symbol }) => ({ streams: books.streams(symbol) }),
    moreScope: (view, { symbol, base }) => {
      const scopes = books.owners(view, symbol).map((ownerId) => scopeOfShares(shares, ownerId, base));
      return {
        streams: scopes.flatMap(({ streams }) => streams),
        balances: scopes.flatMap(({ balances }) => balances),
      };
    },
    decide: (view, data, { at }) => {
      const { events, owners } = books.split(view, data, at);
      const holdings: NewEvent[] = [];
      for (const owner of owners) {
        const { ownerId } = owner;
        const split = splitOf(view, shares, { ...data, ownerId, userId: userOf(ownerId) }, owner);
        if (isRefusal(split)) return split;
        holdings.push(...split);
      }
      const told = owners.map(({ ownerId, adjusted, cancelled }) => ({ ownerId, adjusted, cancelled }));
      return { events: [...events, ...holdings], answer: { owners: told } };
    },
  });

const splittingHolding = (shares: ConvertedShares): AnyCommandHandler =>
  handle(SplitHolding, {
    realms: REALMS,
    scope: ({ ownerId, base }) => scopeOfShares(shares, ownerId, base),
    decide: (view, data) => {
      const done = view.state(entitlementKind, data.ownerId).paid.get(data.actionId);
      if (done !== undefined) return { events: [], answer: { amount: done, held: true } };
      const events = splitOf(view, shares, data);
      if (isRefusal(events)) return events;
      const event = events.find(({ type }) => type === 'HoldingSplit');
      const amount = (event?.data as HoldingSplit | undefined)?.amount ?? '0';
      return { events, answer: { amount, held: event !== undefined } };
    },
  });

/** All of one owner's, with what their conversions count: a quote in old shares ends before they are split. */
function splitOf(
  view: View,
  shares: ConvertedShares,
  data: SplitHolding['data'],
  orders?: SplitOwner,
): NewEvent[] | Refusal {
  if (view.state(entitlementKind, data.ownerId).paid.has(data.actionId)) return [];
  const { newShares, oldShares } = data;
  const { events, released } = shares.restate(view, { ...data, ratio: { newShares, oldShares } });
  const split = decideSplit(data, holdingsOf(view, data, released), orders);
  return isRefusal(split) ? split : [...events, ...split];
}
