import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../../core/event.js';
import { amend, order, PerpetualMarket } from '../contract.testkit.js';
import { contractFindings, contractStory, tampered, without } from './contract-check.testkit.js';

const ATTACHED = { orderId: 'entry', attached: '50:110:95,50:120:' };

/** Ann's order is filled in two parts: the first brings three orders about, the second lets them grow. */
function protectedInParts(): RecordedEvent[] {
  const story = contractStory().and(
    order('ann', 'buy', '2', '100', ATTACHED),
    order('bob', 'sell', '0.5', '100'),
    order('bob', 'sell', '1.5', '100'),
  );
  return [...story.realm.events];
}

const ofChild = (events: readonly RecordedEvent[], nth: number, change: object) => {
  const accepted = events.filter(({ type }) => type === 'ContractOrderAccepted');
  const { order: child } = accepted.at(nth)?.data as { order: { parent?: object } };
  return { order: { ...child, ...change } };
};

describe('the audit of attached levels', () => {
  const events = protectedInParts();

  it('reckons the orders of each fill alike, new ones and those that grow', () => {
    expect(contractFindings(events)).toEqual([]);
    const grown = events.filter(({ type, data }) => type === 'ContractOrderAmended' && 'byFill' in (data as object));
    expect(grown).toHaveLength(3);
    expect(events.filter(({ data }) => (data as { order?: { parent?: object } }).order?.parent)).toHaveLength(3);
  });

  it('reckons from the first lot that amended levels hold for', () => {
    const story = contractStory().and(
      order('ann', 'buy', '0.005', '100', ATTACHED),
      order('bob', 'sell', '0.001', '100'),
      amend('ann', 'entry', { attached: '50:111:95,50:121:' }),
      order('bob', 'sell', '0.001', '100'),
      order('bob', 'sell', '0.003', '100'),
    );
    expect(contractFindings([...story.realm.events])).toEqual([]);
  });

  it('lets orders grow at the prices that their owner gave them', () => {
    // Agents quote nothing.
    const market = Object.assign(new PerpetualMarket(), { depth: 0 });
    const story = contractStory({ market }).and(
      order('ann', 'buy', '4', '98', { orderId: 'entry', attached: '100:110:92' }),
      order('bob', 'sell', '1', '98'),
      amend('ann', 'entry.t1', { stopPrice: '112' }),
      order('bob', 'sell', '3', '98'),
    );
    expect(contractFindings([...story.realm.events])).toEqual([]);
  });

  it.each<[string, readonly RecordedEvent[], string]>([
    ['a fill that got no take-profit of a level', without(events.slice(0, -3), 'ContractOrderAccepted'), 'got nothing'],
    ['a fill that let an order grow by nothing', without(events, 'ContractOrderAmended'), 'got nothing'],
    [
      'an order of another size than its level covers',
      tampered(events, { type: 'ContractOrderAccepted', data: ofChild(events, -2, { lots: 7 }), nth: -2 }),
      'got take-profit of 7',
    ],
    [
      'a take-profit at another price than its level',
      tampered(events, { type: 'ContractOrderAccepted', data: ofChild(events, -2, { stopTicks: 10_500 }), nth: -2 }),
      'got take-profit of',
    ],
    [
      'an order of a level that no fill brought about',
      [
        ...events,
        {
          ...(events.filter(({ type }) => type === 'ContractOrderAccepted').at(-2) as RecordedEvent),
          correlation: 'x',
        },
      ],
      'got an order without a fill',
    ],
  ])('finds %s', (_, history, what) => {
    expect(contractFindings(history).join('\n')).toContain(what);
  });
});
