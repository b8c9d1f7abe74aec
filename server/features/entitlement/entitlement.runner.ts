import { Injectable, Logger } from '@nestjs/common';
import { Pool } from 'pg';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { amount, format, ZERO, type Amount } from '../../../shared/money.js';
import { Clock } from '../../core/clock.js';
import { Commands, type CommandContext, type HouseCommand } from '../../core/command.js';
import { BookOrders } from '../../core/ports/book-orders.js';
import { ContractActions, type ContractAction, type ContractOwner } from '../../core/ports/contract-actions.js';
import { PriceLevels } from '../../core/ports/price-levels.js';
import { isRefusal, Refused } from '../../core/refusal.js';
import { isAway } from '../../engine/history/away.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { Writers } from '../../engine/writer/writers.js';
import { BookMarket } from '../../market/book-market.js';
import { SettleCorporateAction } from '../../market/corporate-action/corporate-action.commands.js';
import {
  corporateActions,
  type CorporateActionRow,
} from '../../market/corporate-action/corporate-action.projection.js';
import { CashOutHolding, NotifyHolder, PayDividend, SplitBook, SplitHolding } from './entitlement.commands.js';
import type { Notice } from './entitlement.events.js';

const REALMS: readonly TradingRealm[] = ['demo', 'real'];
const RETRY_MS = 5_000;
/** Commands that are on their way together; the writer takes them as one batch. */
const TOGETHER = 25;

/** How owners hear that their orders went. */
const CANCELLED: Readonly<Record<CorporateActionRow['kind'], Notice>> = {
  dividend: 'orders-cancelled',
  split: 'orders-cancelled-split',
  delisting: 'orders-cancelled-delisting',
  earnings: 'orders-cancelled',
};

interface Holder {
  readonly userId: string;
  readonly ownerId: string;
}

/**
 * Tells holders of corporate actions, and pays them. What is open stands in the history, and every command does its work once an
 * owner: after a crash at any point all of it is sent again.
 */
@Injectable()
export class EntitlementRunner {
  private readonly log = new Logger('Entitlements');
  private unsubscribe: (() => void) | undefined;
  private retry: NodeJS.Timeout | undefined;
  private working: Promise<void> = Promise.resolve();
  private stopping = false;
  /** What every holder was notified of since the start: announcements stay open for days, and each event of an action looks again. */
  private readonly notified = new Set<string>();

  constructor(
    private readonly pool: Pool,
    private readonly writers: Writers,
    private readonly commands: Commands,
    private readonly books: BookOrders,
    private readonly contracts: ContractActions,
    private readonly levels: PriceLevels,
    private readonly market: BookMarket,
    private readonly projections: ProjectionRunner,
    private readonly clock: Clock,
  ) {}

  start(): void {
    this.unsubscribe = this.writers.store.subscribe((realm, events) => {
      if (realm === 'house' && events.some(({ stream }) => stream.startsWith('action-'))) void this.look();
    });
    void this.look();
  }

  async stop(): Promise<void> {
    this.stopping = true;
    this.unsubscribe?.();
    clearTimeout(this.retry);
    await this.working;
  }

  /** Does what is open; answers when it is durable, or will be tried again. */
  look(): Promise<void> {
    this.working = this.working.then(() => this.doAll());
    return this.working;
  }

  private async doAll(): Promise<void> {
    if (this.stopping) return;
    try {
      // An action that has to wait keeps no other one from its holders.
      await eachThough(await this.open(), async (action) => {
        if (this.stopping) return;
        if (action.status === 'effective') await this.settle(action);
        else await this.notifyAll(action, noticeOf(action));
      });
    } catch (error) {
      this.tryAgain(error);
    }
  }

  private tryAgain(error: unknown): void {
    if (this.stopping) return;
    const text = error instanceof Error ? error.stack : String(error);
    if (isAway(error) || error instanceof Refused) this.log.warn(`corporate actions are tried again: ${String(error)}`);
    else this.log.error(`corporate actions: ${text}`);
    clearTimeout(this.retry);
    this.retry = setTimeout(() => void this.look(), RETRY_MS);
    this.retry.unref();
  }

  /** What has to be paid, and what holders may not have been notified of yet. */
  private async open(): Promise<CorporateActionRow[]> {
    if (!(await this.projections.upToDate('corporate-actions', 'house'))) {
      throw new Error('the read model of corporate actions is behind');
    }
    const { rows } = await this.pool.query<CorporateActionRow>(
      `SELECT ${corporateActions.selected} FROM corporate_actions
        WHERE status = 'effective' OR (status IN ('announced', 'withdrawn') AND announced_at > 0 AND due_at > $1)
        ORDER BY position`,
      [this.clock.now()],
    );
    return rows;
  }

