import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { ACCOUNT_SPACES } from '../../../../contracts/asset.contract.js';
import type { OwnedView } from '../../../../contracts/owned.contract.js';
import { amount, ZERO, type Amount } from '../../../../shared/money.js';
import { Clock } from '../../../core/clock.js';
import type { OwnedReader, StreamHold } from '../../../core/owned.js';
import type { NetAssets } from '../../../core/ports/net-assets.js';
import { OpenDebts } from '../../../core/ports/open-debts.js';
import { OwnedParts } from '../../../core/ports/owned-parts.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import { userAccount, type Bucket } from '../../../engine/ledger/chart.js';
import { ProjectionRunner } from '../../../engine/projections/runner.js';
import { Writers } from '../../../engine/writer/writers.js';
import { Valuation } from '../valuation.js';
import { unnamedOf, type Balance } from './owned.sums.js';
import { ownedViewOf, type OwnedFacts } from './owned.view.js';

/** Products change while they are read: looks until they name all that is on hold, and the wait between two. */
const LOOKS_MAX = 5;
const LOOK_AGAIN_MS = 20;

interface Owner {
  readonly realm: string;
  readonly userId: string;
  readonly ownerId: string;
}

interface Held {
  readonly position: number;
  readonly balances: readonly Omit<Balance, 'price'>[];
  readonly holds: ReadonlyMap<string, readonly StreamHold[]>;
}

/** What an owner has over all products, less what is owed. The ledger says how much; products say what it is and when it comes. */
@Injectable()
export class OwnedQuery implements NetAssets {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly writers: Writers,
    private readonly parts: OwnedParts,
    private readonly debts: OpenDebts,
    private readonly valuation: Valuation,
    private readonly clock: Clock,
  ) {}

  async owned(owner: Owner): Promise<OwnedView | Refusal> {
    for (let looks = 1; ; looks += 1) {
      if (!(await this.projections.upToDate('balances', owner.realm))) return refuse('request.unavailable');
      const facts = await this.read(owner);
      if (isRefusal(facts)) return facts;
      if (looks === LOOKS_MAX || unnamedOf(facts.balances, facts.items).size === 0) return ownedViewOf(facts);
      await pause(LOOK_AGAIN_MS);
    }
  }

  private async read(owner: Owner): Promise<OwnedFacts | Refusal> {
    const at = this.clock.now();
    const { position, balances, holds } = await this.held(owner);
    const reader: OwnedReader = {
      ...owner,
      at,
      total: (asset) => totalOf(balances, asset),
      holds: ({ name }) => holds.get(name) ?? [],
      state: (kind, id) => this.writers.read(owner.realm, kind, id),
    };
    const items: OwnedFacts['items'][number][] = [];
    const income: OwnedFacts['income'][number][] = [];
    const unread: string[] = [];
    for (const { name: product, ...part } of this.parts.all) {
      const found = await part.read(reader);
      if (isRefusal(found)) return found;
      items.push(...(found.items ?? []).map((item) => ({ ...item, product })));
      if (found.income === null) unread.push(product);
      else income.push(...(found.income ?? []).map((one) => ({ ...one, product })));
    }
    return {
      at,
      position,
      balances: balances.map((balance) => ({ ...balance, price: this.valuation.priceUsdt(balance.asset, at) })),
      items,
      income,
      unread,
      debts: await this.writers.look(owner.realm, { streams: this.debts.streams(owner) }, (view) =>
        this.debts.each(owner, view, at),
      ),
    };
  }

  /** Balances and what holds them, of one instant. */
  private async held({ realm, ownerId }: Owner): Promise<Held> {
    const { rows } = await this.pool.query<{ position: number; balances: BalanceRow[]; holds: HoldRow[] }>({
      name: 'owned',
      text: HELD,
      values: [realm, accountsOf(ownerId), ownerId],
    });
    const balances = new Map<string, { space: string; asset: string; available: bigint; frozen: bigint }>();
    for (const { account, asset, amount: text } of rows[0]?.balances ?? []) {
      const [, , space, bucket] = account.split('/') as [string, string, string, Bucket];
      const row = balances.get(`${space} ${asset}`) ?? { space, asset, available: ZERO, frozen: ZERO };
      balances.set(`${space} ${asset}`, { ...row, [bucket]: amount(text) });
    }
    const holds = new Map<string, StreamHold[]>();
    for (const { stream, amount: text, ...of } of rows[0]?.holds ?? []) {
      const dash = stream.indexOf('-');
      const kind = stream.slice(0, dash);
      const own = holds.get(kind) ?? [];
      holds.set(kind, own);
      own.push({ ...of, id: stream.slice(dash + 1), amount: amount(text) });
    }
    return { position: rows[0]?.position ?? 0, balances: [...balances.values()], holds };
  }
}

const totalOf = (balances: Held['balances'], asset: string): Amount =>
  balances.reduce((sum, row) => (row.asset === asset ? sum + row.available + row.frozen : sum), ZERO);

interface BalanceRow {
  account: string;
  asset: string;
  amount: string;
}
interface HoldRow {
  space: string;
  asset: string;
  stream: string;
  amount: string;
}

const HELD = `
  SELECT h.position,
    (SELECT coalesce(json_agg(json_build_object('account', b.account, 'asset', b.asset, 'amount', trim_scale(b.amount)::text)
              ORDER BY b.account, b.asset), '[]')
       FROM ledger_balances b WHERE b.realm = $1 AND b.account = ANY ($2)) AS balances,
    (SELECT coalesce(json_agg(json_build_object('space', a.space, 'asset', a.asset, 'stream', a.stream,
              'amount', trim_scale(a.amount)::text) ORDER BY a.since, a.stream), '[]')
       FROM account_holds a WHERE a.realm = $1 AND a.owner_id = $3 AND a.amount <> 0) AS holds
    FROM realm_heads h WHERE h.realm = $1`;

const accountsOf = (ownerId: string): string[] =>
  ACCOUNT_SPACES.flatMap((space) => [userAccount(ownerId, space, 'available'), userAccount(ownerId, space, 'frozen')]);
