// Checks an exported history with nothing but Node 20 or newer: no package, no database, no server.
//
//   node verify.mjs [folder] [--key HEX]
//
// It recomputes the hash chain of every realm from its genesis, checks that positions and versions have no gap, that the
// postings of every event sum to zero, that no balance goes below zero that may not, that balances end where the manifest
// says, that every event and its command lie in a signed segment, and that every checkpoint is signed and lies on the chain.
// --key names the one public key that is believed. Files of lines may be packed with gzip.
// It ends with 0 and OK, or with 1 and the first wrong position of every realm.
import { createHash, createPublicKey, verify, type KeyObject } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGunzip } from 'node:zlib';

interface Checkpoint {
  realm: string;
  number: number;
  position: number;
  hash: string;
  answers: string;
  at: number;
  keyId: string;
  previous: string;
  signature: string;
}

/** Where a realm ends, and the SHA-256 of its files. */
interface End {
  file: string;
  position: number;
  hash: string;
  balancesHash: string;
  fileHash: string;
  segments: { file: string; number: number; header: string; fileHash: string };
}

interface Manifest {
  format: string;
  mayGoNegative: string[];
  realms: Record<string, End>;
  keys: { keyId: string; publicKey: string }[];
  checkpoints: Checkpoint[];
}

interface Line {
  position: number;
  stream: string;
  version: number;
  type: string;
  schema: number;
  at: number;
  actor: string;
  correlation: string;
  causation: string;
  command: string;
  data: string;
  postings: string | null;
  hash: string;
}

type Keys = ReadonlyMap<string, KeyObject>;

const SCALE = 18;
const NO_SEGMENT = '0'.repeat(64);
/** The lines of the signed text of a segment, by the first of them. */
/** More than an append may hold: what a line says of itself is not believed. */
const EVENTS_MAX = 1_000_000;
const HEADERS: Record<string, readonly string[]> = {
  'glassbook/segment/1': [
    ...['instance', 'realm', 'number', 'first', 'count', 'leaseEpoch', 'rules', 'housePosition', 'houseHash'],
    ...['previous', 'commands', 'head', 'at', 'restored', 'keyId'],
  ],
};
const sha256 = (text: string | Uint8Array): string => createHash('sha256').update(text).digest('hex');

/** A decimal text as a whole number of 10^-18. */
function amountOf(text: string): bigint {
  const found = /^(-?)(\d+)(?:\.(\d{1,18}))?$/.exec(text);
  if (found === null) throw new Error(`${text} is no amount`);
  const units = BigInt(`${found[2]}${(found[3] ?? '').padEnd(SCALE, '0')}`);
  return found[1] === '-' ? -units : units;
}

function textOf(value: bigint): string {
  const digits = (value < 0n ? -value : value).toString().padStart(SCALE + 1, '0');
  const fraction = digits.slice(-SCALE).replace(/0+$/, '');
  return `${value < 0n ? '-' : ''}${digits.slice(0, -SCALE)}${fraction === '' ? '' : `.${fraction}`}`;
}

/** The signed segments of a realm, read beside its events. `cover` throws what is wrong with the segment of an event. */
class Segments {
  number = 0;
  header = NO_SEGMENT;
  private digests: string[] = [];
  private first = 1;
  private end = 0;
  private head = '';
  private leaseEpoch = 0;
  private instance: string | undefined;

  constructor(
    private readonly realm: string,
    private readonly lines: AsyncIterator<string>,
    private readonly keys: Keys,
    /** Of every event of the house realm, where that is exported. */
    private readonly house: readonly string[] | undefined,
  ) {}

  async cover({ position, command, hash }: Line): Promise<void> {
    if (position > this.end) {
      const next = await this.lines.next();
      if (next.done === true) throw new Error('no signed segment covers the events from here');
      this.open(next.value, position);
    }
    if (this.digests[position - this.first] !== command) throw new Error('its segment has another command for it');
    if (position === this.end && hash !== this.head) throw new Error('its segment has signed another event');
  }

