import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { ListInstruments } from '../instrument/instrument.commands.js';
import type { InstrumentVersion } from '../instrument/instrument.events.js';
import type { Clock } from '../../core/clock.js';
import type { Commands } from '../../core/command.js';
import { Refused } from '../../core/refusal.js';
import type { EventStore } from '../../engine/history/event-store.js';
import { upcast } from '../../engine/history/event-types.js';
import type { Writers } from '../../engine/writer/writers.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';
import { parseReplayCsv } from '../simulator/replay-csv.js';
import { ReplaySource } from '../simulator/replay-source.js';

/** `SPXUSDT.csv`, or `SPXUSDT+4200.csv` to play it 4,200 days later. */
const REPLAY_FILE = /^([A-Z0-9]+USDT)(?:\+(\d{1,6}))?\.csv$/;

/**
 * Instruments that real candles drive instead of the simulator: one CSV file each (docs/replay-source.md). A broken file is
 * refused whole, by file, line and column, and the server does not start with it.
 */
export function readReplays(
  folder: string,
  specs: readonly InstrumentSpec[],
  calendars: readonly MarketCalendar[],
): ReplaySource[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((file) => file.endsWith('.csv'))
    .sort()
    .map((file) => {
      const match = REPLAY_FILE.exec(file);
      const spec = specs.find(({ symbol }) => symbol === match?.[1]);
      const calendar = calendars.find(({ id }) => id === spec?.calendar);
      if (spec === undefined || calendar === undefined) throw new Error(`${file}: no such instrument to replay`);
      const rows = parseReplayCsv(file, readFileSync(join(folder, file), 'utf8'));
      return new ReplaySource({ spec, calendar, rows, shiftDays: Number(match?.[2] ?? '0') });
    });
}

/** Puts into the house's history what it does not have yet of the catalogue: at most starts, nothing. */
export async function seedCatalogue(
  commands: Commands,
  clock: Clock,
  specs: readonly InstrumentSpec[],
  listed: ListedInstruments,
): Promise<void> {
  const missing = specs.filter(({ symbol }) => !listed.versions.has(symbol));
  if (missing.length === 0) return;
  const context = { realm: 'house', at: clock.now(), actor: 'system:seeds' };
  const result = await commands.execute(new ListInstruments(context, { specs: missing }));
  if (!result.ok) throw new Refused(ListInstruments.type, result.refusal);
}

/** An instrument as it was before a version of it. */
export async function specBefore(store: EventStore, symbol: string, version: number): Promise<InstrumentSpec> {
  const events = await store.readStream('house', `instrument-${symbol}`);
  const before = events.map(({ data }) => data as InstrumentVersion).findLast((known) => known.version < version);
  if (before === undefined) throw new Error(`${symbol} has nothing before version ${version}`);
  return before.spec;
}

/** The instruments in force, from the house's history. */
export class ListedInstruments {
  readonly versions = new Map<string, InstrumentVersion>();

  private constructor() {}

  static async load(writers: Writers): Promise<ListedInstruments> {
    const instruments = new ListedInstruments();
    const { rows } = await writers.store.pool.query<{ type: string; schema: number; data: string }>(
      `SELECT type, schema, data FROM events WHERE realm = 'house' AND type = ANY($1) ORDER BY position`,
      [['InstrumentListed', 'InstrumentRevised']],
    );
    for (const { type, schema, data } of rows) instruments.take(type, upcast(type, schema, JSON.parse(data)).data);
    return instruments;
  }

  /** True when the event changed what is in force. */
  take(type: string, data: unknown): boolean {
    if (type !== 'InstrumentListed' && type !== 'InstrumentRevised') return false;
    const instrument = data as InstrumentVersion;
    this.versions.set(instrument.spec.symbol, instrument);
    return true;
  }
}
