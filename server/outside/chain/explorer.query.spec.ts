import { describe, expect, it } from '@jest/globals';
import type { Pool } from 'pg';
import { isRefusal } from '../../core/refusal.js';
import type { Chain } from './chain.js';
import { ExplorerQuery } from './explorer.query.js';
import { networksOf, readChainSeeds } from './networks.js';

const NOW = Date.UTC(2026, 5, 1);

/** The networks of a new installation, without transfers, and the number of random draws for blocks. */
function explorer() {
  const seeds = readChainSeeds();
  let calls = 0;
  const schedules = Object.fromEntries(
    networksOf(seeds).map(({ id, schedule }) => [
      id,
      { ...schedule, reorganisationDepth: (height: number) => ((calls += 1), schedule.reorganisationDepth(height)) },
    ]),
  );
  const networks = networksOf(seeds, schedules);
  const chain = { networks: () => networks, network: (id: string) => networks.find((one) => one.id === id) };
  const clock = { now: () => NOW };
  const empty = { query: () => Promise.resolve({ rows: [], rowCount: 0 }) };
  const query = new ExplorerQuery(empty as unknown as Pool, chain as unknown as Chain, clock);
  return { query, clock, calls: () => calls };
}

describe('the search for a block', () => {
  it('finds an empty one by its hash, and those that come later', async () => {
    const { query, clock } = explorer();
    for (let minutes = 0; minutes < 3; minutes += 1) {
      clock.now = () => NOW + minutes * 60_000;
      const overview = await query.overview('ERC20', undefined, 1);
      if (isRefusal(overview)) throw new Error(overview.refusal);
      const [block] = overview.blocks;
      expect(await query.search(block?.hash ?? '')).toEqual([{ kind: 'block', network: 'ERC20', key: block?.hash }]);
    }
  });

  it('works nothing out anew for who asks again before the next block', async () => {
    const { query, calls } = explorer();
    expect(await query.search('ab'.repeat(32))).toEqual([]);
    const before = calls();
    expect(await query.search('cd'.repeat(32))).toEqual([]);
    expect(calls()).toBe(before);
  });
});
