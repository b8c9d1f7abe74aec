import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseHours } from '../../server/market/simulator/calendar-tables.js';
import { holidayTable } from './exchange-holidays.js';

const read = (file: string): string => readFileSync(join('seeds', 'instruments', file), 'utf8');

describe('the kept holidays', () => {
  it('are what `npm run holidays` writes', () => {
    const hours = parseHours({ file: 'calendars.json', text: read('calendars.json') });
    expect(holidayTable(hours).split('\n')).toEqual(read('holidays.tsv').split('\n'));
  });

  it('are described for every market with sessions', () => {
    const [some] = parseHours({ file: 'calendars.json', text: read('calendars.json') }).filter(
      ({ id }) => id === 'lse',
    );
    const unknown = { ...some, id: 'mars' } as NonNullable<typeof some>;
    expect(() => holidayTable([unknown])).toThrow('the holidays of mars are not described here');
  });
});
