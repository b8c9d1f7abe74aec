import { Logger } from '@nestjs/common';
import { describe, expect, it, jest } from '@jest/globals';
import { amount, ZERO } from '../../../../shared/money.js';
import { FakeClock } from '../../../core/clock.js';
import type { HouseCommand } from '../../../core/command.js';
import type { CommandResult } from '../../../core/decider.js';
import { BeatSteps } from '../../../core/ports/beat-steps.js';
import { beatOf } from '../../../market/book-market.js';
import { ContractFundingRunner } from './contract-funding.runner.js';
import { ContractOwners, OWNERS_PER_COMMAND } from '../contract-owners.js';
import { contractWorld, KnownContracts, MortalServer, orderIn } from '../delivery/contract-period.testkit.js';
import { order, ownerOf, SYMBOL } from '../contract.testkit.js';
import { fundingKind } from './funding.state.js';
import { contractOf, positionKind } from '../position/position.state.js';

const [HOUR_MS, OPENED_AT, NEXT] = [3_600_000, 1_000_000, 8 * 3_600_000];
/** More than one command settles. */
const BUYERS = Array.from({ length: 450 }, (_, index) => `buyer${index}`);
/** Commands for everybody's positions, and the one that says it was the last. */
const PARTS = Math.ceil((BUYERS.length + 1) / OWNERS_PER_COMMAND) + 1;

