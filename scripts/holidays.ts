// `npm run holidays`: writes the days off of every market into the catalogue. Run it by hand after a new `date-holidays` or a
// change of exchange-holidays.ts, read what differs, and check it against the exchanges' own calendars before you commit.
import { readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseCalendars, parseHours } from '../server/market/simulator/calendar-tables.js';
import { holidayTable } from './lib/exchange-holidays.js';

const dist = dirname(dirname(fileURLToPath(import.meta.url)));
const folder = join(dist, '..', 'seeds', 'instruments');
const hours = { file: 'calendars.json', text: readFileSync(join(folder, 'calendars.json'), 'utf8') };
const holidays = { file: 'holidays.tsv', text: holidayTable(parseHours(hours)) };
parseCalendars(hours, holidays);
writeFileSync(join(folder, holidays.file), holidays.text);
