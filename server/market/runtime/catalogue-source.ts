import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import type { InstrumentVersion } from '../../features/instrument/instrument.events.js';
import type { PolicyPublished } from '../../features/policy/policy.events.js';
import type { Clock } from '../../core/clock.js';
import type { Writers } from '../../writer/writers.js';
import { readCatalogue } from '../catalogue/read-catalogue.js';
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

/** Puts into the house's history what it does not have yet: instruments and policies of the seeds. */
export async function seedHouse(writers: Writers, clock: Clock, seedsFolder: string): Promise<void> {
  const { specs } = readCatalogue(join(seedsFolder, 'instruments'));
  const policies = JSON.parse(readFileSync(join(seedsFolder, 'policies.json'), 'utf8')) as unknown;
  const wishes = [
    { type: 'ListInstruments', data: { specs } },
    { type: 'SeedPolicies', data: { policies } },
  ];
  for (const wish of wishes) {
    const result = await writers.execute('house', { ...wish, at: clock.now(), actor: 'policy:seeds' });
    if (!result.ok) throw new Error(`${wish.type} was refused: ${result.refusal.refusal}`);
  }
}

/** The instruments and policies in force, from the house's history. */
export class HouseFacts {
  readonly instruments = new Map<string, InstrumentVersion>();
  readonly policies = new Map<string, PolicyPublished>();

  private constructor() {}

  static async load(writers: Writers): Promise<HouseFacts> {
    const facts = new HouseFacts();
    const { rows } = await writers.store.pool.query<{ type: string; data: string }>(
      `SELECT type, data FROM events WHERE realm = 'house' AND type = ANY($1) ORDER BY position`,
      [['InstrumentListed', 'InstrumentRevised', 'PolicyPublished']],
    );
    for (const { type, data } of rows) facts.take(type, JSON.parse(data));
    return facts;
  }

  /** True when the event changed what is in force. */
  take(type: string, data: unknown): boolean {
    if (type === 'PolicyPublished') {
      const policy = data as PolicyPublished;
      this.policies.set(policy.name, policy);
      return true;
    }
    if (type !== 'InstrumentListed' && type !== 'InstrumentRevised') return false;
    const instrument = data as InstrumentVersion;
    this.instruments.set(instrument.spec.symbol, instrument);
    return true;
  }

  policy(name: string): PolicyPublished {
    const policy = this.policies.get(name);
    if (policy === undefined) throw new Error(`no policy ${name} was ever published`);
    return policy;
  }
}
