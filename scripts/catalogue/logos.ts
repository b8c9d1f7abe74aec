// Makes `client/public/assets/logos-1/` and the list of what is in it, from three packages (docs/decisions/dependencies.md):
// `node scripts/run.mjs dist/scripts/catalogue/logos.js <folder of the unpacked packages>`. Browsers keep these files for a year: whoever
// changes one raises the number of the folder.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readCatalogue } from '../../server/market/catalogue/read-catalogue.js';
import type { InstrumentSpec } from '../../contracts/instrument.contract.js';

const ROOT = join(dirname(fileURLToPath(import.meta.url)), '..', '..', '..');
const FOLDER = join(ROOT, 'client', 'public', 'assets', 'logos-1');

interface Icon {
  readonly title: string;
  readonly slug: string;
  readonly hex: string;
}

/** As brands and companies are compared: letters and digits alone. */
const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '');

/** Brands that are called otherwise than their companies; where a ticker is not named here, only an equal name counts. */
const BRANDS: Record<string, string> = {
  GOOGL: 'Google',
  META: 'Meta',
  XYZ: 'Square',
  CRWD: 'CrowdStrike',
  UBER: 'Uber',
  CSCO: 'Cisco',
  NVDA: 'NVIDIA',
  AXP: 'American Express',
  DIS: 'Disney+',
  F: 'Ford',
  GM: 'General Motors',
  SBUX: 'Starbucks',
  MCD: "McDonald's",
  T: 'AT&T',
  TMUS: 'T-Mobile',
  BA: 'Boeing',
  UPS: 'UPS',
  DE: 'John Deere',
  CAT: 'Caterpillar',
  GE: 'General Electric',
  XOM: 'ExxonMobil',
  SHEL: 'Shell',
  SAP: 'SAP',
  SIE: 'Siemens',
  BMW: 'BMW',
  VOW: 'Volkswagen',
  AIR: 'Airbus',
  '7203': 'Toyota',
  '6758': 'Sony',
  '7974': 'Nintendo',
  '1810': 'Xiaomi',
  BABA: 'Alibaba.com',
  BIDU: 'Baidu',
  QCOM: 'Qualcomm',
  INTC: 'Intel',
  AMD: 'AMD',
  PANW: 'Palo Alto Networks',
  HMC: 'Honda',
  STLA: 'Stellantis',
  RACE: 'Ferrari',
  FDX: 'FedEx',
  DAL: 'Delta',
  UAL: 'United Airlines',
  LUV: 'Southwest Airlines',
  AAL: 'American Airlines',
  EA: 'EA',
  EBAY: 'eBay',
  ABNB: 'Airbnb',
  SPOT: 'Spotify',
  HPQ: 'HP',
  ERIC: 'Ericsson',
  NOK: 'Nokia',
  VOD: 'Vodafone',
  ZM: 'Zoom',
  TEAM: 'Atlassian',
  TWLO: 'Twilio',
  U: 'Unity',
  DBX: 'Dropbox',
  DOCN: 'DigitalOcean',
  NET: 'Cloudflare',
  MDB: 'MongoDB',
  SNAP: 'Snapchat',
  PINS: 'Pinterest',
  RBLX: 'Roblox',
  RDDT: 'Reddit',
};

const INDEX_FLAGS: Record<string, string> = { SX5E: 'european_union', DXY: 'us' };
const FLAG_OF_CURRENCY: Record<string, string> = { EUR: 'european_union' };

const folder = process.argv[2];
if (folder === undefined) throw new Error('which folder holds the unpacked packages?');
const coins = JSON.parse(readFileSync(join(folder, 'cryptocurrency-icons', 'manifest.json'), 'utf8')) as {
  symbol: string;
  name: string;
}[];
const icons = JSON.parse(readFileSync(join(folder, 'simple-icons', 'data', 'simple-icons.json'), 'utf8')) as Icon[];
const coinNames = new Map(coins.map(({ symbol, name }) => [symbol.toUpperCase(), plain(name)]));
const iconsByTitle = new Map(icons.map((icon) => [plain(icon.title), icon]));

const names: string[] = [];

