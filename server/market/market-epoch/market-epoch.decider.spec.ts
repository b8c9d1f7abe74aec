import { describe, expect, it } from '@jest/globals';
import { decider } from '../../engine/writer/decider.testkit.js';
import { commitmentOf, SeedChain } from '../simulator/epochs.js';
import { DrandSigner } from '../drand/drand.testkit.js';
import type { Heads } from './beacon.rules.js';
import { roundDueAt, type FoundRound } from '../drand/drand.rules.js';
import { MARKET_EPOCHS_ID, marketEpochsKind } from './market-epoch.decider.js';
import { marketEpochHandlers } from './market-epoch.handler.js';

const HOUR_MS = 3_600_000;
const FIRST = 480_000;
const AT_OPENING = { demo: 'aa', real: 'bb' };
const MINUTE_MS = 60_000;
const chain = new SeedChain('11'.repeat(32), FIRST, 10);

const open = {
  type: 'OpenMarket',
  data: { launchAt: FIRST * HOUR_MS, epochMs: HOUR_MS, anchor: chain.anchor, heads: AT_OPENING },
  at: 1,
};
interface Change {
  seed?: string;
  heads?: Heads;
  beforeMs?: number;
  drand?: FoundRound;
}
const commit = (
  epoch: number,
  { seed = chain.seedOf(epoch), heads = AT_OPENING, beforeMs = 1, drand = 'off' }: Change = {},
) => ({
  type: 'CommitEpoch',
  data: { epoch, commitment: commitmentOf(seed), drand, heads },
  at: epoch * HOUR_MS - beforeMs,
});
const reveal = (epoch: number, seed = chain.seedOf(epoch), at = (epoch + 1) * HOUR_MS) => ({
  type: 'RevealEpoch',
  data: { epoch, seed },
  at,
});

const signer = new DrandSigner();
const drandOf = (epoch: number) => {
  const round = roundDueAt(signer.chain, epoch * HOUR_MS - MINUTE_MS);
  return { chain: signer.chain, round, signature: signer.signatureOf(round) };
};

const { given } = decider({
  realm: 'house',
  kind: marketEpochsKind,
  id: MARKET_EPOCHS_ID,
  handlers: marketEpochHandlers,
});

describe('market epochs', () => {
  it('promises each epoch once and in order, and shows each seed once and in order', () => {
    const market = given(open, commit(FIRST), commit(FIRST + 1), reveal(FIRST));
    expect(market.state).toMatchObject({ committedTo: FIRST + 1, revealedTo: FIRST, lastSeed: chain.seedOf(FIRST) });
    expect(() => market.when(commit(FIRST + 1))).toThrow('not the next to commit');
    expect(() => market.when(reveal(FIRST))).toThrow('not the next to reveal');
  });

  it('never shows a seed before its epoch is over', () => {
    const early = reveal(FIRST, chain.seedOf(FIRST), (FIRST + 1) * HOUR_MS - 1);
    expect(() => given(open, commit(FIRST)).when(early)).toThrow('not over');
  });

  it('takes no seed but the promised one', () => {
    expect(() => given(open, commit(FIRST)).when(reveal(FIRST, 'ee'.repeat(32)))).toThrow('not the promised one');
  });

  it('takes no promise outside the chain that was fixed at genesis', () => {
    const other = 'ee'.repeat(32);
    expect(() => given(open, commit(FIRST, { seed: other })).when(reveal(FIRST, other))).toThrow('not of the chain');
  });

  it('takes no promise more than a minute before its epoch, so nobody sees two epochs ahead', () => {
    const market = given(open, commit(FIRST));
    expect(() => market.when(commit(FIRST + 1, { beforeMs: MINUTE_MS + 1 }))).toThrow('more than a minute');
    market.when(commit(FIRST + 1, { beforeMs: MINUTE_MS })).then('EpochCommitted');
  });

  it('has another beacon in every epoch, and says when nothing but the number is new', () => {
    const { state } = given(
      open,
      commit(FIRST),
      commit(FIRST + 1),
      commit(FIRST + 2, { heads: { demo: 'cc', real: 'bb' } }),
    );
    expect(state.committed.map(({ entropy }) => entropy.source)).toEqual(['none', 'none', 'users']);
    expect(new Set(state.committed.map(({ beacon }) => beacon)).size).toBe(3);
  });

  it('says how late a promise came', () => {
    const { state } = given(open, commit(FIRST, { beforeMs: -MINUTE_MS }), commit(FIRST + 1));
    expect(state.committed.map(({ lateMs }) => lateMs)).toEqual([MINUTE_MS, 0]);
  });

  it('makes the beacon of the round of drand that was due a minute before, whatever users did', () => {
    const beacons = [AT_OPENING, { demo: 'cc', real: 'bb' }].map((heads) => {
      const { state } = given(open, commit(FIRST, { heads, drand: drandOf(FIRST) }));
      expect(state.committed[0]?.entropy).toEqual({ source: 'drand', drand: drandOf(FIRST) });
      return state.committed[0]?.beacon;
    });
    expect(beacons[0]).toBe(beacons[1]);
  });

  it('says why a beacon is not from drand', () => {
    const { state } = given(open, commit(FIRST, { drand: 'late' }));
    expect(state.committed[0]?.entropy).toEqual({ source: 'none', withoutDrand: 'late' });
  });

  it('takes no round of another epoch, and none that drand did not sign', () => {
    const other = drandOf(FIRST + 1);
    expect(() => given(open).when(commit(FIRST, { drand: other }))).toThrow(`found is drand round ${other.round}`);
    const forged = { ...drandOf(FIRST), signature: other.signature };
    expect(() => given(open).when(commit(FIRST, { drand: forged }))).toThrow('a signature of drand round');
  });
});
