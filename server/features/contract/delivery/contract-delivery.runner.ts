import {
  Inject,
  Injectable,
  Logger,
  type BeforeApplicationShutdown,
  type OnApplicationBootstrap,
  type OnModuleInit,
} from '@nestjs/common';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { contractNamed } from '../../../../shared/contract-symbol.js';
import { Clock } from '../../../core/clock.js';
import { BeatSteps, type BeatStep } from '../../../core/ports/beat-steps.js';
import { HeldUpBooks, type HeldUpBook } from '../../../core/ports/held-up-books.js';
import { isAway } from '../../../engine/history/away.js';
import { Writers } from '../../../engine/writer/writers.js';
import { instantOf } from '../../../market/book-market.js';
import { hasPositionsOpen } from '../../../trading/venue/book.state.js';
import { DeliverContract } from './contract-end.commands.js';
import { ContractOwners, orLater } from '../contract-owners.js';
import { contractKind } from '../contract.product.js';
import { ContractsInUse } from '../contracts-in-use.js';

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
  private readonly said = new Map<string, string>();
  /** What ended and could not be delivered. */
  private readonly late = new Map<string, HeldUpBook>();

  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'peek'>,
    private readonly owners: ContractOwners,
    @Inject(ContractsInUse) private readonly inUse: Pick<ContractsInUse, 'delivered'>,
    private readonly steps: BeatSteps,
    private readonly heldUp: HeldUpBooks,
    private readonly clock: Clock,
  ) {}

  /** Before the first beat. */
  onModuleInit(): void {
    this.steps.register('delivery', this);
    this.heldUp.register(() => [...this.late.values()]);
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
    const late = await this.tried('deliveries are not known', () => this.inUse.delivered(this.clock.now()));
    let isDone = late !== undefined;
    for (const { realm, symbol } of late ?? []) {
      if (this.stopping) return;
      const [name, since] = [`${realm} ${symbol}`, contractNamed(symbol)?.deliversAt ?? this.clock.now()];
      const deliver = () => this.deliver(realm, symbol).then(() => this.late.delete(name));
      // One that cannot settle holds up no other.
      if ((await this.tried(`${name} is not delivered`, deliver)) !== undefined) continue;
      this.late.set(name, { realm, symbol, since });
      isDone = false;
    }
    if (isDone || this.stopping) return;
    this.retry = setTimeout(() => void (this.looking = this.deliverLate()), RETRY_MS);
    this.retry.unref();
  }

  /** `undefined`: it failed, which is said once for each reason. */
  private async tried<Done>(failure: string, act: () => Promise<Done>): Promise<Done | undefined> {
    try {
      return await act();
    } catch (error) {
      const text = `${failure}: ${String(error)}`;
      if (this.said.get(failure) === text) return undefined;
      this.said.set(failure, text);
      if (isAway(error)) this.log.warn(text);
      else this.log.error(error instanceof Error ? `${failure}: ${error.stack}` : text);
      return undefined;
    }
  }
}
