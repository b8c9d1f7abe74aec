import '../features.js';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import type { KeptCheckpoints } from '../audit/checkpoint.check.js';
import { coverageCounts, coverageProblems, describeCoverage, readColumns } from '../audit/covered/report.js';
import { BALANCES_FILE, exportHistory } from '../audit/export.js';
import { CHECKS, type Check } from '../audit/findings.js';
import { KeptLogs, NoCheckpoint } from '../audit/kept-logs.js';
import { auditMarket, type MarketAudit } from '../audit/market.js';
import { auditLiabilities } from '../audit/liabilities.js';
import { VERIFY_CONNECTIONS, verify, type VerifyReport } from '../audit/verify.js';
import { readConfig } from '../config/config.js';
import { systemClock } from '../core/clock.js';
import { readCatalogue } from '../market/catalogue/read-catalogue.js';
import { CheckpointKey } from '../engine/history/checkpoint-key.js';
import { openPool } from '../engine/history/database.js';
import { LogSalts } from '../engine/public-log/log-salts.js';
import { keyOpens } from '../engine/vault/person-keys.js';
import { openRootKey, rootKeyAtHand } from '../engine/vault/root-key.js';
import { readVerifierKey } from '../../shared/signed-note.js';
import { UsageError, print, printJson, runOnDatabase, whole } from './terminal.js';
import { runDiff, runReplay, runStream } from './audit-past.js';

const USAGE = `Checks the history, and shows what stood in it. Changes nothing. See docs/audit.md.

  npm run audit -- verify [--without-read-models] [--key HEX] [--checkpoints FILE] [--log FILE] [--witness KEY] [--json]
  npm run audit -- coverage
  npm run audit -- stream <realm> <stream> [--version N | --at POSITION|TIME] [--json]
  npm run audit -- replay [--at POSITION|TIME] [--owner ID] [--realm REALM] [--json]
  npm run audit -- diff --from POSITION|TIME [--at POSITION|TIME] [--owner ID] [--realm REALM] [--json]
  npm run audit -- export <folder> [--realm REALM] [--gzip]
  npm run audit -- market --epoch N|all [--symbol SYMBOL] [--json]
  npm run audit -- liabilities [--epoch N]

It ends with 0 when all is right, 1 when something is not, 2 when it was asked wrongly.
TIME is like 2026-11-21T04:00:00Z. --key is the public key that you trust, that of DATA_DIR unless you say another;
--checkpoints is what web/getCheckpoints answered when you asked. --log is a checkpoint of a public log that you kept, with or
without cosignatures; --witness is the key of a witness that you trust, as it gives it. Both may come several times.`;

const OPTIONS = {
  json: { type: 'boolean' },
  'without-read-models': { type: 'boolean' },
  key: { type: 'string' },
  checkpoints: { type: 'string' },
  log: { type: 'string', multiple: true },
  witness: { type: 'string', multiple: true },
  version: { type: 'string' },
  at: { type: 'string' },
  from: { type: 'string' },
  owner: { type: 'string' },
  realm: { type: 'string' },
  epoch: { type: 'string' },
  symbol: { type: 'string' },
  gzip: { type: 'boolean' },
} as const;

type ValueOf<Option> = Option extends { multiple: true }
  ? string[]
  : Option extends { type: 'boolean' }
    ? boolean
    : string;
type Values = { [Name in keyof typeof OPTIONS]?: ValueOf<(typeof OPTIONS)[Name]> };
type Pool = ReturnType<typeof openPool>;

export async function main(args: readonly string[], databaseUrl: string): Promise<number> {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options: OPTIONS, allowPositionals: true });
    const [command = '', ...rest] = positionals;
    return await withPool(databaseUrl, (pool) => carryOut(pool, command, rest, values));
  } catch (error) {
    const { code } = error as { code?: string };
    if (!(error instanceof UsageError) && code?.startsWith('ERR_PARSE_ARGS') !== true) throw error;
    print(`${(error as Error).message}\n\n${USAGE}`);
    return 2;
  }
}

async function withPool(databaseUrl: string, work: (pool: Pool) => Promise<number>): Promise<number> {
  const pool = openPool(databaseUrl, VERIFY_CONNECTIONS);
  try {
    return await work(pool);
  } finally {
    await pool.end();
  }
}

function carryOut(pool: Pool, command: string, rest: readonly string[], values: Values): Promise<number> {
  switch (command) {
    case 'verify':
      return runVerify(pool, values);
    case 'coverage':
      return runCoverage(pool);
    case 'stream':
      return runStream(pool, rest, values);
    case 'replay':
      return runReplay(pool, values);
    case 'diff':
      return runDiff(pool, values);
    case 'export':
      return runExport(pool, rest, values);
    case 'market':
      return runMarket(pool, values);
    case 'liabilities':
      return runLiabilities(pool, values);
    case 'help':
      print(USAGE);
      return Promise.resolve(0);
    default:
      throw new UsageError(command === '' ? 'Say what to do.' : `There is no command ${command}.`);
  }
}

