import { Inject, Injectable, Logger, type OnModuleInit } from '@nestjs/common';
import type { TradingRealm } from '../../../../contracts/realm.contract.js';
import { symbolKind } from '../../../../shared/contract-symbol.js';
import { BeatSteps, type BeatStep } from '../../../core/ports/beat-steps.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { isAway } from '../../../engine/history/away.js';
import { Writers } from '../../../engine/writer/writers.js';
import { instantOf } from '../../../market/book-market.js';
import { hasPositionsOpen } from '../../../trading/venue/book.state.js';
import { ContractOwners, orLater, type OwnersCommand } from '../contract-owners.js';
import { contractKind } from '../contract.product.js';
import { ChargeFunding, PostFunding } from './funding.commands.js';
import { dueFundings } from './funding.handler.js';
import { fundingKind } from './funding.state.js';

const MINUTE_MS = 60_000;
const RETRY_MS = 5_000;
const ACTOR = 'system:funding';

interface Unsettled {
  readonly realm: TradingRealm;
  readonly symbol: string;
  readonly dueAt: number;
}

/**
 * Charges fundings at the beat at which they are due, and settles them for all positions while the market goes on: from the charge on
 * each position owes. What is not settled stands in the history, so after a restart the rest is done.
 */
@Injectable()
export class ContractFundingRunner implements BeatStep, OnModuleInit {
  /** The last minute in which each contract was looked at: fundings are due at the end of a minute. */
  private readonly looked = new Map<string, number>();
  /** Contracts whose settlement waits or is in progress. */
  private readonly settling = new Map<string, Promise<void>>();
  /** By realm. At 00:00 UTC thousands of contracts are due: their settlements follow one another, or orders would wait for all. */
  private readonly newest = new Map<TradingRealm, Promise<void>>();
  /** When a settlement that failed is tried again. */
  private readonly retryAt = new Map<string, number>();
  private readonly log = new Logger('Fundings');

  constructor(
    @Inject(Writers) private readonly writers: Pick<Writers, 'peek'>,
    private readonly owners: ContractOwners,
    private readonly facts: ContractFacts,
    private readonly steps: BeatSteps,
  ) {}

  onModuleInit(): void {
    this.steps.register('funding', this);
  }

  hasWork(realm: TradingRealm, symbol: string): boolean {
    if (symbolKind(symbol) !== 'perpetual') return false;
    const state = this.writers.peek(realm, contractKind, symbol);
    return state !== undefined && hasPositionsOpen(state.book);
  }

  async run(realm: TradingRealm, symbol: string, beat: number): Promise<boolean> {
    const toMs = instantOf(beat);
    const [key, minute] = [keyOf(realm, symbol), Math.floor(toMs / MINUTE_MS)];
    const isRetry = toMs >= (this.retryAt.get(key) ?? Infinity);
    if (this.looked.get(key) === minute && !isRetry) return true;
    if (isRetry) this.retryAt.delete(key);
    if (!this.isSettled(realm, symbol, toMs) && !(await this.charge(realm, symbol, toMs))) return false;
    this.looked.set(key, minute);
    return true;
  }

  /** Waits for settlements in progress. */
  async settled(): Promise<void> {
    await Promise.all(this.settling.values());
  }

  /** Whether it is known without a command that nothing is due, and that what was charged is settled or will be. */
  private isSettled(realm: TradingRealm, symbol: string, toMs: number): boolean {
    const [book, funding] = [
      this.writers.peek(realm, contractKind, symbol),
      this.writers.peek(realm, fundingKind, symbol),
    ];
    if (book === undefined || funding === undefined) return false;
    if (funding.dueAt !== funding.postedAt && !this.settling.has(keyOf(realm, symbol))) return false;
    return dueFundings(this.facts, { realm, book, funding }, symbol, toMs).length === 0;
  }

  private charge(realm: TradingRealm, symbol: string, toMs: number): Promise<boolean> {
    return orLater(async () => {
      const charge = new ChargeFunding(this.owners.context(realm, ACTOR), { symbol, toMs });
      const { unpostedDueAt } = await this.owners.send(charge);
      const key = keyOf(realm, symbol);
      if (unpostedDueAt === null || this.settling.has(key)) return;
      const settle = async (): Promise<void> => {
        const isDone = await this.settle({ realm, symbol, dueAt: unpostedDueAt });
        if (!isDone) this.retryAt.set(key, this.owners.context(realm, ACTOR).at + RETRY_MS);
        this.settling.delete(key);
      };
      const settling = (this.newest.get(realm) ?? Promise.resolve()).then(settle);
      this.newest.set(realm, settling);
      this.settling.set(key, settling);
    });
  }

  private async settle({ realm, symbol, dueAt }: Unsettled): Promise<boolean> {
    const post: OwnersCommand = (context, { ownerIds, isLast }) =>
      new PostFunding(context, { symbol, ownerIds, postedDueAt: isLast ? dueAt : null });
    try {
      await this.owners.eachPosition(realm, symbol, ACTOR, post);
      return true;
    } catch (error) {
      const why = isAway(error) || !(error instanceof Error) ? String(error) : error.stack;
      this.log.error(`${realm} ${symbol} could not settle its funding: ${why}`);
      return false;
    }
  }
}

const keyOf = (realm: TradingRealm, symbol: string): string => `${realm} ${symbol}`;
