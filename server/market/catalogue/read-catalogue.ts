import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { INSTRUMENT_CLASSES } from '../../../contracts/market.contract.js';
import type { InstrumentSpec } from '../../../contracts/instrument.contract.js';
import { joinCatalogue, parseInstruments } from '../simulator/catalogue.js';
import { parseCalendars } from '../simulator/calendar-tables.js';
import { relate } from '../simulator/relations.js';
import type { MarketCalendar } from '../simulator/market-calendar.js';

export interface Catalogue {
  specs: InstrumentSpec[];
  calendars: MarketCalendar[];
}

/**
 * Reads and checks the seed catalogue; curated, without the rows of drawn figures. Throws a `BrokenDataError` with file, line and column at the first
 * broken row.
 */
export function readCatalogue(directory: string = catalogueDirectory(), { isCurated = false } = {}): Catalogue {
  const parts = INSTRUMENT_CLASSES.map((name) => {
    const file = `${name}.tsv`;
    return parseInstruments(file, readFileSync(join(directory, file), 'utf8'));
  });
  const textOf = (file: string) => ({ file, text: readFileSync(join(directory, file), 'utf8') });
  const calendars = parseCalendars(textOf('calendars.json'), textOf('holidays.tsv'));
  const specs = joinCatalogue(parts, new Set(calendars.map(({ id }) => id)));
  const relations = textOf('relations.tsv');
  const related = relate(specs, relations.file, relations.text);
  return { specs: isCurated ? related.filter(({ drawn }) => drawn.length === 0) : related, calendars };
}

/** `seeds/instruments` of the project, looked for upwards: the source and the build lie at different depths. */
function catalogueDirectory(): string {
  for (let at = dirname(fileURLToPath(import.meta.url)); ; at = dirname(at)) {
    const candidate = join(at, 'seeds', 'instruments');
    if (existsSync(join(candidate, 'calendars.json'))) return candidate;
    if (dirname(at) === at) throw new Error('the folder seeds/instruments was not found');
  }
}