  private async settle(action: CorporateActionRow): Promise<void> {
    const { symbol, actionId } = action;
    let [holders, paid]: [number, Amount] = [0, ZERO];
    await eachThough(REALMS, async (realm) => {
      for (const got of await this.carryOut(realm, action)) {
        holders += 1;
        paid += got;
      }
    });
    await this.send(
      new SettleCorporateAction(this.context('house'), { symbol, actionId, holders, paid: format(paid) }),
    );
  }

  /** Contracts on the share and holders of it; neither waits for the other. */
  private async carryOut(realm: TradingRealm, action: CorporateActionRow): Promise<Amount[]> {
    const parts = [() => this.carryOutOnContracts(realm, action), () => this.carryOutOnHoldings(realm, action)];
    return (await eachThough(parts, (part) => part())).flat();
  }

  private carryOutOnHoldings(realm: TradingRealm, action: CorporateActionRow): Promise<Amount[]> {
    if (action.kind === 'split') return this.split(realm, action);
    return action.kind === 'delisting' ? this.cashOut(realm, action) : this.pay(realm, action);
  }

  /** Positions pay and get among themselves, so nothing is paid to holders here. */
  private async carryOutOnContracts(realm: TradingRealm, action: CorporateActionRow): Promise<Amount[]> {
    const owners = await this.contracts.carryOut(realm, this.contractAction(action));
    await this.notifyOwners(realm, action, owners);
    return [];
  }

  /** What became of their orders. */
  private async notifyOwners(
    realm: TradingRealm,
    action: CorporateActionRow,
    owners: readonly ContractOwner[],
  ): Promise<void> {
    await this.eachOf(owners, async (owner) => {
      if (owner.adjusted > 0) await this.notify(realm, action, owner, 'orders-adjusted');
      if (owner.cancelled > 0) await this.notify(realm, action, owner, CANCELLED[action.kind]);
    });
  }

  private contractAction(action: CorporateActionRow): ContractAction {
    const { symbol, actionId, kind, perShare, openPrice: price } = action;
    if (kind === 'delisting') return { symbol, actionId, kind, price };
    if (kind !== 'split') return { symbol, actionId, kind: 'dividend', perShare };
    const { newShares, oldShares, version } = this.splitTerms(action);
    return { symbol, actionId, kind, newShares, oldShares, price, version };
  }

  /** What every holder of a delisted instrument got. */
  private async cashOut(realm: TradingRealm, action: CorporateActionRow): Promise<Amount[]> {
    const { symbol, actionId, base, quote, openPrice: price } = action;
    const cancelled = await this.books.cancelAll(realm, symbol, actionId, 'delisted');
    await this.eachOf(cancelled, (holder) => this.notify(realm, action, holder, 'orders-cancelled-delisting'));
    // Nobody holds any after it, and a crash may have come between: so all who ever held are asked.
    const answers = await this.eachOf(await this.holdersOf(realm, base, 'ever'), (holder) =>
      this.send(new CashOutHolding(this.context(realm), { ...holder, actionId, symbol, base, quote, price })),
    );
    return answers.filter(({ held }) => held).map((answer) => amount(answer.amount));
  }

  /** What every holder of a dividend got. */
  private async pay(realm: TradingRealm, action: CorporateActionRow): Promise<Amount[]> {
    const { symbol, actionId, base, quote, perShare } = action;
    const cancelled = await this.books.cancelAll(realm, symbol, actionId, 'corporate-action');
    await this.eachOf(cancelled, (holder) => this.notify(realm, action, holder, 'orders-cancelled'));
    const answers = await this.eachOf(await this.holdersOf(realm, base), (holder) =>
      this.send(new PayDividend(this.context(realm), { ...holder, actionId, symbol, base, quote, perShare })),
    );
    return answers.map((answer) => amount(answer.amount)).filter((got) => got > ZERO);
  }

