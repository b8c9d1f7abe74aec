import type { RecordedEvent } from '../../core/event.js';
import type { EventStore } from '../../engine/history/event-store.js';
import type { FlowOffsets } from '../../market/flow-offset/flow-offsets.js';
import type { BookKind } from '../venue/book.state.js';
import { flowPushes, pushOf } from '../venue/flow.tables.js';

interface Row {
  readonly symbol: string;
  readonly minuteAt: number;
  readonly ppm: string;
}

/** Hands the market what users of each realm pushed for good: of the past from the read model, then as it becomes durable. */
export class FlowPushes {
  private readonly takenTo = new Map<string, number>();

  constructor(
    private readonly kind: BookKind,
    private readonly offsets: ReadonlyMap<string, FlowOffsets>,
  ) {}

  /** Reads what there is; the few events that the read model has not got to come from the history. */
  async load(store: Pick<EventStore, 'pool' | 'pages'>): Promise<void> {
    for (const [realm, offsets] of this.offsets) {
      const { position, rows } = await read(store, realm, this.kind.name);
      for (const { symbol, minuteAt, ppm } of rows) offsets.push(symbol, minuteAt, +ppm);
      this.takenTo.set(realm, position);
      for await (const page of store.pages(realm, position)) for (const event of page) this.take(event);
    }
  }

  /** Takes up a durable fact. */
  take({ type, realm, at, data, position }: RecordedEvent): void {
    if (position <= (this.takenTo.get(realm) ?? 0)) return;
    this.takenTo.set(realm, position);
    if (type !== `${this.kind.product.prefix}ImpactRecorded`) return;
    const { symbol, impact } = data as { readonly symbol: string; readonly impact: unknown };
    this.offsets.get(realm)?.push(symbol, at, pushOf(impact));
  }
}

/** Rows and checkpoint of one moment: one statement sees one moment. */
async function read({ pool }: Pick<EventStore, 'pool'>, realm: string, projection: string) {
  const { rows } = await pool.query<{ position: number; rows: Row[] }>(
    `SELECT coalesce((SELECT c.position FROM projection_checkpoints c
                        JOIN projections p ON p.name = c.projection AND p.live_slot = c.slot
                       WHERE c.projection = $2 AND c.realm = $1), 0) AS position,
            coalesce((SELECT json_agg(json_build_object('symbol', symbol, 'minuteAt', minute_at, 'ppm', ppm::text)
                                      ORDER BY minute_at)
                        FROM ${flowPushes.name} WHERE realm = $1), '[]') AS rows`,
    [realm, projection],
  );
  return rows[0] ?? { position: 0, rows: [] };
}
