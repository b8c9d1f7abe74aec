import { describe, expect, it } from '@jest/globals';
import type { InstrumentView, MarketSessionsView } from '../../contracts/market.contract';
import { withSessions } from './sessions';

const instrument = (symbol: string, calendar: string, open: boolean): InstrumentView =>
  ({ symbol, session: { calendar, open, nextChangeAt: 1 } }) as InstrumentView;
const ALL = [instrument('AAPLUSDT', 'nyse', false), instrument('BTCUSDT', 'always', true)];
const UNPAUSED = { callAt: null, closingAuctionAt: null, cutOffAt: null, pause: null, priceLimits: null };
const sessions = (
  open: boolean,
  nextChangeAt: number,
  symbols: MarketSessionsView['symbols'] = [],
): MarketSessionsView => ({
  calendars: [{ calendar: 'nyse', open, phase: open ? 'open' : 'closed', nextChangeAt, ...UNPAUSED }],
  symbols,
});

describe('session states of the catalogue', () => {
  it('follow the calendars, and touch no instrument whose market stayed as it was', () => {
    const opened = withSessions(ALL, sessions(true, 2));
    expect(opened.map(({ session }) => session.open)).toEqual([true, true]);
    expect(opened[1]).toBe(ALL[1]);
    expect(withSessions(ALL, sessions(true, 2))[0]).toBe(opened[0]);
  });

  it('are the same list for every reader of the same answers', () => {
    const answer = sessions(true, 3);
    expect(withSessions(ALL, answer)).toBe(withSessions(ALL, answer));
    expect(withSessions(ALL, undefined)).toBe(ALL);
  });

  it('name instruments that differ from their calendar', () => {
    const state = { open: false, phase: 'closed', nextChangeAt: null, ...UNPAUSED } as const;
    const halted = withSessions(ALL, sessions(true, 4, [{ symbol: 'AAPLUSDT', ...state }]));
    expect(halted[0]?.session).toEqual({ calendar: 'nyse', ...state });
  });

  it('say why one instrument pauses, while its calendar goes on', () => {
    const pause = { reason: 'volatility', from: 3, until: 5 } as const;
    const state = { ...UNPAUSED, open: false, phase: 'call', nextChangeAt: 5, pause } as const;
    const [apple] = withSessions(ALL, sessions(true, 6, [{ symbol: 'AAPLUSDT', ...state }]));
    expect(apple?.session).toEqual({ calendar: 'nyse', ...state });
    expect(withSessions(ALL, sessions(true, 6))[0]?.session.pause).toBeNull();
  });

  it('say when orders for the opening auction are taken', () => {
    const state = { open: false, phase: 'call', nextChangeAt: 5, ...UNPAUSED } as const;
    const [apple] = withSessions(ALL, { calendars: [{ calendar: 'nyse', ...state }], symbols: [] });
    expect(apple?.session.phase).toBe('call');
  });
});