  async finish(end: End['segments']): Promise<void> {
    if ((await this.lines.next()).done !== true) throw new Error('a segment covers events that are not there');
    if (this.number !== end.number || this.header !== end.header)
      throw new Error(`the segments end with ${this.number}; the manifest says ${end.number}`);
  }

  private open(line: string, position: number): void {
    const { text, signature, commands } = JSON.parse(line) as { text: string; signature: string; commands: string };
    if (JSON.stringify({ text, signature, commands }) !== line)
      throw new Error('its segment is not written as exported');
    const [domain = '', ...values] = text.split('\n');
    const names = HEADERS[domain];
    if (names?.length !== values.length) throw new Error(`its segment begins with ${domain}, which nobody knows`);
    const header = Object.fromEntries(names.map((name, at) => [name, values[at] ?? '']));
    const number = Number(header['number']);
    if (!isSignedBy(this.keys, header['keyId'] ?? '', text, signature))
      throw new Error(`segment ${number}: its signature is not right`);
    const first = Number(header['first']);
    if (header['realm'] !== this.realm) throw new Error(`segment ${number} is of ${header['realm']}`);
    this.instance ??= header['instance'];
    if (header['instance'] !== this.instance) throw new Error(`segment ${number} is of another installation`);
    if (number !== this.number + 1) throw new Error(`segment ${this.number + 1} is missing`);
    if (header['previous'] !== this.header) throw new Error(`segment ${number} does not sign the one before it`);
    if (first !== position) throw new Error(`segment ${number} does not go on from ${this.end}`);
    if (Number(header['leaseEpoch']) < this.leaseEpoch) throw new Error(`segment ${number} has an older lease`);
    const at = Number(header['housePosition']);
    if (this.house !== undefined && at > 0 && this.house[at - 1] !== header['houseHash'])
      throw new Error(`segment ${number} names a place of the house realm that is not there`);
    if (sha256(commands) !== header['commands']) throw new Error(`segment ${number} has other commands than it signed`);
    this.digests = commands.split('\n').flatMap((command) => {
      const { events } = JSON.parse(command) as { events: number };
      return new Array<string>(Math.min(events, EVENTS_MAX)).fill(sha256(command));
    });
    if (this.digests.length !== Number(header['count']))
      throw new Error(`segment ${number} has commands for ${this.digests.length} events, not ${header['count']}`);
    this.number = number;
    this.header = sha256(text);
    this.head = header['head'] ?? '';
    this.leaseEpoch = Number(header['leaseEpoch']);
    this.first = first;
    this.end = first + this.digests.length - 1;
  }
}

/** One realm while its file is read. `take` throws what is wrong with a line. */
class Realm {
  position = 0;
  hash: string;
  private readonly versions = new Map<string, number>();
  private readonly balances = new Map<string, bigint>();

  constructor(
    private readonly name: string,
    private readonly free: ReadonlySet<string>,
    private readonly checkpoints: Map<number, Checkpoint>,
    private readonly segments: Segments,
  ) {
    this.hash = sha256(`glassbook/genesis/${name}`);
  }

  async take(text: string): Promise<void> {
    const wanted = this.position + 1;
    const line = JSON.parse(text) as Line;
    if (exactly(line) !== text) throw new Error('the line is not written as an export writes it');
    if (line.position !== wanted) throw new Error(`position ${line.position} stands here`);
    const { stream, version, type, schema, at, actor, correlation, causation, command, data, postings } = line;
    const chained = `${this.hash}\n${this.name}\n${wanted}\n${stream}\n${version}\n${type}\n${schema}\n${at}\n${actor}\n${correlation}\n${causation}\n${command}\n${data}\n${postings ?? ''}`;
    if (sha256(chained) !== line.hash)
      throw new Error(`${type} of ${stream} does not follow from the events before it`);
    const next = (this.versions.get(stream) ?? 0) + 1;
    if (version !== next) throw new Error(`${stream} goes on with version ${version}, not ${next}`);
    if (postings !== null) this.post(JSON.parse(postings) as [string, string, string][]);
    const checkpoint = this.checkpoints.get(wanted);
    if (checkpoint !== undefined && checkpoint.hash !== line.hash)
      throw new Error('the checkpoint has another hash than the event');
    await this.segments.cover(line);
    this.checkpoints.delete(wanted);
    this.versions.set(stream, version);
    this.position = wanted;
    this.hash = line.hash;
  }