async function runVerify(pool: Pool, values: Values): Promise<number> {
  const config = readConfig(process.env);
  const trustedKey =
    values.key?.toLowerCase() ?? ('problems' in config ? undefined : CheckpointKey.publicKeyOf(config.dataDir));
  const root = 'problems' in config ? undefined : await rootKeyAtHand(pool, config);
  const salts = 'problems' in config ? undefined : LogSalts.atHand(config.dataDir);
  const report = await verify({
    pool,
    now: systemClock.now(),
    readModels: values['without-read-models'] !== true,
    ...(root === undefined ? {} : { opensKey: (userId, wrapped) => keyOpens(root, userId, wrapped) }),
    ...(trustedKey === undefined ? {} : { trustedKey }),
    ...(values.checkpoints === undefined ? {} : { kept: readKept(values.checkpoints) }),
    ...(values.log === undefined ? {} : { keptLogs: readLogs(values.log, values.witness ?? []) }),
    ...(salts === undefined ? {} : { salts }),
    progress: progressTo('events'),
  });
  if (values.json === true) printJson(report);
  else print(describeVerify(report));
  return report.ok ? 0 : 1;
}

/** What the audit covers of the tables that this database has; 1 where nobody said so of a column. */
async function runCoverage(pool: Pool): Promise<number> {
  const problems = coverageProblems(await readColumns(pool));
  print(describeCoverage(problems));
  return problems.unclassified.length + problems.stale.length === 0 ? 0 : 1;
}

async function runExport(pool: Pool, [folder]: readonly string[], values: Values): Promise<number> {
  if (folder === undefined) throw new UsageError('Name the folder to export to.');
  const { realm, gzip = false } = values;
  const progress = progressTo('events written');
  const at = systemClock.now();
  const of = realm === undefined ? {} : { realm };
  const manifest = await exportHistory({ pool, folder, at, progress, gzip, ...of });
  print(`what the server tells of balances is in ${join(folder, BALANCES_FILE)}${gzip ? '.gz' : ''}`);
  for (const [name, { file, position, hash, segments }] of Object.entries(manifest.realms))
    print(`${name}: ${position} events in ${file}, head ${hash}, ${segments.number} signed segments`);
  print(
    `${manifest.checkpoints.length} checkpoints in manifest.json. Check it anywhere: node ${join(folder, 'verify.mjs')}`,
  );
  return 0;
}

async function runMarket(pool: Pool, { epoch, symbol, json }: Values): Promise<number> {
  if (epoch === undefined) throw new UsageError('Name an epoch: --epoch N, or --epoch all.');
  const config = readConfig(process.env);
  const answer = await auditMarket({
    pool,
    epoch: epoch === 'all' ? 'all' : whole(epoch),
    ...(symbol === undefined ? {} : { symbols: [symbol] }),
    calendars: readCatalogue().calendars,
    replayed: 'problems' in config ? [] : replayedSymbols(config.dataDir),
    now: systemClock.now(),
    progress: progressTo('events'),
  });
  if (json === true) printJson(answer);
  else print(typeof answer === 'string' ? answer : describeMarket(answer));
  return typeof answer === 'string' || answer.equal ? 0 : 1;
}

/** Needs the secret of the installation, because nonces follow from it: the data folder, or `PERSONAL_KEY`. */
async function runLiabilities(pool: Pool, { epoch }: Values): Promise<number> {
  const config = readConfig(process.env);
  if ('problems' in config) throw new UsageError('The settings of the server cannot be read.');
  const root = await openRootKey(pool, config);
  const audited = await auditLiabilities(pool, root, epoch === undefined ? undefined : whole(epoch));
  for (const { realm, epoch: of, position, published, computed, wrongBundles } of audited) {
    print(
      `${realm} ${new Date(of).toISOString()} at ${position}: ${published === computed ? 'EQUAL' : 'NOT EQUAL'}, published ${published}, computed ${computed}`,
    );
    if (wrongBundles > 0) print(`  ${wrongBundles} kept bundles of its nodes are not the computed ones`);
  }
  if (audited.length === 0) print('No root of liabilities was published yet, or none of that epoch.');
  return audited.length > 0 &&
    audited.every(({ published, computed, wrongBundles }) => published === computed && wrongBundles === 0)
    ? 0
    : 1;
}

/** Instruments that this data folder drives by a series: `replays/SPXUSDT+7000.csv`. */
function replayedSymbols(dataDir: string): string[] {
  const folder = join(dataDir, 'replays');
  if (!existsSync(folder)) return [];
  return readdirSync(folder).flatMap((file) => /^([A-Z0-9]+)(?:[+-]\d+)?\.csv$/.exec(file)?.[1] ?? []);
}

function readKept(path: string): KeptCheckpoints {
  const read = JSON.parse(readFileSync(path, 'utf8')) as { data?: KeptCheckpoints } & KeptCheckpoints;
  const kept = read.data ?? read;
  if (!Array.isArray(kept.checkpoints) || !Array.isArray(kept.keys))
    throw new UsageError(`${path} is not what web/getCheckpoints answers.`);
  return kept;
}

