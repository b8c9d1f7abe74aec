import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { amount } from '../../../shared/money.js';
import { refuse } from '../../core/refusal.js';
import { decider } from '../../engine/writer/decider.testkit.js';
import { depositProofsKind, placeEvents } from './deposit-proofs.decider.js';
import {
  decideNote,
  decideProof,
  decideSubmit,
  depositKind,
  statusOf,
  type DepositState,
  type ProofFacts,
} from './deposit.decider.js';
import './deposit.events.js';
import { channel, mined, NEEDED, POLICY, proof, transferFact } from './deposit.testkit.js';

const { given } = decider({ realm: 'real', kind: depositKind, id: 'k1', at: 0 });

const noted =
  (fact: Parameters<typeof transferFact>[0] = {}, accountOpen = true) =>
  (state: DepositState) =>
    decideNote(state, transferFact(fact), accountOpen);
const submitted =
  (changed: Parameters<typeof proof>[0] = {}, waiting = 0) =>
  (state: DepositState) =>
    decideSubmit(state, proof(changed), waiting);
const decided =
  (changed: Parameters<typeof verdict>[0] = {}, known: Partial<ProofFacts> = {}) =>
  (state: DepositState) =>
    decideProof(state, verdict(changed), facts(known));
const facts = (changed: Partial<ProofFacts> = {}): ProofFacts => ({
  ...{ key: 'k1', network: 'TRC20', toPlatform: null, policy: POLICY, minimum: '1', open: true },
  ...changed,
});
const verdict = (changed: Partial<Parameters<typeof decideProof>[1]> = {}) => ({
  ...{ requestId: 'deposit-1', userId: 'real-ann', verdict: 'approved' as const, reasons: [], note: null },
  ...changed,
});
describe('what a network shows', () => {
  it('is seen, counted, and credited when it is final', () => {
    const deposit = given()
      .when(noted())
      .then('DepositSeen')
      .when(noted(mined(1)))
      .then('DepositProgressed')
      .when(noted(mined(5)))
      .then('DepositProgressed')
      .when(noted(mined(NEEDED)))
      .then('DepositProgressed', {
        type: 'DepositCredited',
        postings: [
          { account: 'house/chain', asset: 'USDT', amount: -amount('25') },
          { account: 'user/real-ann.1/spot/available', asset: 'USDT', amount: amount('25') },
        ],
      });
    expect(statusOf(deposit.state)).toBe('credited');
  });

  it('that was told before changes nothing, and neither does anything after the end', () => {
    const deposit = given(noted(mined(2)))
      .when(noted(mined(2)))
      .then()
      .and(noted(mined(NEEDED)));
    for (const late of [mined(NEEDED), mined(2), {}, { status: 'dropped' as const }]) deposit.when(noted(late)).then();
  });

  it('may be final when it is seen first', () => {
    given()
      .when(noted(mined(NEEDED)))
      .then('DepositSeen', 'DepositCredited');
  });

  it('goes back to the mempool or into another block by a reorganisation, and is counted anew', () => {
    given()
      .when(noted(mined(3, 100)))
      .then('DepositSeen')
      .when(noted())
      .then('DepositReorganised')
      .when(noted(mined(1, 105)))
      .then('DepositProgressed')
      .when(noted(mined(2, 106)))
      .then('DepositReorganised');
  });

  it('is credited to nobody when it was dropped, and nothing moves', () => {
    const deposit = given(noted(mined(2)))
      .when(noted({ status: 'dropped' }))
      .then('DepositReorganised', {
        type: 'DepositFailed',
        data: expect.objectContaining({ reason: 'dropped' }),
      });
    expect(deposit.realm.events.every(({ postings }) => postings === undefined)).toBe(true);
    expect(statusOf(deposit.state)).toBe('dropped');
  });

  it.each([
    ['below-minimum', { amount: '0.999999' }],
    ['wrong-asset', { channel: channel({ open: false }) }],
    ['no-owner', { owner: null }],
  ])('is not credited: %s, and lies unclaimed', (reason, changed) => {
    const { events } = given().when(noted({ ...mined(NEEDED), ...changed }));
    const failed = events.at(-1);
    expect(failed).toMatchObject({ type: 'DepositFailed', data: { reason } });
    expect(failed?.postings?.map(({ account }) => account)).toEqual(['house/chain', 'house/unclaimed']);
  });

  it('is not credited to an account that is no more', () => {
    const { events } = given().when(noted(mined(NEEDED), false));
    expect(events.at(-1)).toMatchObject({ type: 'DepositFailed', data: { reason: 'account-closed' } });
  });

  it('keeps to the rules under which it was seen first', () => {
    const stricter = channel({ minimum: '100', policy: { ...POLICY, version: 4 }, open: false });
    const { events } = given(noted(mined(1))).when(noted({ ...mined(NEEDED), channel: stricter }));
    expect(events.at(-1)).toMatchObject({ type: 'DepositCredited', data: { policy: { version: 3 } } });
  });

  it('exactly the minimum is credited', () => {
    given()
      .when(noted({ ...mined(NEEDED), amount: '1' }))
      .then('DepositSeen', 'DepositCredited');
  });
});

