import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { contractNamed } from '../../../shared/contract-symbol.js';
import { Clock } from '../../core/clock.js';
import { BeatSteps, type BeatStep } from '../../core/ports/beat-steps.js';
import { isAway } from '../../engine/history/away.js';
import { Writers } from '../../engine/writer/writers.js';
import { instantOf } from '../../market/book-market.js';
import { hasPositionsOpen } from '../../trading/venue/book.state.js';
import { DeliverContract } from './contract-end.commands.js';
import { ContractOwners, orLater } from './contract-owners.js';
import { contractKind } from './contract.product.js';
import { ContractsInUse } from './contracts-in-use.js';

const ACTOR = 'system:delivery';
const RETRY_MS = 5_000;

/**
 * Delivers contracts at the beat at which they are due: orders are cancelled, then every position is closed at the settlement price. A
 * contract that delivered while no server ran is no longer traded, so the start looks for what is left of it.
 */
@Injectable()
export class ContractDeliveryRunner
  implements BeatStep, OnModuleInit, OnApplicationBootstrap, BeforeApplicationShutdown
{
  private readonly log = new Logger('Delivery');
  private retry: NodeJS.Timeout | undefined;
  private looking: Promise<void> = Promise.resolve();
  private stopping = false;

  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'peek'>,
    private readonly owners: ContractOwners,
    @Inject(ContractsInUse) private readonly inUse: Pick<ContractsInUse, 'delivered'>,
    private readonly steps: BeatSteps,
    private readonly clock: Clock,
  ) {}

  /** Before the first beat. */
  onModuleInit(): void {
    this.steps.register('delivery', this);
  }

  onApplicationBootstrap(): void {
    this.looking = this.deliverLate();
  }

  async beforeApplicationShutdown(): Promise<void> {
    this.stopping = true;
    clearTimeout(this.retry);
    await this.looking;
  }

  hasWork(realm: TradingRealm, symbol: string): boolean {
    if (contractNamed(symbol)?.deliversAt == null) return false;
    const book = this.writers.peek(realm, contractKind, symbol)?.book;
    return book !== undefined && (hasPositionsOpen(book) || book.orders.size > 0);
  }

  async run(realm: TradingRealm, symbol: string, beat: number): Promise<boolean> {
    const deliversAt = contractNamed(symbol)?.deliversAt;
    if (deliversAt == null || instantOf(beat) < deliversAt) return true;
    return orLater(() => this.deliver(realm, symbol));
  }

  private async deliver(realm: TradingRealm, symbol: string): Promise<void> {
    await this.owners.cancelOrders(realm, symbol, 'delivery', ACTOR);
    await this.owners.eachPosition(realm, symbol, ACTOR, (context, data) => new DeliverContract(context, data));
  }

  /** What delivered while no server ran, or has to be tried again. */
  async deliverLate(): Promise<void> {
    try {
      for (const { realm, symbol } of await this.inUse.delivered(this.clock.now())) {
        if (this.stopping) return;
        await this.deliver(realm, symbol);
      }
    } catch (error) {
      if (this.stopping) return;
      if (isAway(error)) this.log.warn(`deliveries are tried again: ${String(error)}`);
      else this.log.error(error instanceof Error ? error.stack : String(error));
      this.retry = setTimeout(() => void (this.looking = this.deliverLate()), RETRY_MS);
      this.retry.unref();
    }
  }
}