function readLogs(paths: readonly string[], witnesses: readonly string[]): KeptLogs {
  const keys = witnesses.map((text) => {
    const key = readVerifierKey(text);
    if (key?.type !== 'cosignature') throw new UsageError(`${text} is not the key of a witness.`);
    return key;
  });
  try {
    return new KeptLogs(
      paths.map((from) => ({ from, note: readFileSync(from, 'utf8') })),
      keys,
    );
  } catch (error) {
    throw error instanceof NoCheckpoint ? new UsageError(error.message) : error;
  }
}

/** A line of progress on the terminal, once a second. */
function progressTo(noun: string): (realm: string, position: number, head: number) => void {
  let printedAt = performance.now();
  return (realm, position, head) => {
    if (performance.now() - printedAt < 1_000) return;
    printedAt = performance.now();
    process.stderr.write(`  ${realm}: ${position} of ${head} ${noun}\n`);
  };
}

function describeVerify(report: VerifyReport): string {
  const { realms, events, seconds, findings, findingsTotal, checkpoints, leftOut } = report;
  const failed = new Set<Check>(findings.map(({ check }) => check));
  const lines = realms.map(({ realm, position, hash }) => `${realm.padEnd(6)} ${position} events, head ${hash}`);
  for (const [check, text] of Object.entries(CHECKS) as [Check, string][]) {
    const why = leftOut[check];
    if (why === undefined || failed.has(check)) lines.push(`  ${failed.has(check) ? 'WRONG' : 'right'} ${text}`);
    else lines.push(`  --    ${text}: left out, ${why}`);
  }
  for (const { realm, position, check, what } of findings) lines.push(`${realm} ${position} [${check}] ${what}`);
  if (findingsTotal > findings.length) lines.push(`… and ${findingsTotal - findings.length} more of these kinds`);
  lines.push(`${report.redecided} commands decided again${attestedText(report.attested)}`);
  for (const { realm, position, text } of report.restorations)
    lines.push(`${realm} went on from position ${position} on a database put in place on purpose. Given up: ${text}`);
  const speed = Math.round(events / Math.max(seconds, 0.001));
  lines.push(`${events} events and ${checkpoints} checkpoints in ${seconds.toFixed(1)} s, ${speed} events/s`);
  const open = coverageCounts()['not covered'];
  lines.push(`${open} columns are not covered: npm run audit -- coverage names them`);
  if (!report.anchored) lines.push('NOT ANCHORED OUTSIDE: no checkpoints kept elsewhere were given (--checkpoints).');
  for (const { witness, realm, size, at } of report.anchors)
    lines.push(`ANCHORED by ${witness}: the first ${size} events of ${realm}, ${new Date(at).toISOString()}`);
  if (report.anchors.length === 0)
    lines.push('UNANCHORED: no checkpoint of the log that a trusted witness cosigned was given (--log, --witness).');
  lines.push(report.ok ? 'OK' : `WRONG: ${findingsTotal} finding${findingsTotal === 1 ? '' : 's'}`);
  return lines.join('\n');
}

/** By what the history does not have: prices, rates and the like have audits of their own. */
function attestedText(attested: VerifyReport['attested']): string {
  const commands = new Map<string, string[]>();
  for (const [what, count] of Object.entries(attested)) {
    const [type = '', asked = ''] = what.split(': ');
    commands.set(asked, [...(commands.get(asked) ?? []), `${count} ${type}`]);
  }
  return [...commands].map(([asked, counts]) => `, attested for ${asked}: ${counts.join(', ')}`).join('');
}

function describeMarket({ equal, epochs, checked, differences, notes, seconds }: MarketAudit): string {
  const range = epochs.length > 1 ? `${epochs[0]} to ${epochs.at(-1)} (${epochs.length})` : `${epochs[0]}`;
  const lines = notes.map((note) => `note: ${note}`);
  for (const { what, epoch, symbol, realm, position, at, expected, found } of differences) {
    const where = [realm, position === undefined ? undefined : `position ${position}`, symbol]
      .filter(Boolean)
      .join(' ');
    const when = at === undefined ? '' : ` at ${new Date(at).toISOString()}`;
    lines.push(`epoch ${epoch} ${where}${when} [${what}] expected ${expected}, found ${found}`);
  }
  const { prices, premiums, volatilities, fills, conversions, options, alerts, contracts, candles } = checked;
  const drawn = `${prices} prices, ${premiums} premiums, ${volatilities} volatilities`;
  const ofUsers = `${fills} fills, ${conversions} conversion prices, ${options} options, ${contracts} prices of contracts, ${alerts} alerts and ${candles} candles of trades`;
  const counted = `seeds, ${drawn}, ${ofUsers}`;
  lines.push(`epochs ${range}: ${counted} in ${seconds.toFixed(1)} s`);
  lines.push(equal ? 'EQUAL' : `NOT EQUAL: ${differences.length} differences`);
  return lines.join('\n');
}

await runOnDatabase(import.meta.filename, main);
