import { z } from 'zod';
import { amount } from '../../shared/money.js';
import { handle, HouseCommand, type DataOf } from '../../server/core/command.js';
import type { StreamKind } from '../../server/core/decider.js';
import type { PublishedTerms } from '../../server/core/history-audit.js';
import { OpenPrincipal } from '../../server/core/ports/open-principal.js';
import { Rng } from '../../server/core/rng.js';
import { SimulatedRealm } from '../../server/audit/simulation/realm.js';
import { declareEventTypes } from '../../server/engine/history/event-types.js';
import { HOUSE, userAccount } from '../../server/engine/ledger/chart.js';
import { CommandHandlers } from '../../server/engine/writer/command-handlers.js';
import { openGate } from '../../server/engine/writer/decider.testkit.js';
import type { MemoryRealm } from '../../server/engine/writer/memory-realm.js';
import { contractActionHandlers } from '../../server/features/contract/contract-action.handler.js';
import { contractEndHandlers } from '../../server/features/contract/delivery/contract-end.handler.js';
import { contractHandlers } from '../../server/features/contract/contract.handler.js';
import { ownerOf } from '../../server/features/contract/contract.testkit.js';
import { fundingHandlers } from '../../server/features/contract/funding/funding.handler.js';
import { liquidationHandlers } from '../../server/features/contract/liquidation/liquidation.handler.js';
import type { CloseCause } from '../../server/features/contract/position/position.events.js';
import { logOf, unlikeInLog } from '../../server/features/contract/position/position-log.testkit.js';
import { BEAT_MS } from '../../server/market/book-market.js';
import { ContractLaws } from './contract-laws.js';
import { ContractTrading, FUNDS, type Trader } from './contract-trading.js';

declareEventTypes({ type: 'ContractFundsGranted', schema: 1 });
const grantedKind: StreamKind<unknown> = { name: 'granted', initial: () => null, evolve: () => null };

const grant = z.object({ ownerId: z.string() });
class GrantContractFunds extends HouseCommand<DataOf<typeof grant>, null> {
  static readonly type = 'GrantContractFunds';
  static readonly schema = grant;
}
const grantHandler = handle(GrantContractFunds, {
  realms: ['demo'],
  scope: ({ ownerId }) => ({ streams: [[grantedKind, ownerId]] }),
  decide: (_, { ownerId }) => {
    const postings = [
      { account: HOUSE.marketMaker.account, asset: 'USDT', amount: -amount('2000') },
      { account: userAccount(ownerId, 'contract', 'available'), asset: 'USDT', amount: amount('2000') },
    ];
    const event = { stream: `granted-${ownerId}`, type: 'ContractFundsGranted', schema: 1, data: {}, postings };
    return { events: [event], answer: null };
  },
});

const PEOPLE = ['ann', 'bob', 'cid', 'dan', 'eve'];
const TRADERS: readonly Trader[] = PEOPLE.map((person) => ({ userId: `demo-${person}`, ownerId: ownerOf(person) }));
const SIDES = ['long', 'short'] as const;
const START_AT = 1_000_000_000_000;

export interface ContractOutcome {
  readonly trades: number;
  readonly refused: number;
  /** How often which event happened, and positions ended for which cause. */
  readonly happened: ReadonlyMap<string, number>;
  readonly ends: ReadonlyMap<CloseCause, number>;
  readonly hash: string;
}

/** One contract and its people from one seed: crashes, gaps, halts, fundings, splits, dividends, and an end. */
export class ContractWorld {
  private readonly rng: Rng;
  private readonly trading: ContractTrading;
  private readonly laws: ContractLaws;
  private readonly realm: SimulatedRealm;
  private readonly fund: (typeof FUNDS)[number];

  constructor(private readonly seed: number) {
    this.rng = new Rng(seed);
    this.fund = this.rng.pick(FUNDS);
    this.trading = new ContractTrading(
      {
        rng: this.rng,
        traders: TRADERS,
        fund: this.fund,
        realm: () => this.realm.memory,
        execute: ({ type, data }, at) => this.realm.execute({ type, data, actor: 'simulation' }, at),
      },
      START_AT / BEAT_MS,
    );
    const { market, facts } = this.trading;
    const handlers = new CommandHandlers().register(
      grantHandler,
      ...contractHandlers({ market, gate: openGate, principal: new OpenPrincipal([]) }),
      ...fundingHandlers(facts),
      ...contractEndHandlers(facts),
      ...contractActionHandlers(),
      ...liquidationHandlers(market),
    );
    let laws: ContractLaws | undefined;
    const own = {
      laws: (realm: MemoryRealm) => (laws = new ContractLaws(realm, PEOPLE.map(ownerOf), this.fund.eventMaxUsdt)),
    };
    this.realm = new SimulatedRealm('demo', handlers, [], [own]);
    if (laws === undefined) throw new Error('a realm has its laws');
    this.laws = laws;
  }

  run(beats: number): ContractOutcome {
    try {
      for (const trader of TRADERS) this.join(trader);
      for (let n = 0; n < beats; n += 1) this.step();
      this.end();
    } catch (error) {
      throw new Error(`seed ${this.seed}: ${(error as Error).message}`, { cause: error });
    }
    const { refused, memory } = this.realm;
    const { trades, happened, ends } = this.laws;
    return { trades, refused, happened, ends, hash: memory.headHash };
  }

  findings(): string[] {
    return this.trading.findings();
  }

  get memory(): MemoryRealm {
    return this.realm.memory;
  }

  get published(): PublishedTerms {
    return this.trading.published;
  }

  /** Amounts that an owner computes otherwise, from what the events of a position give. */
  ownersFindings(): string[] {
    const { events } = this.realm.memory;
    return PEOPLE.flatMap((person) => SIDES.flatMap((side) => unlikeInLog(logOf(events, person, side), side)));
  }

  private join(trader: Trader): void {
    const data = { ownerId: trader.ownerId };
    this.realm.execute({ type: 'GrantContractFunds', data, actor: 'simulation' }, START_AT);
    this.trading.join(trader);
  }

  private step(): void {
    if (this.rng.chance(0.02)) this.realm.memory.reload();
    this.trading.step();
  }

  private end(): void {
    this.trading.end();
    this.laws.isOver();
    this.realm.ledger.nothingHeld();
    this.realm.compare(this.rng, [grantedKind]);
  }
}
