import { describe, expect, it } from '@jest/globals';
import { DAY_SECONDS, dayOf } from './civil.js';
import { noonOffsetsOf, utcSecondOf, type DstRule, type Zone } from './zone.js';

const ZONES: Zone[] = (['none', 'us', 'eu', 'au'] as const satisfies DstRule[]).flatMap((dst) =>
  [-300, 0, 60, 600].map((utcOffsetMinutes) => ({ utcOffsetMinutes, dst })),
);

describe('the offset of a zone at noon', () => {
  it('is what the clock on the wall says, every day of a year before and one after the United States moved both ends', () => {
    for (const zone of ZONES) {
      for (const year of [2006, 2026]) {
        const offset = noonOffsetsOf(zone, year);
        for (let day = dayOf(year, 1, 1); day < dayOf(year + 1, 1, 1); day++) {
          const noon = utcSecondOf(zone, day, 43_200);
          if (day * DAY_SECONDS + 43_200 - offset(day) !== noon) throw new Error(`${JSON.stringify(zone)}, day ${day}`);
        }
      }
    }
  });

  it('changes twice a year where there is summer time', () => {
    const offset = noonOffsetsOf({ utcOffsetMinutes: 60, dst: 'eu' }, 2026);
    expect([dayOf(2026, 3, 28), dayOf(2026, 3, 29), dayOf(2026, 10, 24), dayOf(2026, 10, 25)].map(offset)).toEqual([
      3600, 7200, 7200, 3600,
    ]);
  });
});