/** It waits for its disk: others have their turn. */
class DurableServer extends MortalServer {
  override async execute<Answer>(command: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> {
    await new Promise(setImmediate);
    return super.execute(command);
  }
}

/** Every contract is funded as the known one. */
class AllFunded extends KnownContracts {
  override fundingDue(realm: string, _: string, window: { readonly fromMs: number; readonly toMs: number }) {
    return super.fundingDue(realm, SYMBOL, window);
  }
}

function played() {
  const facts = new AllFunded();
  for (const at of [NEXT, 2 * NEXT])
    facts.fundings.push({ at, rate: amount('0.0001'), premium: ZERO, mark: amount('110') });
  const story = contractWorld({ facts, persons: [...BUYERS, 'seller'] }).and(
    order('seller', 'sell', '0.9', '100'),
    ...BUYERS.map((person) => order(person, 'buy', '0.002', '100')),
  );
  const { realm } = story;
  const open = (symbol: string) =>
    story.and(orderIn(symbol, 'seller', 'sell', '0.1', '100'), orderIn(symbol, 'buyer0', 'buy', '0.1', '100'));
  const start = () => {
    const server = new DurableServer(realm);
    const steps = new BeatSteps();
    const clock = new FakeClock(OPENED_AT);
    const runner = new ContractFundingRunner(server, new ContractOwners(server, server, clock), facts, steps);
    runner.onModuleInit();
    const runAt = (at: number, symbol = SYMBOL) => {
      clock.setTo(at);
      return steps.run('demo', symbol, beatOf(at));
    };
    return { server, steps, runAt, settled: () => runner.settled() };
  };
  const unsettled = () => {
    const { index } = realm.state(fundingKind, SYMBOL);
    return [...BUYERS, 'seller'].filter((person) => {
      const { long, short } = contractOf(realm.state(positionKind, ownerOf(person)), SYMBOL);
      return (long ?? short)?.fundingIndex !== index;
    }).length;
  };
  return { realm, open, start, unsettled };
}

describe('the runner of fundings', () => {
  it('charges a funding at the beat at which it is due, and settles it for everybody', async () => {
    const { realm, start, unsettled } = played();
    const { server, steps, runAt, settled } = start();
    expect(steps.hasWork('demo', SYMBOL)).toBe(true);
    expect(steps.hasWork('demo', 'ETHUSDT-PERP')).toBe(false);
    expect(await runAt(NEXT - 250)).toBe(true);
    // Its stream was not loaded yet, so the first look is a command.
    server.sent = [];
    expect(await runAt(NEXT)).toBe(true);
    await settled();
    expect(server.sent).toEqual(['ChargeFunding', ...Array.from({ length: PARTS }, () => 'PostFunding')]);
    expect(unsettled()).toBe(0);
    expect(realm.state(fundingKind, SYMBOL)).toMatchObject({ dueAt: NEXT, postedAt: NEXT });
  });

  it('sends nothing while nothing is due', async () => {
    const { start } = played();
    const { server, runAt, settled } = start();
    await runAt(NEXT);
    await settled();
    server.sent = [];
    for (const minutes of [0, 1, 2]) expect(await runAt(NEXT + minutes * 60_000)).toBe(true);
    expect(server.sent).toEqual([]);
  });

  it('lets the market go on while positions settle', async () => {
    const { realm, start, unsettled } = played();
    const { server, runAt, settled } = start();
    expect(await runAt(NEXT)).toBe(true);
    expect(realm.state(fundingKind, SYMBOL)).toMatchObject({ dueAt: NEXT, postedAt: 0 });
    expect(unsettled()).toBe(BUYERS.length + 1);
    expect(await runAt(NEXT + 60_000)).toBe(true);
    await settled();
    expect(unsettled()).toBe(0);
    expect(server.sent.filter((type) => type === 'ChargeFunding')).toHaveLength(1);
  });

  it('settles the rest after a kill between any two commands, and nobody twice', async () => {
    const said = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    for (let livesFor = 0; livesFor <= PARTS + 1; livesFor += 1) {
      const { realm, start, unsettled } = played();
      const first = start();
      first.server.livesFor = livesFor;
      const isCharged = await first.runAt(NEXT).then(
        () => true,
        () => false,
      );
      await first.settled();
      expect(isCharged).toBe(livesFor > 0);
      const second = start();
      second.server.lost.add(fundingKind.name);
      expect(await second.runAt(NEXT + HOUR_MS)).toBe(true);
      await second.settled();
      expect(unsettled()).toBe(0);
      expect(realm.events.filter(({ type }) => type === 'PositionFunded').length).toBe(BUYERS.length + 1);
      expect(realm.events.filter(({ type }) => type === 'ContractFundingPosted').length).toBe(1);
    }
    // A mistake that stops it is said aloud, and stops nothing else.
    expect(said).toHaveBeenCalledTimes(PARTS);
    said.mockRestore();
  });

  it('keeps the beat back while its charge is refused', async () => {
    const { start, unsettled } = played();
    const { server, runAt, settled } = start();
    server.refuses = true;
    expect(await runAt(NEXT)).toBe(false);
    server.refuses = false;
    expect(await runAt(NEXT)).toBe(true);
    await settled();
    expect(unsettled()).toBe(0);
  });

  it('tries again after five seconds what was refused, and says so', async () => {
    const said = jest.spyOn(Logger.prototype, 'error').mockReturnValue(undefined);
    const { start, unsettled } = played();
    const { server, runAt, settled } = start();
    expect(await runAt(NEXT)).toBe(true);
    server.refuses = true;
    await settled();
    server.refuses = false;
    expect(unsettled()).toBe(BUYERS.length + 1);
    expect(said.mock.calls).toEqual([[expect.stringContaining(`demo ${SYMBOL} could not settle its funding`)]]);
    for (const after of [250, 4_750]) {
      expect(await runAt(NEXT + after)).toBe(true);
      await settled();
    }
    expect(unsettled()).toBe(BUYERS.length + 1);
    expect(await runAt(NEXT + 5_000)).toBe(true);
    await settled();
    expect(unsettled()).toBe(0);
    said.mockRestore();
  });

  it('settles contracts one after the other, however many are due at once', async () => {
    const symbols = Array.from({ length: 20 }, (_, n) => `C${n}USDT-PERP`);
    const { start, open } = played();
    for (const symbol of symbols) open(symbol);
    const { server, runAt, settled } = start();
    let [inFlight, most] = [0, 0];
    const execute = server.execute.bind(server);
    server.execute = async <Answer>(command: HouseCommand<unknown, Answer>): Promise<CommandResult<Answer>> => {
      most = Math.max(most, (inFlight += 1));
      const result = (await execute(command)) as CommandResult<Answer>;
      inFlight -= 1;
      return result;
    };
    for (const symbol of [SYMBOL, ...symbols]) expect(await runAt(NEXT, symbol)).toBe(true);
    await settled();
    expect(server.sent.filter((type) => type === 'ChargeFunding')).toHaveLength(21);
    // Two of a settlement, and a charge.
    expect(most).toBe(3);
  });
});