  /** What every holder of a split got for fractions. Those with open orders come first, all together. */
  private async split(realm: TradingRealm, action: CorporateActionRow): Promise<Amount[]> {
    const { tickSize, ...terms } = this.splitTerms(action);
    const { actionId, base } = terms;
    const requestToken = { key: `split:${actionId}:${realm}` };
    const { owners } = await this.send(new SplitBook({ ...this.context(realm), requestToken }, terms));
    await this.notifyOwners(
      realm,
      action,
      owners.map((owner) => ({ ...owner, ...holderOf(owner) })),
    );
    const { effectiveAt } = action;
    await this.levels.split(realm, { ...terms, tickSize, effectiveAt });
    // Whoever had a fraction only has nothing now, and has been counted before a crash: so all who ever held are asked.
    const answers = await this.eachOf(await this.holdersOf(realm, base, 'ever'), (holder) =>
      this.send(new SplitHolding(this.context(realm), { ...holder, ...terms })),
    );
    return answers.filter(({ held }) => held).map((answer) => amount(answer.amount));
  }

  private splitTerms(action: CorporateActionRow) {
    const { symbol, actionId, base, quote, newShares, oldShares, openPrice } = action;
    const terms = this.market.terms(symbol);
    if (isRefusal(terms)) throw new Refused(`the split of ${symbol}`, terms);
    const { lotSize, tickSize, version } = terms.spec;
    return { symbol, actionId, base, quote, newShares, oldShares, openPrice, lotSize, tickSize, version };
  }

  private async notifyAll(action: CorporateActionRow, notice: Notice): Promise<void> {
    const key = `${action.actionId}/${notice}`;
    if (this.notified.has(key)) return;
    for (const realm of REALMS)
      await this.eachOf(await this.holdersOf(realm, action.base), (holder) =>
        this.notify(realm, action, holder, notice),
      );
    this.notified.add(key);
  }

  private notify(realm: TradingRealm, action: CorporateActionRow, holder: Holder, notice: Notice): Promise<null> {
    const { actionId, symbol, base, dueAt, perShare, newShares, oldShares } = action;
    const ratio = { newShares: newShares || null, oldShares: oldShares || null };
    const terms = { actionId, symbol, base, dueAt, perShare: perShare || null, ...ratio };
    return this.send(new NotifyHolder(this.context(realm), { ...holder, ...terms, notice }));
  }

  /** Everybody who has any of the asset, or ever had, on hold included. Balances are part of the append itself, so never behind. */
  private async holdersOf(realm: TradingRealm, asset: string, since: 'now' | 'ever' = 'now'): Promise<Holder[]> {
    const least = since === 'now' ? 'AND amount > 0' : '';
    const { rows } = await this.pool.query<{ ownerId: string }>({
      name: `entitlement-holders-${since}`,
      text: `SELECT DISTINCT split_part(account, '/', 2) AS "ownerId" FROM ledger_balances
        WHERE realm = $1 AND asset = $2 AND account LIKE 'user/%' ${least} ORDER BY 1`,
      values: [realm, asset],
    });
    return rows.map(holderOf);
  }

  private async eachOf<Of extends Holder, Answer>(
    holders: readonly Of[],
    act: (holder: Of) => Promise<Answer>,
  ): Promise<Answer[]> {
    const batches: Of[][] = [];
    for (let from = 0; from < holders.length; from += TOGETHER) batches.push(holders.slice(from, from + TOGETHER));
    const answers = await eachThough(batches, async (batch) => settledOf(await Promise.allSettled(batch.map(act))));
    return answers.flat();
  }

  private async send<Answer>(command: HouseCommand<unknown, Answer>): Promise<Answer> {
    const result = await this.commands.execute(command);
    if (!result.ok) throw new Refused(command.type, result.refusal);
    return result.answer;
  }

  private context(realm: string): CommandContext {
    return { realm, at: this.clock.now(), actor: 'system:corporate-actions' };
  }
}

/** One after the other, though some fail; then the first failure is thrown. */
async function eachThough<Of, Answer>(all: readonly Of[], act: (one: Of) => Promise<Answer>): Promise<Answer[]> {
  const results: PromiseSettledResult<Answer>[] = [];
  for (const one of all) results.push(...(await Promise.allSettled([act(one)])));
  return settledOf(results);
}

function settledOf<Answer>(results: readonly PromiseSettledResult<Answer>[]): Answer[] {
  return results.map((result) => {
    if (result.status === 'rejected') throw result.reason;
    return result.value;
  });
}

const holderOf = ({ ownerId }: { readonly ownerId: string }): Holder => ({
  ownerId,
  userId: ownerId.slice(0, ownerId.lastIndexOf('.')),
});

function noticeOf({ kind, session, status }: CorporateActionRow): Notice {
  if (status === 'withdrawn') return `withdrawn-${kind}`;
  if (kind !== 'earnings') return `announced-${kind}`;
  return session === 'after-close' ? 'announced-earnings-after-close' : 'announced-earnings-before-open';
}
