import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import type { RecordedEvent } from '../../../core/event.js';
import { userOf } from '../../../engine/ledger/chart.js';
import { isAway } from '../../../engine/history/away.js';
import { Writers } from '../../../engine/writer/writers.js';
import type { HaltEvent } from '../../../market/contract-halt/contract-halt.events.js';
import { MarketService } from '../../../market/runtime/market.service.js';
import { SettleHaltedContract, NotifyOfHalt } from './contract-end.commands.js';
import { ContractOwners } from '../contract-owners.js';
import { contractKind } from '../contract.product.js';
import { fundingKind } from '../funding/funding.state.js';

const ACTOR = 'system:contract-halts';
const REALMS: readonly TradingRealm[] = ['demo', 'real'];
const RETRY_MS = 5_000;

type Told = Omit<NotifyOfHalt['data'], 'userId' | 'ownerId'>;

/** The market, as far as it knows of halted contracts. */
type HaltedMarket = Pick<MarketService, 'isOpen'> & {
  readonly open: {
    readonly contracts: { readonly halts: Pick<MarketService['open']['contracts']['halts'], 'settled'> };
  };
};

/**
 * Carries out what two of the staff decided about a contract: whoever has a position or an order in it is told of a halt and of its end, and
 * a settlement closes every position. What is left of one is looked for at the start.
 */
@Injectable()
export class ContractHaltRunner implements OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown {
  private readonly log = new Logger('Halts');
  private running: Promise<void> = Promise.resolve();
  private retry: NodeJS.Timeout | undefined;
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
      if (realm === 'house') for (const event of events) this.take(event);
    });
  }

  onApplicationBootstrap(): void {
    this.next(() => this.settleAll());
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    await this.running;
  }

  /** All that was begun so far. */
  async done(): Promise<void> {
    await this.running;
  }

  private take(event: RecordedEvent): void {
    const { type, data } = event as HaltEvent;
    if (type === 'TradingHalted') {
      const { symbol, proposalId, publicReason: reason } = data;
      this.next(() => this.tellAll({ symbol, proposalId, change: 'halted', reason }));
    }
    if (type === 'TradingResumed') {
      const { symbol, proposalId } = data;
      this.next(() => this.tellAll({ symbol, proposalId, change: 'resumed', reason: null }));
    }
    if (type === 'SettlementApproved') this.next(() => this.settleAll());
  }

  /** One after another. What fails is tried again: a repeat changes nothing. */
  private next(act: () => Promise<void>): void {
    this.running = this.running.then(async () => {
      if (this.stopping) return;
      try {
        await act();
      } catch (error) {
        if (!isAway(error)) this.log.error(error instanceof Error ? error.stack : String(error));
        this.retry = setTimeout(() => this.next(act), RETRY_MS);
        this.retry.unref();
      }
    });
  }

  private async tellAll(told: Told): Promise<void> {
    for (const realm of REALMS) {
      const { book } = await this.writers.read(realm, contractKind, told.symbol);
      const ordering = [...book.everyOrder()].map(({ order }) => order.owner);
      for (const ownerId of new Set([...(book.positions?.names() ?? []), ...ordering])) {
        const requestToken = { key: `halt:${told.proposalId}:${realm}:${ownerId}` };
        const context = { ...this.owners.context(realm, ACTOR), requestToken };
        await this.owners.send(new NotifyOfHalt(context, { ...told, ownerId, userId: userOf(ownerId) }));
      }
    }
  }

  /** @throws where one could not be settled, after all others were tried */
  private async settleAll(): Promise<void> {
    if (!this.markets.isOpen) throw new Error('the market is not open yet');
    const failed: unknown[] = [];
    for (const { symbol, price } of this.markets.open.contracts.halts.settled())
      for (const realm of REALMS)
        await this.settle(realm, symbol, price).catch((error: unknown) => void failed.push(error));
    if (failed.length > 0) throw failed[0];
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
