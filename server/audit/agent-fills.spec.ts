import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../core/event.js';
import { order, PerpetualMarket, world } from '../features/contract/contract.testkit.js';
import { AgentFills } from './agent-fills.js';

/** In which trades with agents leave something. */
class PushedMarket extends PerpetualMarket {
  override impactAfter(): undefined {
    return { displacementTicks: 1, asOf: 1_000 } as never;
  }
}

const STREAM = 'spot-BTCUSDT';

function replayed(...facts: (readonly [type: string, data: object])[]): AgentFills {
  const fills = new AgentFills('demo', () => true);
  for (const [index, [type, data]] of facts.entries()) {
    const event = { realm: 'demo', stream: STREAM, position: index + 1, version: index + 1, schema: 1, at: 1_000 };
    fills.take({ ...event, type, actor: 'market', data: { symbol: 'BTCUSDT', ...data } } as unknown as RecordedEvent);
  }
  return fills;
}

describe('the replay of a book’s beats', () => {
  it('accepts beats in order, also when those between did nothing or came late', () => {
    const late = { fromBeat: 8, toBeat: 20, outcome: 'decided-late', reason: 'standstill' };
    const decided = [3, 7, 9, 20].map((beat) => ['SpotBeatDecided', { beat }] as const);
    const { disordered } = replayed(...decided.slice(0, 2), ['SpotBeatsMissed', late], ...decided.slice(2));
    expect(disordered).toEqual([]);
  });

  it('reads what a late beat did at the instant of the beat, though it was said to be late at the same instant', () => {
    const late = { fromBeat: 2, toBeat: 4, outcome: 'decided-late', reason: 'standstill' };
    const impact = { displacementTicks: 1, asOf: 750 };
    const fills = replayed(
      ['SpotBeatsMissed', late],
      ['SpotBeatDecided', { beat: 3 }],
      ['SpotImpactRecorded', { impact }],
    );
    fills.finish();
    expect(fills.impacts).toMatchObject([{ at: 750, recorded: impact }]);
  });

  it('finds a beat that was decided twice, out of turn, or after it was skipped', () => {
    const skipped = { fromBeat: 4, toBeat: 9, outcome: 'skipped', reason: 'restart' };
    const found = (...beats: number[]) =>
      replayed(...beats.map((beat) => ['SpotBeatDecided', { beat }] as const)).disordered.map(({ beat }) => beat);
    expect([found(3, 3), found(5, 4), found(3, 4)]).toEqual([[3], [4], []]);
    const { disordered } = replayed(['SpotBeatsMissed', skipped], ['SpotBeatDecided', { beat: 8 }]);
    expect(disordered).toMatchObject([{ symbol: 'BTCUSDT', position: 2, beat: 8, after: 9 }]);
  });

  it('goes on with a command over events of positions that it wrote, and no further', () => {
    const { events } = world(new PushedMarket()).and(order('ann', 'buy', '1', '101')).realm;
    const fillsOf = (all: readonly RecordedEvent[]) => {
      const replay = new AgentFills('demo', () => true);
      for (const event of all) replay.take(event);
      replay.finish();
      return replay.impacts.map(({ fills }) => fills.length);
    };
    expect(events.map(({ type }) => type).slice(-3)).toEqual([
      'ContractOrderMatched',
      'PositionOpened',
      'ContractImpactRecorded',
    ]);
    expect(fillsOf(events)).toEqual([1]);
    const ofAnother = events.map((event) =>
      event.type === 'PositionOpened' ? { ...event, causation: 'else' } : event,
    );
    expect(fillsOf(ofAnother)).toEqual([0]);
  });
});
