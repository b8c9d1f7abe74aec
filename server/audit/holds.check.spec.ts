import { describe, expect, it } from '@jest/globals';
import '../features.js';
import { handle } from '../core/command.js';
import { commandOf } from '../core/command.testkit.js';
import type { StreamKind } from '../core/decider.js';
import { amount } from '../../shared/money.js';
import { declareEventTypes } from '../engine/history/event-types.js';
import { HOUSE } from '../engine/ledger/chart.js';
import { CommandHandlers } from '../engine/writer/command-handlers.js';
import { MemoryRealm } from '../engine/writer/memory-realm.js';
import { verifyRows } from './history.check.js';

declareEventTypes({ type: 'TestHeld', schema: 1 });

const ACCOUNT = 'user/demo-x.1/futures/frozen';

/** A noun that puts money on hold, in a space that no noun uses today. */
const silent: StreamKind<bigint> = {
  name: 'holding',
  initial: () => 0n,
  evolve: (held, { data }) => held + amount((data as { held: string }).held),
};
const declared: StreamKind<bigint> = { ...silent, holds: (held) => new Map([[`${ACCOUNT} USDT`, held]]) };
const halved: StreamKind<bigint> = { ...silent, holds: (held) => new Map([[`${ACCOUNT} USDT`, held / 2n]]) };

const hold = handle(commandOf<{ id: string; held: string }, null>('TestHold'), {
  realms: ['demo'],
  scope: ({ id }) => ({ streams: [[silent as StreamKind<unknown>, id]] }),
  decide: (_, { id, held }) => ({
    events: [
      {
        ...{ stream: `holding-${id}`, type: 'TestHeld', schema: 1, data: { held } },
        postings: [
          { account: HOUSE.demoGrants.account, asset: 'USDT', amount: -amount(held) },
          { account: ACCOUNT, asset: 'USDT', amount: amount(held) },
        ],
      },
    ],
    answer: null,
  }),
});

function held(...amounts: string[]): MemoryRealm {
  const realm = new MemoryRealm('demo', new CommandHandlers().register(hold));
  for (const [n, each] of amounts.entries())
    realm.execute({ type: 'TestHold', data: { id: `${n}`, held: each }, at: n, actor: 'timer' });
  return realm;
}
const found = (realm: MemoryRealm, kind: StreamKind<bigint>) =>
  verifyRows('demo', realm.rows, [kind as StreamKind<unknown>]);

describe('what is on hold', () => {
  it('is right when all its holders together hold it', () => {
    expect(found(held('5', '7'), declared)).toEqual([]);
  });

  it('is a finding where nothing declares to hold it, at the event that moved it last', () => {
    expect(found(held('5', '7'), silent)).toEqual([
      { realm: 'demo', position: 2, check: 'holds', what: `${ACCOUNT} USDT has 12, nothing declares a hold` },
    ]);
  });

  it('is a finding where its holders hold less', () => {
    expect(found(held('5', '7'), halved)).toEqual([
      { realm: 'demo', position: 2, check: 'holds', what: `${ACCOUNT} USDT has 12, holding hold 6` },
    ]);
  });

  it('is a finding where a stream is of no known kind, and so may hold anything', () => {
    const [first] = verifyRows('demo', held('5').rows);
    expect(first).toMatchObject({ check: 'readable', position: 1, what: expect.stringContaining('holding-0') });
  });
});
