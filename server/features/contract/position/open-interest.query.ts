import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type {
  openInterestQuery,
  StaffOpenInterestRow,
  StaffOpenInterestView,
} from '../../../../contracts/contract.staff.contract.js';
import { tradingRealm } from '../../../../contracts/realm.contract.js';
import { notionalOf } from '../../../../shared/margin.js';
import { format, fromSteps, ONE, over, roundTo, type Amount } from '../../../../shared/money.js';
import { Clock, type Instant } from '../../../core/clock.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { refuse, type Refusal } from '../../../core/refusal.js';
import { ProjectionRunner } from '../../../engine/projections/runner.js';
import { Writers } from '../../../engine/writer/writers.js';
import { traceOf, type BookState } from '../../../trading/venue/book.state.js';
import { contractKind } from '../contract.product.js';

type Narrowed = z.output<typeof openInterestQuery>;
type Held = Pick<StaffOpenInterestRow, 'realm' | 'symbol' | 'longCount' | 'shortCount' | 'margin'>;

/** A share of the cap is shown with so many decimals. */
const SHARE_DECIMALS = 4;

/** What users and the house have open in contracts, as staff see it. */
@Injectable()
export class OpenInterestQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly writers: Writers,
    private readonly facts: ContractFacts,
    private readonly clock: Clock,
  ) {}

  async view(narrowed: Narrowed): Promise<StaffOpenInterestView | Refusal> {
    const held = await this.held(narrowed);
    if ('refusal' in held) return held;
    const at = this.clock.now();
    const rows: StaffOpenInterestRow[] = [];
    for (const each of held) rows.push(await this.rowOf(each, at));
    return { at, rows };
  }

  /** Contracts in which users have a position, and what they put up for all of them; the one with the most first. */
  async held({ realm, symbol }: Narrowed): Promise<readonly Held[] | Refusal> {
    for (const each of tradingRealm.options)
      if (!(await this.projections.upToDate('positions', each))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<Held>({
      name: 'open-interest',
      text: `SELECT realm, symbol, (count(*) FILTER (WHERE side = 'long'))::int AS "longCount",
          (count(*) FILTER (WHERE side = 'short'))::int AS "shortCount", trim_scale(sum(margin))::text AS margin
        FROM positions WHERE lots > 0 AND ($1::text IS NULL OR realm = $1) AND ($2::text IS NULL OR symbol = $2)
        GROUP BY realm, symbol ORDER BY sum(positions.margin) DESC, realm, symbol`,
      values: [realm ?? null, symbol ?? null],
    });
    return rows;
  }

  /** `null` before its market has opened. */
  async markOf(realm: string, symbol: string, at: Instant): Promise<Amount | null> {
    const state = await this.writers.read(realm, contractKind, symbol);
    return this.facts.prices(realm, symbol, at, traceOf(state))?.mark ?? null;
  }

  private async rowOf(held: Held, at: Instant): Promise<StaffOpenInterestRow> {
    const state = await this.writers.read(held.realm, contractKind, held.symbol);
    const { sizes, book } = state;
    if (sizes === null || book.positions === null) throw new Error(`${held.symbol} has positions and no book`);
    const { long, short } = book.positions.open;
    const mark = await this.markOf(held.realm, held.symbol, at);
    const quantity = (lots: number): Amount => fromSteps(lots, sizes.lot);
    const notional = (lots: number): string | null => (mark === null ? null : format(notionalOf(mark, quantity(lots))));
    return {
      ...held,
      markPrice: mark === null ? null : format(mark),
      longQuantity: format(quantity(long)),
      shortQuantity: format(quantity(short)),
      houseQuantity: format(quantity(short - long)),
      longNotional: notional(long),
      shortNotional: notional(short),
      houseNotional: notional(short - long),
      ...this.capOf(held.symbol, state, sizes.lot, at),
    };
  }

  private capOf(symbol: string, { book }: BookState, lot: Amount, at: Instant) {
    const cap = this.facts.openInterestCap(symbol, at);
    if (cap === null) return { capQuantity: null, capUsed: null };
    const open = book.positions?.open ?? { long: 0, short: 0 };
    const fullest = Math.max(open.long + book.opening.long, open.short + book.opening.short);
    const used = cap === 0 ? ONE : over(fromSteps(fullest, ONE), fromSteps(cap, ONE), 'up');
    return { capQuantity: format(fromSteps(cap, lot)), capUsed: format(roundTo(used, SHARE_DECIMALS, 'up')) };
  }
}
