import { describe, expect, it } from '@jest/globals';
import { CommandHandlers } from '../../writer/command-handlers.js';
import { MemoryRealm } from '../../writer/memory-realm.js';
import { commitmentOf, SeedChain } from '../../market/simulator/epochs.js';
import { MARKET_EPOCHS_ID, marketEpochsKind } from './market-epoch.decider.js';
import { marketEpochHandlers } from './market-epoch.handler.js';

const HOUR_MS = 3_600_000;
const FIRST = 480_000;
const heads = { demo: 'aa', real: 'bb' };
const chain = new SeedChain('11'.repeat(32), FIRST, 10);

function market() {
  const realm = new MemoryRealm('house', new CommandHandlers().register(...marketEpochHandlers));
  const send = (type: string, data: object, at: number) => realm.execute({ type, data, at, actor: 'market' });
  send('OpenMarket', { launchAt: FIRST * HOUR_MS, epochMs: HOUR_MS, anchor: chain.anchor }, 1);
  const commit = (epoch: number, seed = chain.seedOf(epoch)) =>
    send('CommitEpoch', { epoch, commitment: commitmentOf(seed), heads }, epoch * HOUR_MS - 1);
  const reveal = (epoch: number, seed = chain.seedOf(epoch), at = (epoch + 1) * HOUR_MS) =>
    send('RevealEpoch', { epoch, seed }, at);
  return { commit, reveal, state: () => realm.state(marketEpochsKind, MARKET_EPOCHS_ID) };
}

describe('market epochs', () => {
  it('promises each epoch once and in order, and shows each seed once and in order', () => {
    const { commit, reveal, state } = market();
    commit(FIRST);
    commit(FIRST + 1);
    reveal(FIRST);
    expect(state()).toMatchObject({ committedTo: FIRST + 1, revealedTo: FIRST, lastSeed: chain.seedOf(FIRST) });
    expect(() => commit(FIRST + 1)).toThrow('not the next to commit');
    expect(() => reveal(FIRST)).toThrow('not the next to reveal');
  });

  it('never shows a seed before its epoch is over', () => {
    const { commit, reveal } = market();
    commit(FIRST);
    expect(() => reveal(FIRST, chain.seedOf(FIRST), (FIRST + 1) * HOUR_MS - 1)).toThrow('not over');
  });

  it('takes no seed but the promised one', () => {
    const { commit, reveal } = market();
    commit(FIRST);
    expect(() => reveal(FIRST, 'ee'.repeat(32))).toThrow('not the promised one');
  });

  it('takes no promise outside the chain that was fixed at genesis', () => {
    const { commit, reveal } = market();
    commit(FIRST, 'ee'.repeat(32));
    expect(() => reveal(FIRST, 'ee'.repeat(32))).toThrow('not of the chain');
  });
});
