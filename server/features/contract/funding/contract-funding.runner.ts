import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { symbolKind } from '../../../../shared/contract-symbol.js';
import { BeatSteps, type BeatStep } from '../../../core/ports/beat-steps.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { HeldUpBooks, type HeldUpBook } from '../../../core/ports/held-up-books.js';
import { Writers } from '../../../engine/writer/writers.js';
import { instantOf } from '../../../market/book-market.js';
import { hasPositionsOpen } from '../../../trading/venue/book.state.js';
import { ContractOwners, orLater, type OwnersCommand } from '../contract-owners.js';
import { contractKind } from '../contract.product.js';
import { ChargeFunding, PostFunding } from './funding.commands.js';
import { dueFundings } from './funding.handler.js';
import { fundingKind } from './funding.state.js';

const MINUTE_MS = 60_000;
const ACTOR = 'system:funding';

/**
 * Charges fundings at the beat at which they are due, and settles them for all positions while the market goes on: from the charge on
 * each position owes. What is not settled stands in the history, so after a restart the rest is done.
 */
@Injectable()
export class ContractFundingRunner implements BeatStep, OnModuleInit {
  /** The last minute in which each contract was looked at: fundings are due at the end of a minute. */
  private readonly looked = new Map<string, number>();
  /** Contracts whose positions are just settling a funding. */
  private readonly settling = new Map<string, Promise<void>>();
  /** Those that could not settle one so far. */
  private readonly late = new Map<string, HeldUpBook>();
  private readonly log = new Logger('Fundings');

  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'peek'>,
    private readonly owners: ContractOwners,
    private readonly facts: ContractFacts,
    private readonly steps: BeatSteps,
    private readonly heldUp: HeldUpBooks,
  ) {}

  onModuleInit(): void {
    this.steps.register('funding', this);
    this.heldUp.register(() => [...this.late.values()]);
  }

  hasWork(realm: TradingRealm, symbol: string): boolean {
    if (symbolKind(symbol) !== 'perpetual') return false;
    const state = this.writers.peek(realm, contractKind, symbol);
    return state !== undefined && hasPositionsOpen(state.book);
  }

  async run(realm: TradingRealm, symbol: string, beat: number): Promise<boolean> {
    const toMs = instantOf(beat);
    const [key, minute] = [`${realm} ${symbol}`, Math.floor(toMs / MINUTE_MS)];
    if (this.looked.get(key) === minute) return true;
    if (!this.isSettled(realm, symbol, toMs) && !(await this.charge(realm, symbol, toMs))) return false;
    this.looked.set(key, minute);
    return true;
  }

  /** Once nothing is on its way. What failed is tried again in the next minute. */
  async settled(): Promise<void> {
    await Promise.all(this.settling.values());
  }

  /** Whether it is known without a command that nothing is due. */
  private isSettled(realm: TradingRealm, symbol: string, toMs: number): boolean {
    const [book, funding] = [
      this.writers.peek(realm, contractKind, symbol),
      this.writers.peek(realm, fundingKind, symbol),
    ];
    if (book === undefined || funding === undefined || funding.dueAt !== funding.postedAt) return false;
    return dueFundings(this.facts, { realm, book, funding }, symbol, toMs).length === 0;
  }

  private charge(realm: TradingRealm, symbol: string, toMs: number): Promise<boolean> {
    return orLater(async () => {
      const charge = new ChargeFunding(this.owners.context(realm, ACTOR), { symbol, toMs });
      const { unpostedAt } = await this.owners.send(charge);
      const key = `${realm} ${symbol}`;
      if (unpostedAt === null || this.settling.has(key)) return;
      const settling = this.settle(realm, symbol, unpostedAt).finally(() => this.settling.delete(key));
      this.settling.set(key, settling);
    });
  }

  private async settle(realm: TradingRealm, symbol: string, dueAt: number): Promise<void> {
    const post: OwnersCommand = (context, { ownerIds, isLast }) =>
      new PostFunding(context, { symbol, ownerIds, postedTo: isLast ? dueAt : null });
    const key = `${realm} ${symbol}`;
    const since = this.late.get(key)?.since ?? this.owners.context(realm, ACTOR).at;
    try {
      if (await orLater(() => this.owners.eachPosition(realm, symbol, ACTOR, post))) this.late.delete(key);
      else this.late.set(key, { realm, symbol, since });
    } catch (error) {
      this.late.set(key, { realm, symbol, since });
      this.log.error(`${realm} ${symbol}: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
}
