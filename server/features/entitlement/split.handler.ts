import { handle, type AnyCommandHandler } from '../../core/command.js';
import type { NewEvent } from '../../core/event.js';
import type { SplitBooks } from '../../core/ports/split-books.js';
import { isRefusal } from '../../core/refusal.js';
import { SplitBook, SplitHolding } from './entitlement.commands.js';
import { entitlementKind } from './entitlement.decider.js';
import type { HoldingSplit } from './entitlement.events.js';
import { holdingsOf, scopeOfOwner } from './holdings.js';
import { decideSplit } from './split.decider.js';

const REALMS = ['demo', 'real'];

const userOf = (ownerId: string): string => ownerId.slice(0, ownerId.lastIndexOf('.'));

/** Nobody is asked whether the account may trade: a frozen account is split as well. */
export function splitHandlers(books: SplitBooks): AnyCommandHandler[] {
  return [splittingBook(books), splittingHolding];
}

const splittingBook = (books: SplitBooks): AnyCommandHandler =>
  handle(SplitBook, {
    realms: REALMS,
    scope: ({ symbol }) => ({ streams: books.streams(symbol) }),
    moreScope: (view, { symbol, base }) => {
      const scopes = books.owners(view, symbol).map((ownerId) => scopeOfOwner(ownerId, base));
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
        const held = { ...data, ownerId, userId: userOf(ownerId) };
        const split = decideSplit(held, holdingsOf(view, held), owner);
        if (isRefusal(split)) return split;
        holdings.push(...split);
      }
      const told = owners.map(({ ownerId, adjusted, cancelled }) => ({ ownerId, adjusted, cancelled }));
      return { events: [...events, ...holdings], answer: { owners: told } };
    },
  });

const splittingHolding: AnyCommandHandler = handle(SplitHolding, {
  realms: REALMS,
  scope: ({ ownerId, base }) => scopeOfOwner(ownerId, base),
  decide: (view, data) => {
    const done = view.state(entitlementKind, data.ownerId).paid.get(data.actionId);
    if (done !== undefined) return { events: [], answer: { amount: done, held: true } };
    const events = decideSplit(data, holdingsOf(view, data), undefined);
    if (isRefusal(events)) return events;
    const [event] = events;
    const amount = (event?.data as HoldingSplit | undefined)?.amount ?? '0';
    return { events, answer: { amount, held: event !== undefined } };
  },
});
