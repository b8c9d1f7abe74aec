import type { PoolClient } from 'pg';
import { upcast } from '../engine/history/event-types.js';
import type { NewCoinListed } from '../features/subscription/subscription.events.js';
import { openingStep } from '../market/new-coin/opening-draw.js';
import { keyOf } from '../market/simulator/chacha.js';
import { effectiveSeed, epochOf } from '../market/simulator/epochs.js';
import type { Promised } from './beacon.check.js';
import type { MarketDifference } from './market.check.js';

export interface RecordedListing {
  readonly realm: string;
  readonly position: number;
  readonly data: NewCoinListed;
  /** The share of the issue price that its band begins and ends with. */
  readonly openMin: string;
  readonly openMax: string;
}

/** Every listing of a new coin with the band that it was proposed with: they are few, so they are read whole. */
export async function readNewCoins(client: PoolClient): Promise<RecordedListing[]> {
  const { rows } = await client.query<{
    realm: string;
    position: number;
    schema: number;
    data: string;
    terms: string;
  }>(
    `SELECT l.realm, l.position, l.schema, l.data, p.data AS terms FROM events l
       JOIN events p ON p.realm = l.realm AND p.stream = l.stream AND p.type = 'NewCoinProposed'
      WHERE l.type = 'NewCoinListed' ORDER BY l.realm, l.position`,
  );
  return rows.flatMap(({ realm, position, schema, data, terms }) => {
    try {
      const listed = upcast('NewCoinListed', schema, JSON.parse(data)).data as NewCoinListed;
      const { openMin, openMax } = JSON.parse(terms) as { openMin: string; openMax: string };
      return [{ realm, position, data: listed, openMin, openMax }];
    } catch {
      // What cannot be read is a finding of its own, in the history of its realm.
      return [];
    }
  });
}

/** The seed that breaks the ties of each issue, and the step at which its coin opens, again from revealed seeds. */
export function auditNewCoins(
  epochs: readonly Pick<Promised, 'epoch' | 'seed' | 'beacon'>[],
  epochMs: number,
  recorded: readonly RecordedListing[],
): { readonly checked: number; readonly differences: MarketDifference[] } {
  const seeds = new Map(
    epochs.flatMap(({ epoch, seed, beacon }) => (seed === null ? [] : [[epoch, effectiveSeed(seed, beacon)]])),
  );
  const differences: MarketDifference[] = [];
  let checked = 0;
  for (const { realm, position, data, openMin, openMax } of recorded) {
    const { coin, spec, openStep, seed } = data;
    const listsOn = spec.listedAt ?? '';
    const at = Date.parse(`${listsOn}T00:00:00Z`);
    const epoch = epochOf(at, epochMs);
    const place = { what: 'new-coin' as const, epoch, realm, position, at };
    const tie = seeds.get(epoch - 1);
    if (tie !== undefined && (tie !== seed || data.epoch !== epoch - 1))
      differences.push({ ...place, expected: `${coin} ${tie}`, found: `${coin} ${seed}` });
    const drawnBy = seeds.get(epoch);
    if (drawnBy === undefined) continue;
    checked += 1;
    const steps = hundredths(openMax) - hundredths(openMin) + 1;
    const step = openingStep(keyOf(drawnBy), coin, listsOn, steps);
    if (step !== openStep || data.openEpoch !== epoch)
      differences.push({ ...place, expected: `${coin} step ${step}`, found: `${coin} step ${openStep}` });
  }
  return { checked, differences };
}

/** A share of the issue price in hundredths. */
const hundredths = (share: string): number => Math.round(Number.parseFloat(share) * 100);
