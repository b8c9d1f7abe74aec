import { writeSync } from 'node:fs';
import type { Pool, PoolClient } from 'pg';
import { openGate } from '../../bench/contract-market.js';
import { FakeClock } from '../../server/core/clock.js';
import type { Commands, HouseCommand } from '../../server/core/command.js';
import type { RecordedEvent } from '../../server/core/event.js';
import { randomIds } from '../../server/core/ids.js';
import { BeatSteps } from '../../server/core/ports/beat-steps.js';
import { HeldUpBooks } from '../../server/core/ports/held-up-books.js';
import { OpenPrincipal } from '../../server/core/ports/open-principal.js';
import { CheckpointKey } from '../../server/engine/history/checkpoint-key.js';
import { openPool } from '../../server/engine/history/database.js';
import { EventStore, type Batch, type Head } from '../../server/engine/history/event-store.js';
import { SegmentSigner } from '../../server/engine/history/segment-signer.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { ContractDeliveryRunner } from '../../server/features/contract/delivery/contract-delivery.runner.js';
import { ContractFundingRunner } from '../../server/features/contract/funding/contract-funding.runner.js';
import { ContractOwners } from '../../server/features/contract/contract-owners.js';
import { contractFeature } from '../../server/features/contract/contract.feature.js';
import { contractKind } from '../../server/features/contract/contract.product.js';
import { LiquidationRunner } from '../../server/features/contract/liquidation/liquidation.runner.js';
import { contractOf, positionKind } from '../../server/features/contract/position/position.state.js';
import { Advancer } from '../../server/trading/runtime/advance.js';
import { ActiveBooks, MarketLoop } from '../../server/trading/runtime/market-loop.js';
import { Products } from '../../server/trading/runtime/products.js';
import { amount, format, fromSteps } from '../../shared/money.js';
import {
  BEATS,
  CLOSES_BEAT,
  beatBefore,
  DELIVERS_AT,
  DELIVERY,
  facts,
  instantAt,
  market,
  OPENS_AT,
  ownerOf,
  PEOPLE,
  PERPETUAL,
  sentAt,
  termsAt,
  type OpenPosition,
} from './contract-script.js';

const LOT = amount('0.001');

/** When a life ends: at the nth append from its start that holds such an event. */
export interface Death {
  /** A type of event, or with a cause: `PositionClosed delivery`. */
  readonly event: string;
  readonly nth: number;
  /** Before the database hears of the append, while it carries it out, or once it is durable and nobody knows. */
  readonly when: 'before' | 'during' | 'after';
}

/** Kills its own process in the middle of an append. */
class DyingStore extends EventStore {
  private seen = 0;

  constructor(
    pool: Pool,
    folder: string,
    private readonly death: Death | null,
  ) {
    super(pool, new SegmentSigner(CheckpointKey.open(folder)));
  }

  override async append(client: Pool | PoolClient, batch: Batch): Promise<Head> {
    const { death } = this;
    const isLast =
      death !== null && batch.events.some((event) => isCalled(event, death.event)) && ++this.seen === death.nth;
    if (isLast && death.when === 'before') die();
    const appended = super.append(client, batch);
    if (isLast && death.when === 'during') setImmediate(die);
    const head = await appended;
    if (isLast) die();
    return head;
  }
}

const isCalled = ({ type, data }: RecordedEvent, name: string): boolean =>
  name === type || name === `${type} ${(data as { readonly cause?: string }).cause}`;

function die(): void {
  process.kill(process.pid, 'SIGKILL');
}

/** The writer of a realm with everything that moves contracts, on a clock of its own, from where the history ends to the end of the script. */
export async function live(url: string, folder: string, death: Death | null): Promise<void> {
  const store = new DyingStore(openPool(url, 6), folder, death);
  const handlers = new CommandHandlers().register(
    ...contractFeature.handlers({ market, gate: openGate, principal: new OpenPrincipal([]), contractFacts: facts }),
  );
  const say = (text: string): void => void writeSync(2, `${text}\n`);
  const log = { warn: say, error: say };
  const writers = new Writers(store, handlers, log, ['demo']);
  await writers.start();
  const { rows } = await store.pool.query<{ at: number | null }>(
    `SELECT max(at) AS at FROM events WHERE stream NOT LIKE 'given-%'`,
  );
  const first = beatBefore(rows[0]?.at ?? OPENS_AT);
  const clock = new FakeClock(instantAt(first));
  const { loop, advancer, delivery, funding } = moved(writers, clock, log);
  if (clock.now() >= DELIVERS_AT) await delivery.deliverLate();
  for (let beat = first; beat < BEATS; beat += 1) {
    clock.setTo(instantAt(beat));
    await loop.beat();
    const open = beat === CLOSES_BEAT ? await openPositions(writers) : [];
    for (const [key, command] of sentAt(beat, open)) {
      await advancer.due('demo', PERPETUAL);
      const context = { realm: 'demo', at: clock.now(), actor: 'user:demo-script', requestToken: { key } };
      const result = await writers.execute('demo', command(context));
      if (!result.ok) say(`${key}: ${result.refusal.refusal}`);
    }
  }
  await funding.settled();
  await writers.close();
  await store.pool.end();
}

/** What the server starts for contracts. */
function moved(writers: Writers, clock: FakeClock, log: { warn(text: string): void; error(text: string): void }) {
  const commands: Commands = {
    execute: <Answer>(command: HouseCommand<unknown, Answer>) =>
      writers.execute<Answer>(command.context.realm, command),
    prepare: () => Promise.reject(new Error('no command is prepared')),
  };
  const steps = new BeatSteps();
  const owners = new ContractOwners(writers, commands, clock);
  const terms = { of: (_: string, at: number) => termsAt(at) };
  new LiquidationRunner(writers, commands, market, terms, steps, clock, randomIds, facts).onModuleInit();
  const funding = new ContractFundingRunner(writers, owners, facts, steps);
  funding.onModuleInit();
  const inUse = { delivered: () => Promise.resolve([{ realm: 'demo', symbol: DELIVERY } as const]) };
  const delivery = new ContractDeliveryRunner(writers, owners, inUse, steps, new HeldUpBooks(), clock);
  delivery.onModuleInit();
  const products = new Products([{ kind: contractKind, market }]);
  const pace = { keepUp: () => Promise.resolve(), ready: () => undefined, catchUpMs: () => 60_000 };
  const advancer = new Advancer({
    writers,
    products,
    now: () => clock.now(),
    market: { ready: () => undefined, catchUpMs: () => 60_000 },
    steps,
    log,
  });
  const active = new ActiveBooks();
  for (const symbol of [PERPETUAL, DELIVERY]) active.touch('demo', symbol);
  writers.store.subscribe((_, events) => {
    for (const { stream } of events) {
      const symbol = products.bookOf(stream)?.symbol;
      if (symbol !== undefined) active.touch('demo', symbol);
    }
  });
  const loop = new MarketLoop({
    clock,
    writers,
    products,
    advancer,
    active,
    live: { beat: () => undefined },
    market: pace,
    log,
  });
  return { loop, advancer, delivery, funding };
}

async function openPositions(writers: Writers): Promise<OpenPosition[]> {
  const found: OpenPosition[] = [];
  for (const { name } of PEOPLE) {
    const contract = contractOf(await writers.read('demo', positionKind, ownerOf(name)), PERPETUAL);
    for (const side of ['long', 'short'] as const) {
      const lots = contract[side]?.lots ?? 0;
      if (lots > 0) found.push({ name, side, quantity: format(fromSteps(lots, LOT)) });
    }
  }
  return found;
}
