import { describe, expect, it } from '@jest/globals';
import type { NewEvent, RecordedEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { depositProofsKind, placeEvents } from './deposit-proofs.decider.js';
import {
  decideNote,
  decideProof,
  decideSubmit,
  statusOf,
  type DepositState,
  type ProofFacts,
} from './deposit.decider.js';
import { after, channel, mined, NEEDED, POLICY, proof, shown } from './deposit.testkit.js';

const NOTHING = after([]);

function noted(
  state: DepositState,
  ...facts: Parameters<typeof shown>[0][]
): { state: DepositState; events: NewEvent[] } {
  const events: NewEvent[] = [];
  let folded = state;
  for (const fact of facts) {
    const decided = decideNote(folded, shown(fact), true);
    if (isRefusal(decided)) throw new Error(decided.refusal);
    events.push(...decided);
    folded = after(decided, folded);
  }
  return { state: folded, events };
}
const typesOf = (events: readonly NewEvent[]) => events.map(({ type }) => type);
const facts = (changed: Partial<ProofFacts> = {}): ProofFacts => ({
  ...{ key: 'k1', network: 'TRC20', toPlatform: null, policy: POLICY, minimum: '1', open: true },
  ...changed,
});
const verdict = (changed: Partial<Parameters<typeof decideProof>[1]> = {}) => ({
  ...{ requestId: 'deposit-1', userId: 'real-ann', verdict: 'approved' as const, reasons: [], note: null },
  ...changed,
});
const submitted = (state: DepositState, changed = {}): DepositState => {
  const decided = decideSubmit(state, proof(changed), 0);
  if (isRefusal(decided)) throw new Error(decided.refusal);
  return after(decided.events, state);
};
const codeOf = (answer: object): string | undefined => (isRefusal(answer) ? (answer as Refusal).refusal : undefined);

describe('what a network shows', () => {
  it('is seen, counted, and credited when it is final', () => {
    const { state, events } = noted(NOTHING, {}, mined(1), mined(5), mined(NEEDED));
    expect(typesOf(events)).toEqual([
      ...['DepositSeen', 'DepositProgressed', 'DepositProgressed', 'DepositProgressed', 'DepositCredited'],
    ]);
    expect(events.at(-1)?.postings).toEqual([
      { account: 'house/chain', asset: 'USDT', amount: -amount('25') },
      { account: 'user/real-ann.1/spot/available', asset: 'USDT', amount: amount('25') },
    ]);
    expect(statusOf(state)).toBe('credited');
  });

  it('that was told before changes nothing, and neither does anything after the end', () => {
    const once = noted(NOTHING, mined(2));
    expect(decideNote(once.state, shown(mined(2)), true)).toEqual([]);
    const credited = noted(once.state, mined(NEEDED));
    for (const late of [mined(NEEDED), mined(2), {}, { status: 'dropped' as const }])
      expect(decideNote(credited.state, shown(late), true)).toEqual([]);
  });

  it('may be final when it is seen first', () => {
    expect(typesOf(noted(NOTHING, mined(NEEDED)).events)).toEqual(['DepositSeen', 'DepositCredited']);
  });

  it('goes back to the mempool or into another block by a reorganisation, and is counted anew', () => {
    const { events } = noted(NOTHING, mined(3, 100), {}, mined(1, 105), mined(2, 106));
    expect(typesOf(events)).toEqual([
      ...['DepositSeen', 'DepositReorganised', 'DepositProgressed', 'DepositReorganised'],
    ]);
  });

  it('is credited to nobody when it was dropped, and nothing moves', () => {
    const { events, state } = noted(NOTHING, mined(2), { status: 'dropped' });
    expect(events.at(-1)).toMatchObject({ type: 'DepositFailed', data: { reason: 'dropped' } });
    expect(events.every(({ postings }) => postings === undefined)).toBe(true);
    expect(statusOf(state)).toBe('dropped');
  });

  it.each([
    ['below-minimum', { amount: '0.999999' }],
    ['wrong-asset', { channel: channel({ open: false }) }],
    ['no-owner', { owner: null }],
  ])('is not credited: %s, and lies unclaimed', (reason, changed) => {
    const { events } = noted(NOTHING, { ...mined(NEEDED), ...changed });
    const failed = events.at(-1);
    expect(failed).toMatchObject({ type: 'DepositFailed', data: { reason } });
    expect(failed?.postings?.map(({ account }) => account)).toEqual(['house/chain', 'house/unclaimed']);
  });

  it('is not credited to an account that is no more', () => {
    const events = decideNote(NOTHING, shown(mined(NEEDED)), false) as NewEvent[];
    expect(events.at(-1)).toMatchObject({ type: 'DepositFailed', data: { reason: 'account-closed' } });
  });

  it('keeps to the rules under which it was seen first', () => {
    const stricter = channel({ minimum: '100', policy: { ...POLICY, version: 4 }, open: false });
    const { events } = noted(NOTHING, mined(1), { ...mined(NEEDED), channel: stricter });
    expect(events.at(-1)).toMatchObject({ type: 'DepositCredited', data: { policy: { version: 3 } } });
  });

  it('exactly the minimum is credited', () => {
    expect(typesOf(noted(NOTHING, { ...mined(NEEDED), amount: '1' }).events)).toContain('DepositCredited');
  });
});

describe('a proof', () => {
  it('of his own transfer is linked and needs nobody', () => {
    const { state } = noted(NOTHING, mined(2));
    const decided = decideSubmit(state, proof(), 0);
    expect(decided).toMatchObject({ review: false, answer: { depositId: 'k1', status: 'confirming' } });
    expect(codeOf(decideSubmit(submitted(state), proof(), 0))).toBe('deposit.hash-used');
  });

  it('of what the network does not know waits, and its hash is taken for everybody', () => {
    const state = submitted(NOTHING);
    expect(codeOf(decideSubmit(state, proof(), 0))).toBe('deposit.hash-used');
    expect(codeOf(decideSubmit(state, proof({ userId: 'real-bob', depositId: 'deposit-2' }), 0))).toBe(
      'deposit.hash-used',
    );
  });

  it('of the transfer of another is refused', () => {
    const { state } = noted(NOTHING, {});
    expect(codeOf(decideSubmit(state, proof({ userId: 'real-bob' }), 0))).toBe('deposit.hash-used');
  });

  it('goes on under its own record when the network sees the transfer after all', () => {
    const waiting = submitted(NOTHING);
    expect(codeOf(decideNote(waiting, shown(), true))).toBe('request.unavailable');
    const { events, state } = noted(waiting, { openProof: 'deposit-1' });
    expect(events[0]).toMatchObject({ type: 'DepositSeen', data: { depositId: 'deposit-1', announced: true } });
    expect(state.claim?.status).toBe('linked');
  });

  it('of somebody else does not take over what arrives for its owner', () => {
    const waiting = submitted(NOTHING, { userId: 'real-bob' });
    const { events, state } = noted(waiting, { openProof: 'deposit-1', ...mined(NEEDED) });
    expect(events[0]).toMatchObject({ data: { depositId: 'k1', userId: 'real-ann', announced: false } });
    expect(state).toMatchObject({ outcome: 'credited', claim: { status: 'waiting' } });
    const answer = decideProof(state, verdict({ userId: 'real-bob' }), facts());
    expect(codeOf(answer)).toBe('deposit.not-unclaimed');
  });

  it('cannot be approved without a chain fact, and says what is missing', () => {
    const unknown = submitted(NOTHING);
    expect(codeOf(decideProof(unknown, verdict(), facts()))).toBe('deposit.not-on-chain');
    expect(codeOf(decideProof(unknown, verdict(), facts({ toPlatform: false })))).toBe('deposit.not-to-platform');
    const moving = submitted(noted(NOTHING, { owner: null, ...mined(2) }).state);
    expect(decideProof(moving, verdict(), facts())).toMatchObject({
      refusal: 'deposit.not-final',
      params: { confirmations: 2, needed: NEEDED },
    });
  });

  it('of what arrived without an owner is approved once, by the rules of now', () => {
    const unclaimed = noted(NOTHING, { owner: null, ...mined(NEEDED) });
    const waiting = submitted(unclaimed.state);
    expect(codeOf(decideProof(waiting, verdict(), facts({ minimum: '26' })))).toBe('deposit.below-minimum');
    expect(codeOf(decideProof(waiting, verdict(), facts({ open: false })))).toBe('deposit.channel-closed');
    const events = decideProof(waiting, verdict(), facts()) as NewEvent[];
    expect(events[0]?.postings).toEqual([
      { account: 'house/unclaimed', asset: 'USDT', amount: -amount('25') },
      { account: 'user/real-ann.1/spot/available', asset: 'USDT', amount: amount('25') },
    ]);
    expect(codeOf(decideProof(after(events, waiting), verdict(), facts()))).toBe('request.unavailable');
  });

  it('that was rejected frees the hash for whoever really sent it', () => {
    const waiting = submitted(NOTHING);
    const rejected = decideProof(waiting, verdict({ verdict: 'rejected', reasons: ['not-on-chain'] }), facts());
    const state = after(rejected as NewEvent[], waiting);
    expect(submitted(state, { userId: 'real-bob', depositId: 'deposit-2' }).claim?.userId).toBe('real-bob');
  });

  it('waits beside at most as many others as the rules say; one that needs nobody always goes', () => {
    expect(decideSubmit(NOTHING, proof(), 5)).toEqual(
      refuse('deposit.too-many-waiting', { count: 5, limit: 5, policy: 'deposit.rules', version: 3 }),
    );
    expect(decideSubmit(NOTHING, proof(), 4)).toMatchObject({ review: true });
    expect(decideSubmit(noted(NOTHING, mined(2)).state, proof(), 5)).toMatchObject({ review: false });
  });

  it('takes a place, and frees it when it is decided or seen by the network', () => {
    const taken = decideSubmit(NOTHING, proof(), 0) as { events: NewEvent[] };
    const [place] = placeEvents({ waiting: [] }, 'real-ann', taken.events);
    expect(place).toMatchObject({ stream: 'depositProofs-real-ann', type: 'DepositPlaceTaken' });
    const proofs = depositProofsKind.evolve({ waiting: ['other'] }, place as unknown as RecordedEvent);
    expect(proofs.waiting).toEqual(['other', 'deposit-1']);
    const waiting = submitted(NOTHING);
    const seen = decideNote(waiting, shown({ openProof: 'deposit-1' }), true) as NewEvent[];
    const rejected = decideProof(waiting, verdict({ verdict: 'rejected' }), facts()) as NewEvent[];
    for (const events of [seen, rejected]) {
      const [freed, ...more] = placeEvents(proofs, 'real-ann', events);
      expect([freed?.type, more]).toEqual(['DepositPlaceFreed', []]);
      expect(depositProofsKind.evolve(proofs, freed as unknown as RecordedEvent).waiting).toEqual(['other']);
      expect(placeEvents({ waiting: [] }, 'real-ann', events)).toEqual([]);
    }
  });

  it('says what is wrong with the form before anything else of it', () => {
    const problem = { refusal: 'image.not-found', params: {} };
    expect(decideSubmit(NOTHING, proof({ problem }), 0)).toBe(problem);
  });
});
