import type { PoolClient } from 'pg';
import { upcast } from '../engine/history/event-types.js';
import type { CustodyRateRevealed } from '../features/custody/custody.events.js';
import { custodyStep } from '../market/custody/custody-draw.js';
import { keyOf } from '../market/simulator/chacha.js';
import { effectiveSeed, epochOf } from '../market/simulator/epochs.js';
import type { Promised } from './beacon.check.js';
import type { MarketDifference } from './market.check.js';

const DAY_MS = 86_400_000;
const HUNDREDTHS = 10_000;

export interface RecordedCustodyRate {
  readonly realm: string;
  readonly position: number;
  readonly data: CustodyRateRevealed;
}

/** Every date whose rates were revealed: one event a day, so they are read whole. */
export async function readCustodyRates(client: PoolClient): Promise<RecordedCustodyRate[]> {
  const { rows } = await client.query<{ realm: string; position: number; schema: number; data: string }>(
    `SELECT realm, position, schema, data FROM events WHERE type = 'CustodyRateRevealed' ORDER BY realm, position`,
  );
  return rows.flatMap(({ realm, position, schema, data }) => {
    try {
      return [
        { realm, position, data: upcast('CustodyRateRevealed', schema, JSON.parse(data)).data as CustodyRateRevealed },
      ];
    } catch {
      // What cannot be read is a finding of its own, in the history of its realm.
      return [];
    }
  });
}

/** The daily rates of custody again, from the revealed seeds of the epochs that contain 00:00 UTC of their dates. */
export function auditCustodyRates(
  epochs: readonly Pick<Promised, 'epoch' | 'seed' | 'beacon'>[],
  epochMs: number,
  recorded: readonly RecordedCustodyRate[],
): { readonly checked: number; readonly differences: MarketDifference[] } {
  const seeds = new Map(
    epochs.flatMap(({ epoch, seed, beacon }) => (seed === null ? [] : [[epoch, { seed, beacon }]])),
  );
  const differences: MarketDifference[] = [];
  let checked = 0;
  for (const { realm, position, data } of recorded) {
    const startsAt = Date.parse(`${data.date}T00:00:00Z`);
    const epoch = epochOf(startsAt, epochMs);
    const drawnBy = seeds.get(epoch);
    if (drawnBy === undefined) continue;
    const place = { what: 'custody' as const, epoch, realm, position, at: startsAt };
    if (data.epoch !== epoch) differences.push({ ...place, expected: `epoch ${epoch}`, found: `epoch ${data.epoch}` });
    const words = keyOf(effectiveSeed(drawnBy.seed, drawnBy.beacon));
    for (const { productId, rateMin, rateMax, rate } of data.rates) {
      checked += 1;
      const [least, most] = [hundredths(rateMin), hundredths(rateMax)];
      const drawn = least + custodyStep(words, productId, startsAt / DAY_MS, most - least + 1);
      const expected = `${productId} ${drawn / HUNDREDTHS}`;
      if (expected !== `${productId} ${rate}`) differences.push({ ...place, expected, found: `${productId} ${rate}` });
    }
  }
  return { checked, differences };
}

/** A daily rate in steps of 0.01%. */
const hundredths = (rate: string): number => Math.round(Number(rate) * HUNDREDTHS);