describe('a proof', () => {
  it('of his own transfer is linked and needs nobody', () => {
    const linked = given(noted(mined(2)));
    expect(decideSubmit(linked.state, proof(), 0)).toMatchObject({
      review: false,
      answer: { depositId: 'k1', status: 'confirming' },
    });
    linked.and(submitted()).when(submitted()).then('deposit.hash-used');
  });

  it('of what the network does not know waits, and its hash is taken for everybody', () => {
    given(submitted())
      .when(submitted())
      .then('deposit.hash-used')
      .when(submitted({ userId: 'real-bob', depositId: 'deposit-2' }))
      .then('deposit.hash-used');
  });

  it('of the transfer of another is refused', () => {
    given(noted())
      .when(submitted({ userId: 'real-bob' }))
      .then('deposit.hash-used');
  });

  it('goes on under its own record when the network sees the transfer after all', () => {
    const deposit = given(submitted()).when(noted()).then('request.unavailable');
    const { events } = deposit.when(noted({ openProof: 'deposit-1' }));
    expect(events[0]).toMatchObject({ type: 'DepositSeen', data: { depositId: 'deposit-1', announced: true } });
    expect(deposit.state.claim?.status).toBe('linked');
  });

  it('of somebody else does not take over what arrives for its owner', () => {
    const deposit = given(submitted({ userId: 'real-bob' }));
    const { events } = deposit.when(noted({ openProof: 'deposit-1', ...mined(NEEDED) }));
    expect(events[0]).toMatchObject({ data: { depositId: 'k1', userId: 'real-ann', announced: false } });
    expect(deposit.state).toMatchObject({ outcome: 'credited', claim: { status: 'waiting' } });
    deposit.when(decided({ userId: 'real-bob' })).then('deposit.not-unclaimed');
  });

  it('cannot be approved without a chain fact, and says what is missing', () => {
    given(submitted())
      .when(decided())
      .then('deposit.not-on-chain')
      .when(decided({}, { toPlatform: false }))
      .then('deposit.not-to-platform');
    const { refusal } = given(noted({ owner: null, ...mined(2) }), submitted()).when(decided());
    expect(refusal).toMatchObject({ refusal: 'deposit.not-final', params: { confirmations: 2, needed: NEEDED } });
  });

  it('of what arrived without an owner is approved once, by the rules of now', () => {
    const waiting = given(noted({ owner: null, ...mined(NEEDED) }), submitted())
      .when(decided({}, { minimum: '26' }))
      .then('deposit.below-minimum')
      .when(decided({}, { open: false }))
      .then('deposit.channel-closed');
    const { events } = waiting.when(decided());
    expect(events[0]?.postings).toEqual([
      { account: 'house/unclaimed', asset: 'USDT', amount: -amount('25') },
      { account: 'user/real-ann.1/spot/available', asset: 'USDT', amount: amount('25') },
    ]);
    waiting.when(decided()).then('request.unavailable');
  });

  it('that was rejected frees the hash for whoever really sent it', () => {
    const rejected = decided({ verdict: 'rejected', reasons: ['not-on-chain'] });
    const again = given(submitted(), rejected, submitted({ userId: 'real-bob', depositId: 'deposit-2' }));
    expect(again.state.claim?.userId).toBe('real-bob');
  });

  it('waits beside at most as many others as the rules say; one that needs nobody always goes', () => {
    given()
      .when(submitted({}, 5))
      .then(refuse('deposit.too-many-waiting', { count: 5, limit: 5, policy: 'deposit.rules', version: 3 }));
    expect(decideSubmit(given().state, proof(), 4)).toMatchObject({ review: true });
    expect(decideSubmit(given(noted(mined(2))).state, proof(), 5)).toMatchObject({ review: false });
  });

  it('takes a place, and frees it when it is decided or seen by the network', () => {
    const taken = given().when(submitted()).events;
    const [place] = placeEvents({ waiting: [] }, 'real-ann', taken);
    expect(place).toMatchObject({ stream: 'depositProofs-real-ann', type: 'DepositPlaceTaken' });
    const proofs = depositProofsKind.evolve({ waiting: ['other'] }, place as unknown as RecordedEvent);
    expect(proofs.waiting).toEqual(['other', 'deposit-1']);
    const seen = given(submitted()).when(noted({ openProof: 'deposit-1' })).events;
    const rejected = given(submitted()).when(decided({ verdict: 'rejected' })).events;
    for (const events of [seen, rejected]) {
      const [freed, ...more] = placeEvents(proofs, 'real-ann', events);
      expect([freed?.type, more]).toEqual(['DepositPlaceFreed', []]);
      expect(depositProofsKind.evolve(proofs, freed as unknown as RecordedEvent).waiting).toEqual(['other']);
      expect(placeEvents({ waiting: [] }, 'real-ann', events)).toEqual([]);
    }
  });

  it('says what is wrong with the form before anything else of it', () => {
    const problem = { refusal: 'image.not-found', params: {} };
    given().when(submitted({ problem })).then(problem);
  });
});
