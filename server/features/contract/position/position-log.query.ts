import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { getPositionEventsQuery } from '../../../../contracts/contract.contract.js';
import type { PositionEventsView } from '../../../../contracts/contract.position.contract.js';
import type { PositionSide } from '../../../../shared/margin.js';
import { format, type Amount } from '../../../../shared/money.js';
import { ContractFacts } from '../../../core/ports/contract-facts.js';
import { isRefusal, refuse, type Refusal } from '../../../core/refusal.js';
import { upcast } from '../../../engine/history/event-types.js';
import { pageOf } from '../../../engine/projections/cursor.js';
import type { RowOf } from '../../../engine/projections/read-table.js';
import { ProjectionRunner } from '../../../engine/projections/runner.js';
import { Writers } from '../../../engine/writer/writers.js';
import { instantOf } from '../../../market/book-market.js';
import { contractKind } from '../contract.product.js';
import { ContractTermsSource } from '../contract.terms.js';
import { fundingRuns } from '../funding/funding-run.projection.js';
import {
  positionLog,
  type ContractCharge,
  type Earlier,
  type LogSources,
  type PositionFact,
} from './position-log.rules.js';
import { positionKind } from './position.state.js';

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

type Named = z.output<typeof getPositionEventsQuery>;

interface Row {
  readonly position: number;
  readonly version: number;
  readonly type: string;
  readonly schema: number;
  readonly at: number;
  readonly data: string;
  readonly hash: string;
}

/** More fundings than the events of a page ever settle. */
const CHARGES_MAX = 1_000;

/** Reads what happened to a position from the history itself: realm and owner come from the session and stand in every query. */
@Injectable()
export class PositionLogQuery {
  constructor(
    private readonly pool: Pool,
    private readonly projections: ProjectionRunner,
    private readonly writers: Writers,
    private readonly facts: ContractFacts,
    private readonly terms: ContractTermsSource,
  ) {}

  /** One page, newest first. */
  async events(reader: Reader, named: Named): Promise<PositionEventsView | Refusal> {
    const { realm, ownerId } = reader;
    const { symbol, side, number } = named;
    for (const model of ['positions', 'funding-runs'])
      if (!(await this.projections.upToDate(model, realm))) return refuse('request.unavailable');
    const stream = `${positionKind.name}-${ownerId}`;
    const place = await this.placeOf(reader, stream, named);
    if (place === undefined) return refuse('contract.position-unknown', { symbol, side, number });
    const page = await pageOf(
      named,
      ['version'],
      ([before = 0], count) => this.pool.query<Row>(EVENTS, [...eventsOf(place), before, count]),
      factOf,
    );
    if (isRefusal(page)) return page;
    const opening = page.items.findIndex((fact) => isOpening(fact, number));
    const facts = (opening < 0 ? page.items : page.items.slice(0, opening + 1)).reverse();
    const [first, newest] = [facts[0], facts.at(-1)];
    const earlier = first === undefined || opening >= 0 ? NOTHING : await this.earlier(place, first);
    const charges = await this.charges(realm, symbol, { after: earlier.chargedAt, upTo: newest?.position ?? 0 });
    const { sizes } = await this.writers.read(realm, contractKind, symbol);
    if (sizes === null) throw new Error(`${symbol} has positions and no sizes`);
    return {
      realm,
      stream,
      symbol,
      side,
      number,
      lotSize: format(sizes.lot),
      tickSize: format(sizes.tick),
      items: positionLog(facts, earlier, this.sources(sizes.lot, charges)).reverse(),
      nextCursor: opening < 0 ? page.nextCursor : null,
    };
  }

  private async placeOf({ realm, ownerId }: Reader, stream: string, { symbol, side, number }: Named) {
    const values = [realm, ownerId, stream, symbol, side, number];
    const { rows } = await this.pool.query<Pick<Place, 'first' | 'ends'>>(PLACE, values);
    return rows[0] && { ...rows[0], realm, stream, symbol, side };
  }

  /** How the position stood before an event, and where it was last charged. */
  private async earlier(place: Place, { version }: PositionFact): Promise<Earlier> {
    const { rows } = await this.pool.query<Row>(EARLIER, [...eventsOf(place), version]);
    const [moved, charged] = rows.map(factOf);
    const holding = moved !== undefined && 'after' in moved.data ? moved.data.after : null;
    return { holding, chargedAt: charged?.position ?? 0 };
  }

