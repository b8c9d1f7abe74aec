import type { InstrumentView, MarketSessionsView } from '../../contracts/market.contract';

const lists = new WeakMap<object, WeakMap<object, InstrumentView[]>>();
/** The last version of each instrument, so that a row renders again only when its own market opened or closed. */
const latest = new WeakMap<InstrumentView, InstrumentView>();

/** The catalogue with session states as they are now; the same list for every reader of the same answers. */
export function withSessions(all: InstrumentView[], sessions: MarketSessionsView | undefined): InstrumentView[] {
  if (sessions === undefined) return all;
  const known = lists.get(all) ?? new WeakMap<object, InstrumentView[]>();
  lists.set(all, known);
  const found = known.get(sessions) ?? merged(all, sessions);
  known.set(sessions, found);
  return found;
}

function merged(all: readonly InstrumentView[], { calendars, symbols }: MarketSessionsView): InstrumentView[] {
  const byCalendar = new Map(calendars.map((state) => [state.calendar, state]));
  const bySymbol = new Map(symbols.map((state) => [state.symbol, state]));
  return all.map((each) => {
    const now = bySymbol.get(each.symbol) ?? byCalendar.get(each.session.calendar);
    const before = latest.get(each) ?? each;
    if (now === undefined || isAs(before.session, now)) return before;
    const { open, phase, nextChangeAt, callAt, closingAuctionAt, cutOffAt, pause, priceLimits } = now;
    const states = { open, phase, nextChangeAt, callAt, closingAuctionAt, cutOffAt, pause, priceLimits };
    const fresh = { ...each, session: { ...each.session, ...states } };
    latest.set(each, fresh);
    return fresh;
  });
}

type State = Omit<InstrumentView['session'], 'calendar'>;

const isAs = (a: State, b: State): boolean =>
  (['phase', 'nextChangeAt', 'callAt', 'closingAuctionAt', 'cutOffAt'] as const).every((name) => a[name] === b[name]) &&
  a.pause?.from === b.pause?.from &&
  a.priceLimits?.low === b.priceLimits?.low &&
  a.priceLimits?.high === b.priceLimits?.high;
