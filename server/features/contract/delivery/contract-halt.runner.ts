import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { isAway } from '../../../engine/history/away.js';
import { Writers } from '../../../engine/writer/writers.js';
import type { HaltEvent } from '../../../market/contract-halt/contract-halt.events.js';
import type { SettledContract } from '../../../market/contract-halt/contract-halts.js';
import { MarketService } from '../../../market/runtime/market.service.js';
import { SettleHaltedContract } from './contract-end.commands.js';
import { ContractOwners } from '../contract-owners.js';
import { contractKind } from '../contract.product.js';
import { fundingKind } from '../funding/funding.state.js';

const ACTOR = 'system:contract-halts';
const REALMS: readonly TradingRealm[] = ['demo', 'real'];
const RETRY_MS = 5_000;

/** The market, as far as it knows of halted contracts. */
type HaltedMarket = Pick<MarketService, 'isOpen'> & {
  readonly open: {
    readonly contracts: { readonly halts: Pick<MarketService['open']['contracts']['halts'], 'settled'> };
  };
};

/** Closes every position of the contracts that two of the staff settle. What is left of one is looked for at the start. */
@Injectable()
export class ContractHaltRunner implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Halts');
  private running: Promise<void> = Promise.resolve();
  private readonly retries = new Map<string, NodeJS.Timeout>();
  private stopping = false;

  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'read'> & {
      readonly store: Pick<Writers['store'], 'subscribe'>;
    },
    private readonly owners: ContractOwners,
    @Inject(MarketService) private readonly markets: HaltedMarket,
  ) {}

  onModuleInit(): void {
    this.writers.store.subscribe((realm, events) => {
      if (realm !== 'house') return;
      for (const { type, data } of events as readonly HaltEvent[])
        if (type === 'SettlementApproved') this.settleContract(data);
    });
  }

  onApplicationBootstrap(): void {
    this.next('start', async () => {
      if (!this.markets.isOpen) throw new Error('the market is not open yet');
      for (const settled of this.markets.open.contracts.halts.settled()) this.settleContract(settled);
    });
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    for (const retry of this.retries.values()) clearTimeout(retry);
    await this.done();
  }

  /** All that was begun so far. */
  async done(): Promise<void> {
    for (let begun: Promise<void> | undefined; begun !== this.running;) {
      begun = this.running;
      await begun;
    }
  }

  /** One realm that fails holds up no other. */
  private settleContract({ symbol, price }: SettledContract): void {
    for (const realm of REALMS) this.next(`${realm} ${symbol}`, () => this.settle(realm, symbol, price));
  }

  /** One after another. What fails is tried again, each for itself: a repeat changes nothing. */
  private next(name: string, act: () => Promise<void>): void {
    this.running = this.running.then(async () => {
      if (this.stopping) return;
      try {
        await act();
        this.retries.delete(name);
      } catch (error) {
        if (!isAway(error)) this.log.error(error instanceof Error ? error.stack : String(error));
        const retry = setTimeout(() => this.next(name, act), RETRY_MS);
        retry.unref();
        clearTimeout(this.retries.get(name));
        this.retries.set(name, retry);
      }
    });
  }

  private async settle(realm: TradingRealm, symbol: string, price: string): Promise<void> {
    const { spec } = await this.writers.read(realm, contractKind, symbol);
    const { isOver } = await this.writers.read(realm, fundingKind, symbol);
    // Nobody ever traded it, or all of it is done.
    if (spec === null || isOver) return;
    await this.owners.cancelOrders(realm, symbol, 'delisted', ACTOR);
    await this.owners.eachPosition(
      realm,
      symbol,
      ACTOR,
      (context, data) => new SettleHaltedContract(context, { ...data, price }),
    );
  }
}
