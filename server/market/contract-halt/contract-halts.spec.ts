import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import { haltEvents } from './contract-halt.events.js';
import { ContractHalts } from './contract-halts.js';

type Listener = (realm: string, events: readonly RecordedEvent[]) => void;
const SYMBOL = 'BTCUSDT-PERP';
const decided = { symbol: SYMBOL, proposalId: 'halt-1', proposedBy: 'ann', approvedBy: 'bob' };
const event = (type: string, at: number, position: number, data: object = {}) =>
  ({ realm: 'house', stream: `halt-${SYMBOL}`, type, at, position, data: { ...decided, ...data } }) as RecordedEvent;
const halted = event('TradingHalted', 1_000, 7, { publicReason: 'index' });
const resumed = event('TradingResumed', 2_000, 8);

/** A history of which the halt is stored, while `meanwhile` is appended as it is read. */
function loaded(meanwhile: readonly RecordedEvent[]) {
  const listeners: Listener[] = [];
  const { type, at, position, data } = halted;
  const row = { type, schema: 1, data: JSON.stringify(data), at: String(at), position: String(position) };
  return ContractHalts.load({
    subscribe: (listener: Listener) => {
      listeners.push(listener);
      return () => undefined;
    },
    pool: {
      query: async <Found>() => {
        for (const listener of listeners) listener('house', meanwhile);
        return { rows: [row] as Found[] };
      },
    },
  });
}

describe('the halts that the history has', () => {
  it('are of events that are declared', () => {
    expect(haltEvents.map(({ type }) => type)).toContain(halted.type);
  });

  it('take what is appended while they are read, once and after it', async () => {
    const halts = await loaded([halted, resumed]);
    expect([halts.halts(SYMBOL, 1_500), halts.halts(SYMBOL, 2_500)]).toEqual([true, false]);
  });

  it('stand until they end', async () => {
    expect((await loaded([])).halts(SYMBOL, 9_000)).toBe(true);
  });
});
