import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type {
  exportOptionsQuery,
  getOptionHistoryQuery,
  OptionChances,
  OptionDetail,
  OptionView,
} from '../../../contracts/option.contract.js';
import { OptionPrices } from '../../core/ports/option-prices.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { fieldsOf, type CsvColumns } from '../../edge/http/csv.js';
import { listFile } from '../../edge/work/file-writing.js';
import { pageOf } from '../../engine/projections/cursor.js';
import { ProjectionRunner } from '../../engine/projections/runner.js';
import { options, type OptionRow } from './option.projection.js';
import { instantOfBeat } from './option.state.js';
import { profitOf } from './option.views.js';

const NEWEST = Number.MAX_SAFE_INTEGER;

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

type Filters = z.output<typeof getOptionHistoryQuery>;

/** An owner's options: realm and owner come from the session and stand in every query. */
@Injectable()
export class OptionQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly prices: OptionPrices,
  ) {}

  isUpToDate(realm: string): Promise<boolean> {
    return this.projections.upToDate('options', realm);
  }

  async history({ realm, ownerId }: Reader, input: Filters) {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    return optionPage(this.pool, { realm, ownerId }, input);
  }

  /** One option with all that entry, settlement and payout follow from. */
  async detail({ realm, ownerId }: Reader, optionId: string): Promise<OptionDetail | Refusal> {
    if (!(await this.isUpToDate(realm))) return refuse('request.unavailable');
    const { rows } = await this.pool.query<OptionRow>(
      `SELECT ${options.selected} FROM options WHERE realm = $1 AND option_id = $2 AND owner_id = $3`,
      [realm, optionId, ownerId],
    );
    const row = rows[0];
    if (row === undefined) return refuse('option.not-found', { optionId });
    const { placedBeat, entryBeat, lastBeat, beats, symbol, instrumentVersion } = row;
    const { epoch, endsAt: revealedAt } = this.prices.epochAt(instantOfBeat(placedBeat));
    const counted = { symbol, instrumentVersion, entryBeat, lastBeat, beats };
    const onceEntered = (beat: number): number | null => (row.entrySteps === '' ? null : beat);
    return {
      option: viewOfRow(row),
      proof: {
        epoch,
        revealedAt,
        placedBeat,
        delayBeats: onceEntered(entryBeat - placedBeat),
        entryBeat: onceEntered(entryBeat),
        entrySteps: row.entrySteps || null,
        firstBeat: onceEntered(lastBeat - beats + 1),
        lastBeat: onceEntered(lastBeat),
        beats,
        sumSteps: row.sumSteps || null,
        prices: row.sumSteps === '' ? [] : [...this.prices.pricesOf(counted)],
        variance: row.variance,
        policy: 'option.rules',
        version: row.policyVersion,
        position: row.position,
        settledPosition: row.endPosition || null,
      },
    };
  }

  /** All of a person's options, for the export of personal data. */
  async export(userId: string): Promise<OptionView[]> {
    const { rows } = await this.pool.query<OptionRow>(
      `SELECT ${options.selected} FROM options WHERE realm = 'real' AND user_id = $1 ORDER BY position`,
      [userId],
    );
    return rows.map(viewOfRow);
  }

  async openCount(userId: string): Promise<number> {
    const { rows } = await this.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM options WHERE realm = 'real' AND user_id = $1 AND status IN ('pending', 'open')`,
      [userId],
    );
    return rows[0]?.n ?? 0;
  }
}

/** One page of an owner's options that are over, those that ended last first. */
function optionPage(pool: Pool, { realm, ownerId }: Reader, input: Filters) {
  const { symbol, direction, delivery, status, from, to } = input;
  const rows = ([endPosition]: readonly number[], count: number) =>
    pool.query<OptionRow>({
      name: 'option-history',
      text: `SELECT ${options.selected} FROM options
             WHERE realm = $1 AND owner_id = $2 AND end_position > 0 AND end_position < $3
               AND ($4::text IS NULL OR symbol = $4) AND ($5::text IS NULL OR direction = $5)
               AND ($6::text IS NULL OR delivery = $6) AND ($7::text IS NULL OR status = $7)
               AND bought_at BETWEEN $8::bigint AND $9::bigint ORDER BY end_position DESC LIMIT $10`,
      values: [
        ...[realm, ownerId, endPosition, symbol ?? null, direction ?? null, delivery ?? null, status ?? null],
        ...[from ?? 0, to ?? NEWEST, count],
      ],
    });
  return pageOf(input, ['endPosition'], rows, viewOfRow);
}

const COLUMNS: CsvColumns<OptionView> = {
  ...fieldsOf(
    'optionId',
    'boughtAt',
    'symbol',
    'direction',
    'delivery',
    'stake',
    'payoutRate',
    'entersAt',
    'entryPrice',
  ),
  ...fieldsOf('settlesAt', 'settlementPrice', 'status', 'returnReason', 'fee', 'returned', 'profit', 'settledAt'),
};

interface Job extends Reader {
  readonly filters: z.output<typeof exportOptionsQuery> & object;
}

export const OPTIONS_FILE = listFile<Job, OptionView>(
  import.meta.url,
  'OPTIONS_FILE',
  COLUMNS,
  ({ pool }, job, query) => optionPage(pool, job, query),
);

function viewOfRow(row: OptionRow): OptionView {
  const { optionId, symbol, direction, delivery, status, stake, payoutRate, wins, cost, boughtAt, returned } = row;
  const isEntered = row.entryPrice !== '';
  return {
    optionId,
    symbol,
    direction,
    delivery,
    status,
    stake,
    payoutRate,
    wins,
    chances: JSON.parse(row.chances) as OptionChances,
    fee: cost,
    boughtAt,
    entersAt: isEntered ? instantOfBeat(row.entryBeat) : null,
    entryPrice: row.entryPrice || null,
    settlesAt: isEntered ? row.settlesAt : null,
    settlementPrice: row.settlementPrice || null,
    settledAt: row.settledAt || null,
    returned,
    profit: returned === null ? null : profitOf(returned, stake),
    returnReason: row.returnReason || null,
  };
}