  private async charges(
    realm: string,
    symbol: string,
    { after, upTo }: { readonly after: number; readonly upTo: number },
  ): Promise<ContractCharge[]> {
    const { rows } = await this.pool.query<RowOf<typeof fundingRuns>>(
      `SELECT ${fundingRuns.selected} FROM funding_runs
        WHERE realm = $1 AND symbol = $2 AND position > $3 AND position < $4 ORDER BY due_at DESC LIMIT $5`,
      [realm, symbol, after, upTo, CHARGES_MAX],
    );
    return rows.reverse().map(({ position, dueAt, premium, rate, markPrice, charge, index }) => {
      return { position, dueAt, premium, rate, markPrice, charge, index };
    });
  }

  private sources(lotSize: Amount, charges: readonly ContractCharge[]): LogSources {
    const { facts, terms } = this;
    return {
      lotSize,
      charges,
      epochAt: (at) => facts.epochAt(at),
      beatAt: instantOf,
      windowOf: (symbol) => facts.settlementWindow(symbol),
      judgedAt: (policy, at) => terms.judgedAt(policy, at),
    };
  }
}

const NOTHING: Earlier = { holding: null, chargedAt: 0 };

interface Place {
  readonly realm: string;
  readonly stream: string;
  readonly symbol: string;
  readonly side: PositionSide;
  /** The versions of the stream between which its events are. */
  readonly first: number;
  readonly ends: number;
}

const eventsOf = ({ realm, stream, first, ends, symbol, side }: Place) => [realm, stream, first, ends, symbol, side];

const isOpening = ({ type, data }: PositionFact, number: number): boolean =>
  type === 'PositionOpened' && data.after.number === number;

function factOf({ type, schema, data, ...place }: Row): PositionFact {
  const lifted = upcast(type, schema, JSON.parse(data)).data;
  return { ...place, type, data: lifted } as PositionFact;
}

/** Instants never fall along a stream, so the version that a position began at is found by halving. */
const PLACE = `
  WITH RECURSIVE asked AS (
    SELECT p.opened_at, CASE WHEN p.end_position = 0
        THEN (SELECT e.version FROM events e WHERE e.realm = $1 AND e.stream = $3 ORDER BY e.version DESC LIMIT 1)
        ELSE (SELECT e.version FROM events e WHERE e.realm = $1 AND e.position = p.end_position) END AS ends
      FROM positions p
     WHERE p.realm = $1 AND p.owner_id = $2 AND p.symbol = $4 AND p.side = $5 AND p.number = $6
  ), halving (low, high) AS (
    SELECT 1::bigint, ends::bigint FROM asked
    UNION ALL
    SELECT CASE WHEN e.at < a.opened_at THEN e.version + 1 ELSE h.low END,
           CASE WHEN e.at < a.opened_at THEN h.high ELSE e.version END
      FROM halving h CROSS JOIN asked a
      JOIN events e ON e.realm = $1 AND e.stream = $3 AND e.version = (h.low + h.high) / 2
     WHERE h.low < h.high
  )
  SELECT (SELECT max(low) FROM halving) AS first, ends FROM asked`;

const COLUMNS = `position, version, type, schema, at, data, encode(hash, 'hex') AS hash`;

/** Of one side; what its owner chose or heard of the contract is of both. */
const OF_POSITION = `realm = $1 AND stream = $2 AND version BETWEEN $3 AND $4
   AND strpos(data, '"symbol":' || to_json($5::text)::text) > 0
   AND (strpos(data, '"side":"' || $6 || '"') > 0 OR type IN ('PositionLeverageSet', 'PositionHaltNotified'))`;

const EVENTS = `SELECT ${COLUMNS} FROM events WHERE ${OF_POSITION} AND version < $7 ORDER BY version DESC LIMIT $8`;

const before = (types: readonly string[]): string =>
  `(SELECT ${COLUMNS} FROM events WHERE ${OF_POSITION} AND version < $7
      AND type IN (${types.map((type) => `'${type}'`).join(', ')}) ORDER BY version DESC LIMIT 1)`;

const CHARGED = ['PositionOpened', 'PositionFunded'];
const MOVED = [
  ...CHARGED,
  'PositionIncreased',
  'PositionReduced',
  'PositionDividend',
  'PositionSplit',
  'PositionMarginAdjusted',
];
const EARLIER = `${before(MOVED)} UNION ALL ${before(CHARGED)}`;
