import { describe, expect, it } from '@jest/globals';
import type { StreamKind } from '../../../core/decider.js';
import type { RecordedEvent } from '../../../core/event.js';
import { ownerOf, SYMBOL } from '../contract.testkit.js';
import { contractWorld, orderIn } from './contract-period.testkit.js';
import { haltReactions } from './contract-halt.reactions.js';

/** Ann is long of Bob, Cid has an order; nobody has anything in the other realm. */
async function commandsOf(type: 'TradingHalted' | 'TradingResumed', data: object) {
  const { realm } = contractWorld().and(
    orderIn(SYMBOL, 'bob', 'sell', '1', '100'),
    orderIn(SYMBOL, 'ann', 'buy', '1', '100'),
    orderIn(SYMBOL, 'cid', 'buy', '1', '95'),
  );
  const read = <State>(name: string, kind: StreamKind<State>, id: string): Promise<State> =>
    Promise.resolve(name === 'demo' ? realm.state(kind, id) : kind.initial(id));
  const [reaction] = haltReactions({ read });
  const decided = { symbol: SYMBOL, proposalId: 'halt-1', proposedBy: 'ann', approvedBy: 'bob' };
  const { commands = [] } =
    (await reaction?.on[type]?.({ type, data: { ...decided, ...data } } as RecordedEvent)) ?? {};
  return commands;
}

describe('a halt', () => {
  it('notifies everybody who has a position or an order, in their realm and under a part of their own', async () => {
    const commands = await commandsOf('TradingHalted', { publicReason: 'index' });
    const owners = ['ann', 'bob', 'cid'].map(ownerOf);
    expect(commands.map(({ part }) => part).sort()).toEqual(owners.map((owner) => `demo:${owner}`));
    expect(commands.every(({ type, realm }) => type === 'NotifyOfHalt' && realm === 'demo')).toBe(true);
    const halted = { symbol: SYMBOL, proposalId: 'halt-1', change: 'halted', reason: 'index' };
    for (const { data } of commands) expect(data).toMatchObject(halted);
  });

  it('notifies them of its end without a reason', async () => {
    const [first] = await commandsOf('TradingResumed', {});
    expect(first?.data).toMatchObject({ change: 'resumed', reason: null });
  });
});
