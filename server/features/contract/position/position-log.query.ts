import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type { getPositionEventsQuery } from '../../../../contracts/contract.contract.js';
import type { PositionEventsView } from '../../../../contracts/contract.position.contract.js';
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
import type { HoldingFacts } from './position.events.js';
import { positionLog, type ContractCharge, type LogSources, type PositionFact } from './position-log.rules.js';
import { positionKind } from './position.state.js';

interface Reader {
  readonly realm: string;
  readonly ownerId: string;
}

type Named = z.output<typeof getPositionEventsQuery>;

interface Row {
  readonly position: number;
  readonly version: number;
  /** The same: a page that ends with it has looked no further. */
  readonly lookedTo: number;
  readonly type: string;
  readonly schema: number;
  readonly at: number;
  readonly data: string;
  readonly hash: string;
}

/** So many events of the owner's stream a page looks through at most, and as many for how its oldest event found the position. */
export const LOOKED_THROUGH_MAX = 10_000;

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
    const part = await this.partOf(place, named);
    if (isRefusal(part)) return part;
    const { facts, earlier, nextCursor } = part;
    const charges = await this.charges(realm, symbol, facts, earlier);
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
      nextCursor,
    };
  }

  private async placeOf({ realm, ownerId }: Reader, stream: string, { symbol, side, number }: Named) {
    const values = [realm, ownerId, stream, symbol, side, number];
    const { rows } = await this.pool.query<Pick<Place, 'first' | 'ends'>>(PLACE, values);
    return rows[0] && { ...rows[0], of: [realm, stream, symbol, side] };
  }

  /**
   * A page of events, and how the position stood before the oldest. A cursor is a version, and down to which one that has been looked for
   * already; so a page may have no event and yet come nearer to the next.
   */
  private async partOf(place: Place, named: Named): Promise<Part | Refusal> {
    const top = { version: 0, floor: 0, lookedTo: 0 };
    const page = await pageOf(
      named,
      ['version', 'lookedTo'],
      ([before = 0, lookedTo = 0], count) => {
        const version = Math.min(before, place.ends + 1);
        Object.assign(top, { version, floor: floorOf(place, version), lookedTo: lookedTo || version });
        return this.pool.query<Row>(EVENTS, [...place.of, top.floor, version, count]);
      },
      factOf,
    );
    if (isRefusal(page)) return page;
    const { items } = page;
    const opening = items.findIndex((fact) => isOpening(fact, named.number));
    if (opening >= 0) return { facts: items.slice(0, opening + 1).reverse(), earlier: null, nextCursor: null };
    const further = top.floor > place.first ? cursorOf(top.floor) : null;
    const oldest = items.at(-1);
    if (oldest === undefined) return { facts: [], earlier: null, nextCursor: further };
    const from = Math.min(oldest.version, top.lookedTo);
    const to = floorOf(place, from);
    const { rows } = await this.pool.query<Row>(MOVED, [...place.of, to, from]);
    const [earlier = null] = rows.map(factOf).map(afterOf);
    if (earlier !== null || to === place.first)
      return { facts: items.reverse(), earlier, nextCursor: page.nextCursor ?? further };
    return knownOf(items, top.version, to);
  }

  /** Fundings of the contract that these events may settle, oldest first. */
  private async charges(
    realm: string,
    symbol: string,
    facts: readonly PositionFact[],
    earlier: HoldingFacts | null,
  ): Promise<ContractCharge[]> {
    const [first, last] = [facts[0]?.position ?? 0, facts.at(-1)?.position ?? 0];
    const settledTo = earlier?.fundingIndex ?? null;
    const { rows } = await this.pool.query<RowOf<typeof fundingRuns>>(CHARGES, [realm, symbol, first, last, settledTo]);
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

/** The versions of the stream between which the events of a position are. */
interface Place {
  readonly first: number;
  readonly ends: number;
  /** What its queries begin with. */
  readonly of: readonly string[];
}

/** Events, oldest first, and how the position stood before them. */
interface Part {
  readonly facts: PositionFact[];
  readonly earlier: HoldingFacts | null;
  readonly nextCursor: string | null;
}

const floorOf = ({ first }: Place, version: number): number => Math.max(first, version - LOOKED_THROUGH_MAX);
const cursorOf = (version: number, lookedTo = version): string => `${version}.${lookedTo}`;
const afterOf = ({ data }: PositionFact): HoldingFacts | null => ('after' in data ? data.after : null);

/** Where nothing was found down to `lookedTo`: the events after the oldest one that says how it left the position. */
function knownOf(newestFirst: readonly PositionFact[], below: number, lookedTo: number): Part {
  const last = newestFirst.findLastIndex((fact) => afterOf(fact) !== null);
  const moved = newestFirst[last];
  if (moved === undefined) return { facts: [], earlier: null, nextCursor: cursorOf(below, lookedTo) };
  const facts = newestFirst.slice(0, last).reverse();
  return { facts, earlier: afterOf(moved), nextCursor: cursorOf(moved.version + 1, lookedTo) };
}

const isOpening = ({ type, data }: PositionFact, number: number): boolean =>
  type === 'PositionOpened' && data.after.number === number;

function factOf({ type, schema, data, lookedTo: _, ...place }: Row): PositionFact {
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

const COLUMNS = `position, version, version AS "lookedTo", type, schema, at, data, encode(hash, 'hex') AS hash`;

/** Of one side; what its owner chose or heard of the contract is of both. */
const OF_POSITION = `realm = $1 AND stream = $2 AND version >= $5 AND version < $6
   AND strpos(data, '"symbol":' || to_json($3::text)::text) > 0`;
const OF_SIDE = `strpos(data, '"side":"' || $4 || '"') > 0`;
const OF_BOTH = `type IN ('PositionLeverageSet', 'PositionHaltNotified')`;

const EVENTS = `SELECT ${COLUMNS} FROM events WHERE ${OF_POSITION} AND (${OF_SIDE} OR ${OF_BOTH})
  ORDER BY version DESC LIMIT $7`;

const MOVED = `SELECT ${COLUMNS} FROM events WHERE ${OF_POSITION} AND ${OF_SIDE} AND strpos(data, '"after":') > 0
  ORDER BY version DESC LIMIT 1`;

/** From the last one that the position had settled before its first event on; after its opening all. */
const CHARGES = `SELECT ${fundingRuns.selected} FROM funding_runs
  WHERE realm = $1 AND symbol = $2 AND position < $4 AND position > CASE WHEN $5::numeric IS NULL THEN $3
    ELSE COALESCE((SELECT max(position) FROM funding_runs
      WHERE realm = $1 AND symbol = $2 AND position < $3 AND index = $5::numeric), 0) END
  ORDER BY due_at DESC LIMIT ${CHARGES_MAX}`;
