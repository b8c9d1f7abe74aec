// `npm run catalogue`: writes the rows of `seeds/instruments/stocks.tsv` whose figures are drawn, from the tables beside this file
// (docs/decisions/catalogue.md). Run it after a change of one of them; a test says when the tables differ.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { stocksText } from './stocks.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const path = join(ROOT, 'seeds', 'instruments', 'stocks.tsv');
const text = stocksText(path, join(ROOT, 'scripts', 'catalogue'));
writeFileSync(path, text);
process.stdout.write(`${text.split('\n').length - 2} rows\n`);
