import { describe, expect, it, jest } from '@jest/globals';
import { Logger } from '@nestjs/common';
import { amount } from '../../../../shared/money.js';
import { FakeClock } from '../../../core/clock.js';
import { BeatSteps } from '../../../core/ports/beat-steps.js';
import { HeldUpBooks } from '../../../core/ports/held-up-books.js';
import { beatOf } from '../../../market/book-market.js';
import { ContractDeliveryRunner } from './contract-delivery.runner.js';
import { ContractOwners, OWNERS_PER_COMMAND } from '../contract-owners.js';
import { contractWorld, KnownContracts, MortalServer, orderIn } from './contract-period.testkit.js';
import { contractKind } from '../contract.product.js';
import { fundingKind } from '../funding/funding.state.js';

const SYMBOL = 'BTCUSDT-261204';
const [OPENED_AT, DELIVERS_AT] = [1_000_000, Date.UTC(2026, 11, 4, 8)];
/** More than one command settles. */
const BUYERS = Array.from({ length: 450 }, (_, index) => `buyer${index}`);
/** Commands for everybody's positions, and the one that says it was the last. */
const PARTS = Math.ceil((BUYERS.length + 1) / OWNERS_PER_COMMAND) + 1;
/** Before them the orders of two owners are cancelled. */
const COMMANDS = PARTS + 2;

function played() {
  const facts = new KnownContracts();
  facts.settlement = amount('107.5');
  const { realm } = contractWorld({ facts, symbol: SYMBOL, persons: [...BUYERS, 'seller', 'waiting'] }).and(
    orderIn(SYMBOL, 'seller', 'sell', '0.9', '100'),
    ...BUYERS.map((person) => orderIn(SYMBOL, person, 'buy', '0.002', '100')),
    orderIn(SYMBOL, 'waiting', 'buy', '1', '95'),
    orderIn(SYMBOL, 'seller', 'sell', '1', '130'),
  );
  const start = (late: readonly string[] = []) => {
    const server = new MortalServer(realm);
    const steps = new BeatSteps();
    const clock = new FakeClock(OPENED_AT);
    const inUse = {
      delivered: () => Promise.resolve(late.map((symbol) => ({ realm: 'demo' as const, symbol }))),
    };
    const owners = new ContractOwners(server, server, clock);
    const heldUp = new HeldUpBooks();
    const runner = new ContractDeliveryRunner(server, owners, inUse, steps, heldUp, clock);
    const runAt = (at: number) => {
      clock.setTo(at);
      return steps.run('demo', SYMBOL, beatOf(at));
    };
    return { server, steps, heldUp, runner, runAt, clock };
  };
  const left = () => {
    const { book } = realm.state(contractKind, SYMBOL);
    return (book.positions?.names().length ?? 0) + book.orders.size;
  };
  return { realm, start, left };
}

describe('the runner of deliveries', () => {
  it('cancels every order and closes every position at the beat of the delivery', async () => {
    const { realm, start, left } = played();
    const { server, steps, runner, runAt } = start();
    runner.onModuleInit();
    runner.onApplicationBootstrap();
    expect(steps.hasWork('demo', SYMBOL)).toBe(true);
    expect(steps.hasWork('demo', 'BTCUSDT-PERP')).toBe(false);
    expect(await runAt(DELIVERS_AT - 250)).toBe(true);
    expect(server.sent).toEqual([]);
    expect(await runAt(DELIVERS_AT)).toBe(true);
    expect(left()).toBe(0);
    expect(realm.state(fundingKind, SYMBOL).isOver).toBe(true);
    expect(steps.hasWork('demo', SYMBOL)).toBe(false);
  });

  it('goes on after a kill between any two commands, and closes nobody twice', async () => {
    for (let livesFor = 0; livesFor <= COMMANDS; livesFor += 1) {
      const { realm, start, left } = played();
      const first = start();
      first.runner.onModuleInit();
      first.runner.onApplicationBootstrap();
      first.server.livesFor = livesFor;
      const isKilled = await first.runAt(DELIVERS_AT).then(
        () => false,
        () => true,
      );
      expect(isKilled).toBe(livesFor < COMMANDS);
      const second = start();
      second.runner.onModuleInit();
      second.runner.onApplicationBootstrap();
      expect(await second.runAt(DELIVERS_AT + 250)).toBe(true);
      expect(left()).toBe(0);
      expect(realm.events.filter(({ type }) => type === 'PositionClosed').length).toBe(BUYERS.length + 1);
    }
  });

  it('delivers at its start what delivered while no server ran', async () => {
    const { start, left } = played();
    const { runner, clock } = start([SYMBOL]);
    clock.setTo(DELIVERS_AT + 86_400_000);
    await runner.deliverLate();
    expect(left()).toBe(0);
  });

  it('delivers the others where one has no price, and says once what is wrong with that one', async () => {
    const said = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const { start, left } = played();
    const { server, heldUp, runner, clock } = start(['ETHUSDT-261204', SYMBOL]);
    runner.onModuleInit();
    const hasPrice = jest.spyOn(server, 'read').mockRejectedValueOnce(new Error('no price'));
    clock.setTo(DELIVERS_AT + 86_400_000);
    await runner.deliverLate();
    expect(left()).toBe(0);
    hasPrice.mockRejectedValueOnce(new Error('no price'));
    await runner.deliverLate();
    const late = { realm: 'demo', symbol: 'ETHUSDT-261204', since: DELIVERS_AT };
    expect([heldUp.all(), said.mock.calls]).toEqual([
      [late],
      [[expect.stringContaining('demo ETHUSDT-261204 is not delivered: Error: no price')]],
    ]);
    await runner.deliverLate();
    expect(heldUp.all()).toEqual([]);
    await runner.beforeApplicationShutdown();
    said.mockRestore();
  });

  it('keeps the beat back while a command is refused', async () => {
    const { start, left } = played();
    const { server, runner, runAt } = start();
    runner.onModuleInit();
    runner.onApplicationBootstrap();
    server.refuses = true;
    expect(await runAt(DELIVERS_AT)).toBe(false);
    server.refuses = false;
    expect(await runAt(DELIVERS_AT)).toBe(true);
    expect(left()).toBe(0);
  });
});