  finish(end: End): void {
    if (this.position !== end.position) throw new Error(`the history ends here; the manifest says ${end.position}`);
    if (this.hash !== end.hash) throw new Error('the last hash is not that of the manifest');
    for (const position of this.checkpoints.keys())
      throw new Error(`a checkpoint covers ${position}, which is not there`);
    const lines = [...this.balances].filter(([, value]) => value !== 0n).sort(([a], [b]) => (a < b ? -1 : 1));
    const text = lines.map(([key, value]) => `${key} ${textOf(value)}\n`).join('');
    if (sha256(text) !== end.balancesHash) throw new Error('the balances are not those of the manifest');
  }

  private post(lines: readonly [string, string, string][]): void {
    const sums = new Map<string, bigint>();
    for (const [account, asset, text] of lines) {
      const value = amountOf(text);
      sums.set(asset, (sums.get(asset) ?? 0n) + value);
      this.balances.set(`${account} ${asset}`, (this.balances.get(`${account} ${asset}`) ?? 0n) + value);
    }
    for (const [asset, sum] of sums) if (sum !== 0n) throw new Error(`it does not sum to zero in ${asset}`);
    for (const [account, asset] of lines) {
      const balance = this.balances.get(`${account} ${asset}`) ?? 0n;
      if (balance < 0n && !this.free.has(account))
        throw new Error(`it leaves ${account} at ${textOf(balance)} ${asset}`);
    }
  }
}

function exactly(line: Line): string {
  const { position, stream, version, type, schema, at, actor, correlation, causation, command, data, postings, hash } =
    line;
  const fields = {
    position,
    stream,
    version,
    type,
    schema,
    at,
    actor,
    correlation,
    causation,
    command,
    data,
    postings,
    hash,
  };
  return JSON.stringify(fields);
}

