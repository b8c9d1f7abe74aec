import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readCatalogue } from '../market/catalogue/read-catalogue.js';
import { KEPT_PREMIUMS, readPremiums } from '../market/risk-premium/kept-premiums.js';
import { premiumFigures } from '../market/risk-premium/premium-figures.js';
import { premiumTable, type PremiumTexts } from '../market/risk-premium/premium-table.js';

/**
 * Writes carry, variance premiums and spreads into the published table, and the table into docs/model-card.md between its marks.
 * Drifts are kept by hand. Run after a build: `node dist/server/cli/risk-premiums.js`.
 */
const CARD = 'docs/model-card.md';
const TEXTS = 'locales/en/risk-premium.json';
const MARKED = /(<!-- premiums: begin -->\n\n)[\s\S]*(\n\n<!-- premiums: end -->)/;

const figures = premiumFigures(readCatalogue());
const kept = readPremiums('seeds');
const premiums = { ...kept, rows: kept.rows.map((row) => ({ ...row, ...figures.get(row.group) })) };
writeFileSync(join('seeds', KEPT_PREMIUMS), `${JSON.stringify(premiums, null, 2)}\n`);

const table = premiumTable(premiums, JSON.parse(readFileSync(TEXTS, 'utf8')) as PremiumTexts).join('\n');
writeFileSync(
  CARD,
  readFileSync(CARD, 'utf8').replace(MARKED, (_, begin: string, end: string) => `${begin}${table}${end}`),
);
process.stdout.write(`${CARD} and seeds/${KEPT_PREMIUMS} written\n`);
