import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { FakeClock } from '../../../core/clock.js';
import type { StreamKind } from '../../../core/decider.js';
import type { RecordedEvent } from '../../../core/event.js';
import { ContractHaltRunner } from './contract-halt.runner.js';
import { ContractOwners } from '../contract-owners.js';
import { contractWorld, MortalServer, orderIn } from './contract-period.testkit.js';
import { contractKind } from '../contract.product.js';
import { SYMBOL } from '../contract.testkit.js';
import { fundingKind } from '../funding/funding.state.js';
import type { PositionShrunk } from '../position/position.events.js';

const PRICE = '107.5';
const OTHER = 'ETHUSDT-PERP';
/** More than one command settles. */
const BUYERS = Array.from({ length: 250 }, (_, index) => `buyer${index}`);
type Listener = (realm: string, events: readonly RecordedEvent[]) => void;

/** Everybody is long of one seller at 100, and one order waits; nobody has anything in the other realm. */
function played() {
  const { realm } = contractWorld({ persons: [...BUYERS, 'seller', 'waiting'] }).and(
    orderIn(SYMBOL, 'seller', 'sell', '0.5', '100'),
    ...BUYERS.map((person) => orderIn(SYMBOL, person, 'buy', '0.002', '100')),
    orderIn(SYMBOL, 'waiting', 'buy', '1', '95'),
  );
  const start = (settled: boolean) => {
    const server = new MortalServer(realm);
    const listeners: Listener[] = [];
    const writers = {
      read: <State>(name: string, kind: StreamKind<State>, id: string) =>
        name === 'real' ? Promise.resolve(kind.initial(id)) : server.read(name, kind, id),
      store: {
        subscribe: (listener: Listener) => {
          listeners.push(listener);
          return () => undefined;
        },
      },
    };
    const owners = new ContractOwners(writers, server, new FakeClock(2_000_000));
    const halts = { settled: () => (settled ? [{ symbol: SYMBOL, price: PRICE }] : []) };
    const runner = new ContractHaltRunner(writers, owners, { isOpen: true, open: { contracts: { halts } } });
    runner.onModuleInit();
    const hears = (type: string, data: object) => {
      for (const listener of listeners) listener('house', [{ type, data } as RecordedEvent]);
      return runner.done();
    };
    return { server, runner, hears };
  };
  const left = () => {
    const { book } = realm.state(contractKind, SYMBOL);
    return (book.positions?.names().length ?? 0) + book.orders.size;
  };
  return { realm, start, left };
}

describe('the runner of halts', () => {
  it('cancels what rests and closes every position at the price, whenever the server is killed', async () => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    const whole = played();
    const { server, runner } = whole.start(true);
    runner.onApplicationBootstrap();
    await runner.done();
    expect(whole.left()).toBe(0);
    expect(whole.realm.state(fundingKind, SYMBOL).isOver).toBe(true);
    for (let commands = 0; commands < server.sent.length; commands += 1) {
      const world = played();
      const dies = world.start(true);
      dies.server.livesFor = commands;
      dies.runner.onApplicationBootstrap();
      await dies.runner.done();
      await dies.runner.beforeApplicationShutdown();
      const again = world.start(true);
      again.runner.onApplicationBootstrap();
      await again.runner.done();
      expect(world.left()).toBe(0);
      expect(world.realm.state(fundingKind, SYMBOL).isOver).toBe(true);
      const closed = world.realm.events.filter(({ type }) => type === 'PositionClosed');
      expect(closed).toHaveLength(BUYERS.length + 1);
      for (const { data } of closed)
        expect(data as PositionShrunk).toMatchObject({ price: PRICE, cause: 'settlement' });
    }
    jest.restoreAllMocks();
  });

  it('settles what two of the staff approve while it runs', async () => {
    const { left, start } = played();
    const { hears } = start(false);
    await hears('TradingHalted', { symbol: SYMBOL });
    expect(left()).toBe(BUYERS.length + 2);
    await hears('SettlementApproved', { symbol: SYMBOL, price: PRICE });
    expect(left()).toBe(0);
  });

  it.each([
    ['tries each contract again for itself', false],
    ['tries none again after the end', true],
  ])('%s', async (_, ends) => {
    jest.spyOn(Logger.prototype, 'error').mockReturnValue();
    jest.useFakeTimers();
    const { realm, left, start } = played();
    const waiting = { ...orderIn(OTHER, 'waiting', 'buy', '1', '95'), at: 2_000_000, actor: 'test' };
    expect(realm.execute(waiting).ok).toBe(true);
    const allLeft = () => [left(), realm.state(contractKind, OTHER).book.orders.size];
    const { server, runner, hears } = start(false);
    server.livesFor = 0;
    for (const symbol of [SYMBOL, OTHER]) await hears('SettlementApproved', { symbol, price: PRICE });
    if (ends) await runner.beforeApplicationShutdown();
    server.livesFor = Infinity;
    jest.advanceTimersByTime(5_000);
    await runner.done();
    expect([allLeft(), server.sent.length > 0]).toEqual(ends ? [[BUYERS.length + 2, 1], false] : [[0, 0], true]);
    jest.useRealTimers();
    jest.restoreAllMocks();
  });

  it('does nothing at a start after which nothing is left', async () => {
    const world = played();
    const first = world.start(true);
    first.runner.onApplicationBootstrap();
    await first.runner.done();
    const second = world.start(true);
    second.runner.onApplicationBootstrap();
    await second.runner.done();
    expect(second.server.sent).toEqual([]);
  });
});
