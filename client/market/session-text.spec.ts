import { describe, expect, it } from '@jest/globals';
import type { SessionStateView } from '../../contracts/session.contract';
import '../lib/rendered.testkit';

const { phaseKey, sessionKey } = await import('./session-text');

const CALL = {
  calendar: 'nyse',
  open: false,
  phase: 'call',
  nextChangeAt: 9,
  callAt: null,
  closingAuctionAt: null,
  cutOffAt: null,
} as const;
const session = (pause: SessionStateView['pause']): SessionStateView => ({ ...CALL, pause, priceLimits: null });

describe('the text of a session', () => {
  it('names a pause, and when trading resumes', () => {
    const paused = session({ reason: 'volatility', from: 4, until: 9 });
    expect([phaseKey(paused), sessionKey(paused)]).toEqual(['session.paused', 'session.resumes']);
  });

  it('says of a price limit that trading may resume, since another block may follow', () => {
    const limited = session({ reason: 'price-limit', from: 4, until: 9 });
    expect([phaseKey(limited), sessionKey(limited)]).toEqual(['session.paused', 'session.mayResume']);
  });

  it('names the call before an open, and when the market opens', () => {
    expect([phaseKey(session(null)), sessionKey(session(null))]).toEqual(['session.call', 'session.opens']);
  });
});