/** Lines end with a line feed and with nothing else: other characters that break lines may stand in the texts. */
async function* linesOf(path: string): AsyncGenerator<string> {
  const bytes = createReadStream(path);
  const plain = path.endsWith('.gz') ? bytes.pipe(createGunzip()) : bytes;
  if (plain !== bytes) bytes.on('error', (error) => plain.destroy(error));
  let rest = '';
  for await (const chunk of plain.setEncoding('utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new Error(`${basename(path)} does not end with a line feed`);
}

/** Unpacking overlooks some bytes of a packed file. */
async function checkFile(path: string, wanted: string): Promise<void> {
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  if (digest.digest('hex') !== wanted) throw new Error(`${basename(path)} is not the file that was written`);
}

function isSignedBy(keys: Keys, keyId: string, text: string, signature: string): boolean {
  const key = keys.get(keyId);
  if (key === undefined) throw new Error(`it was signed with ${keyId}, which nobody trusts`);
  return verify(null, Buffer.from(text), key, Buffer.from(signature, 'hex'));
}

/** Public keys by their id; with a trusted one, that alone. */
function keysOf(manifest: Manifest, trusted: string | undefined): Keys {
  const keys = manifest.keys.filter(({ publicKey }) => trusted === undefined || publicKey === trusted);
  return new Map(
    keys.map(({ keyId, publicKey }) => {
      const raw = Buffer.from(publicKey, 'hex');
      if (sha256(raw).slice(0, 16) !== keyId) throw new Error(`the key ${keyId} of the manifest is another one`);
      const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
      return [keyId, createPublicKey({ key: jwk, format: 'jwk' })];
    }),
  );
}

function checkSignature(checkpoint: Checkpoint, keys: Keys): void {
  const { realm, number, position, hash, answers, at, keyId, previous, signature } = checkpoint;
  const text = `glassbook/checkpoint/3\n${realm}\n${number}\n${position}\n${hash}\n${answers}\n${at}\n${keyId}\n${previous}`;
  if (!isSignedBy(keys, keyId, text, signature)) throw new Error('its signature is not right');
}

/** Checkpoints of a realm count up from 1, and each signs the signature of the one before. */
function brokenRows(checkpoints: readonly Checkpoint[]): string[] {
  const ends = new Map<string, { number: number; digest: string }>();
  return checkpoints.flatMap(({ realm, number, position, previous, signature }) => {
    const last = ends.get(realm) ?? { number: 0, digest: '0'.repeat(64) };
    ends.set(realm, { number, digest: sha256(Buffer.from(signature, 'hex')) });
    if (number === last.number + 1 && previous === last.digest) return [];
    return [`${realm} ${position}: the checkpoint does not follow checkpoint ${last.number}`];
  });
}

async function checkRealm(
  folder: string,
  manifest: Manifest,
  name: string,
  { keys, house }: { keys: Keys; house: string[] | undefined },
): Promise<string | null> {
  const end = manifest.realms[name] as End;
  const own = manifest.checkpoints.filter(({ realm }) => realm === name);
  const free = new Set(manifest.mayGoNegative);
  const [events, signed] = [join(folder, end.file), join(folder, end.segments.file)];
  const segments = new Segments(name, linesOf(signed), keys, house);
  const realm = new Realm(name, free, new Map(own.map((checkpoint) => [checkpoint.position, checkpoint])), segments);
  try {
    for await (const text of linesOf(events)) {
      await realm.take(text);
      if (name === 'house') house?.push(realm.hash);
      if (realm.position % 200_000 === 0) process.stderr.write(`  ${name}: ${realm.position} of ${end.position}\n`);
    }
  } catch (error) {
    return `${name} ${realm.position + 1}: ${(error as Error).message}`;
  }
  try {
    realm.finish(end);
    await segments.finish(end.segments);
    await checkFile(events, end.fileHash);
    await checkFile(signed, end.segments.fileHash);
  } catch (error) {
    return `${name} ${realm.position}: ${(error as Error).message}`;
  }
  return null;
}

/** Ends with 0 when everything is right. */
async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--key');
  const trusted = at < 0 ? undefined : args[at + 1]?.toLowerCase();
  const named = args.find((arg, index) => !arg.startsWith('--') && (at < 0 || index !== at + 1));
  const folder = named ?? dirname(fileURLToPath(import.meta.url));
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  if (manifest.format !== 'glassbook/export/3') throw new Error(`this verifier does not know ${manifest.format}`);
  const keys = keysOf(manifest, trusted);
  const problems: string[] = [];
  for (const checkpoint of manifest.checkpoints) {
    try {
      checkSignature(checkpoint, keys);
    } catch (error) {
      problems.push(`${checkpoint.realm} ${checkpoint.position}: the checkpoint: ${(error as Error).message}`);
    }
  }
  problems.push(...brokenRows(manifest.checkpoints));
  let [events, segments] = [0, 0];
  // Segments of the other realms name places of this one.
  const names = Object.keys(manifest.realms).sort((one, other) => Number(other === 'house') - Number(one === 'house'));
  const house = names.includes('house') ? [] : undefined;
  if (house === undefined)
    process.stdout.write('The house realm is not exported: its places in segments are not checked.\n');
  for (const name of names) {
    const problem = await checkRealm(folder, manifest, name, { keys, house });
    const { position, hash, segments: signed } = manifest.realms[name] as End;
    events += position;
    segments += signed.number;
    if (problem === null)
      process.stdout.write(`${name}: ${position} events, ${signed.number} segments, head ${hash}\n`);
    else problems.push(problem);
  }
  for (const problem of problems) process.stdout.write(`WRONG ${problem}\n`);
  if (problems.length > 0) return 1;
  process.stdout.write(`OK: ${events} events, ${segments} segments and ${manifest.checkpoints.length} checkpoints\n`);
  return 0;
}

try {
  process.exitCode = await main(process.argv.slice(2));
} catch (error) {
  process.stdout.write(`WRONG manifest: ${(error as Error).message}\n`);
  process.exitCode = 1;
}