/** Another company or coin has the icon of this name. */
const OTHERS = new Set('SYK ICLR KEX CTS DNOW SKY'.split(' '));

function logoOf(spec: InstrumentSpec): string | undefined {
  if (OTHERS.has(spec.base)) return undefined;
  switch (spec.class) {
    case 'crypto':
      return coinLogo(spec.base, spec.name);
    case 'forex':
      return pairOf(spec.name.split('/').map(flagOfCurrency));
    case 'indices':
      return flag(INDEX_FLAGS[spec.base] ?? spec.country?.toLowerCase());
    case 'stocks':
      return brandLogo(spec);
    default:
      return undefined;
  }
}

/** Codes are used twice: the package's coin must be called as ours. */
function coinLogo(base: string, name: string): string | undefined {
  const file = join(folder as string, 'cryptocurrency-icons', 'svg', 'color', `${base.toLowerCase()}.svg`);
  const known = base === 'BNB' ? 'bnb' : (coinNames.get(base) ?? '');
  const same = known !== '' && (known.startsWith(plain(name)) || plain(name).startsWith(known));
  return same && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

function brandLogo({ base, name }: InstrumentSpec): string | undefined {
  const icon = iconsByTitle.get(plain(BRANDS[base] ?? name.replace(/ \(.*\)$/, '')));
  const file = icon && join(folder as string, 'simple-icons', 'icons', `${slugOf(icon)}.svg`);
  if (icon === undefined || file === undefined || !existsSync(file)) return undefined;
  const [, path = ''] = /<path d="([^"]+)"/.exec(readFileSync(file, 'utf8')) ?? [];
  const [red, green, blue] = [0, 2, 4].map((at) => Number.parseInt(icon.hex.slice(at, at + 2), 16));
  const light = 0.299 * (red ?? 0) + 0.587 * (green ?? 0) + 0.114 * (blue ?? 0) > 170;
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="#${icon.hex}"/>` +
    `<path fill="${light ? '#111' : '#fff'}" transform="translate(7 7) scale(.75)" d="${path}"/></svg>`
  );
}

function slugOf({ title, slug }: Icon): string {
  return (
    slug ??
    title
      .toLowerCase()
      .replaceAll('+', 'plus')
      .replaceAll('.', 'dot')
      .replaceAll('&', 'and')
      .replace(/[^a-z0-9]/g, '')
  );
}

function flagOfCurrency(currency: string): string {
  return FLAG_OF_CURRENCY[currency] ?? currency.slice(0, 2).toLowerCase();
}

function flag(name: string | undefined): string | undefined {
  const file = join(folder as string, 'circle-flags', 'flags', `${name ?? ''}.svg`);
  return name !== undefined && existsSync(file) ? readFileSync(file, 'utf8') : undefined;
}

/** Two flags, the base before the quote. */
function pairOf(flags: readonly string[]): string | undefined {
  const [base, quote] = flags.map(flag);
  if (base === undefined || quote === undefined) return undefined;
  const at = (text: string, place: string): string =>
    text.replace(/<svg [^>]*>/, `<svg ${place} width="21" height="21" viewBox="0 0 512 512">`);
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">${at(quote, 'x="11" y="11"')}${at(base, 'x="0" y="0"')}</svg>`;
}

function keep(base: string, logo: string | undefined): void {
  if (logo === undefined) return;
  writeFileSync(join(FOLDER, `${base}.svg`), `${logo.trim()}\n`);
  names.push(base);
}

rmSync(FOLDER, { recursive: true, force: true });
mkdirSync(FOLDER, { recursive: true });
/** What all instruments are quoted in is no instrument itself. */
keep('USDT', coinLogo('USDT', 'Tether'));
for (const spec of readCatalogue().specs) keep(spec.base, logoOf(spec));
const list = names.sort().join(' ');
writeFileSync(
  join(ROOT, 'client', 'market', 'logo-names.ts'),
  `/** Made by scripts/catalogue/logos.ts: the assets that have a logo. */\nexport const LOGO_NAMES = '${list}';\n`,
);
process.stdout.write(`${names.length} logos\n`);
