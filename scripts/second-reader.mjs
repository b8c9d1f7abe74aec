// A second reader of an exported history, with nothing but Node 20 or newer: no package, no database, and no line of the program
// that wrote it. To be read before it is believed.
//
//   npm run audit -- export <folder>
//   node scripts/second-reader.mjs <folder> [--balances FILE]
//
// It computes every balance from the postings alone, follows the hash chain from the genesis, checks that every event sums to zero,
// that published liabilities are what users were owed at their position, and compares every balance with what the server tells
// (balances.ndjson of the folder, or FILE), packed with gzip or not. It ends with 0 and OK, with 1 and every difference, or with 2 on wrong arguments.
import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createGunzip } from 'node:zlib';

const DIFFERENCES_MAX = 100;
const SCALE = 10n ** 18n;
const differences = [];

function differ(text) {
  differences.push(text);
  if (differences.length <= DIFFERENCES_MAX) process.stdout.write(`DIFFERENCE ${text}\n`);
}

/** A decimal as a whole number of 10^-18; the sign is read apart from the digits. */
function read(text) {
  if (!/^-?[0-9]+(\.[0-9]{1,18})?$/.test(text)) throw new Error(`${text} is no amount`);
  const negative = text.startsWith('-');
  const [units, decimals = ''] = text.replace('-', '').split('.');
  const value = BigInt(units) * SCALE + BigInt(decimals.padEnd(18, '0'));
  return negative ? -value : value;
}

function write(value) {
  const positive = value < 0n ? -value : value;
  const decimals = (positive % SCALE).toString().padStart(18, '0').replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${positive / SCALE}${decimals === '' ? '' : `.${decimals}`}`;
}

function plus(sums, key, value) {
  const sum = (sums.get(key) ?? 0n) + value;
  if (sum === 0n) sums.delete(key);
  else sums.set(key, sum);
}

async function* linesOf(path) {
  // Only a line feed ends a line: other breaks may stand in the texts, and readline would cut there as well.
  let rest = '';
  const bytes = createReadStream(path);
  for await (const chunk of (path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes).setEncoding('utf8')) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop();
    yield* lines;
  }
  if (rest !== '') throw new Error(`${path} does not end with a line feed`);
}

/** Every balance of a realm that is not zero, by `account asset`. */
async function readRealm(folder, realm, { file, position: end, hash: head }) {
  const balances = new Map();
  const owed = new Map();
  const due = new Map();
  let before = createHash('sha256').update(`glassbook/genesis/${realm}`).digest('hex');
  let position = 0;
  for await (const line of linesOf(join(folder, file))) {
    const event = JSON.parse(line);
    position += 1;
    const where = `${realm} ${position}`;
    if (event.position !== position) differ(`${where}: the event calls itself ${event.position}`);
    const covered = [before, realm, event.position, event.stream, event.version, event.type, event.schema, event.at];
    covered.push(event.actor, event.correlation, event.causation, event.command, event.data, event.postings ?? '');
    const hash = createHash('sha256').update(covered.join('\n')).digest('hex');
    if (hash !== event.hash) differ(`${where}: ${event.type} does not follow from the event before it`);
    before = event.hash;
    const sums = new Map();
    for (const [account, asset, text] of JSON.parse(event.postings ?? '[]')) {
      const value = read(text);
      plus(sums, asset, value);
      plus(balances, `${account} ${asset}`, value);
      if (account.startsWith('user/')) plus(owed, asset, value);
    }
    for (const [asset, sum] of sums) differ(`${where}: ${event.type} does not sum to zero: ${write(sum)} ${asset}`);
    if (event.type === 'LiabilitiesDue') due.set(position, { hash: event.hash, sums: sumTexts(owed) });
    if (event.type === 'LiabilitiesCommitted') liabilities(where, JSON.parse(event.data), due);
  }
  if (position !== end || before !== head)
    differ(`${realm} ${position}: the history does not end where the manifest says`);
  return { balances, events: position };
}

const sumTexts = (sums) =>
  [...sums]
    .map(([asset, sum]) => `${asset} ${write(sum)}`)
    .sort()
    .join();

/** What was published as owed to users is what the postings before it add up to. */
function liabilities(where, { position, head, sums }, due) {
  const then = due.get(position);
  if (then === undefined || then.hash !== head) return differ(`${where}: liabilities of a position that was not due`);
  const published = sums
    .map(({ asset, amount }) => `${asset} ${amount}`)
    .sort()
    .join();
  if (published !== then.sums)
    differ(`${where}: liabilities of ${published} were published, and ${then.sums} was owed`);
}

/** The server's balances against the computed ones, both ways: none is missing or extra. */
async function compare(path, computed) {
  const left = new Map([...computed].map(([realm, balances]) => [realm, new Map(balances)]));
  let compared = 0;
  for await (const line of linesOf(path)) {
    const { realm, account, asset, amount } = JSON.parse(line);
    if (!left.has(realm)) continue;
    const key = `${account} ${asset}`;
    const own = left.get(realm).get(key) ?? 0n;
    left.get(realm).delete(key);
    compared += 1;
    if (read(amount) !== own) differ(`${realm}: the server tells ${amount} of ${key}, the history gives ${write(own)}`);
  }
  for (const [realm, balances] of left)
    for (const [key, own] of balances)
      differ(`${realm}: the server tells nothing of ${key}, the history gives ${write(own)}`);
  return compared;
}

async function main(args) {
  const at = args.indexOf('--balances');
  const folder = args.find((arg, index) => !arg.startsWith('--') && (at < 0 || index !== at + 1));
  if (folder === undefined || !existsSync(join(folder, 'manifest.json'))) {
    process.stdout.write('Name a folder that npm run audit -- export has written.\n');
    return 2;
  }
  const { realms } = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8'));
  const computed = new Map();
  let events = 0;
  for (const [realm, end] of Object.entries(realms)) {
    const found = await readRealm(folder, realm, end);
    computed.set(realm, found.balances);
    events += found.events;
    process.stdout.write(`${realm}: ${found.events} events, ${found.balances.size} balances\n`);
  }
  const told = ['balances.ndjson', 'balances.ndjson.gz'].map((name) => join(folder, name)).find(existsSync);
  const compared = await compare(at < 0 ? told : args[at + 1], computed);
  if (differences.length > 0) {
    process.stdout.write(`WRONG: ${differences.length} difference${differences.length === 1 ? '' : 's'}\n`);
    return 1;
  }
  process.stdout.write(`OK: ${events} events, ${compared} balances as the server tells them\n`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
