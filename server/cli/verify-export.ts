// Checks an exported history with nothing but Node 20 or newer: no package, no database, no server.
//
//   node verify.mjs [folder] [--key HEX]
//
// It recomputes the hash chain of every realm from its genesis, checks that positions and versions have no gap, that the
// postings of every event sum to zero, that no balance goes below zero that may not, that balances end where the manifest
// says, and that every checkpoint is signed and lies on the chain. --key names the one public key that is believed.
// It ends with 0 and OK, or with 1 and the first wrong position of every realm.
import { createHash, createPublicKey, verify } from 'node:crypto';
import { createReadStream, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

interface Manifest {
  format: string;
  mayGoNegative: string[];
  realms: Record<string, { file: string; position: number; hash: string; balancesHash: string }>;
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

const SCALE = 18;
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
  ) {
    this.hash = sha256(`glassbook/genesis/${name}`);
  }

  take(text: string): void {
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
    this.checkpoints.delete(wanted);
    this.versions.set(stream, version);
    this.position = wanted;
    this.hash = line.hash;
  }

  finish(end: { position: number; hash: string; balancesHash: string }): void {
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
  let rest = '';
  for await (const chunk of createReadStream(path, 'utf8') as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') throw new Error('the file does not end with a line feed');
}

function checkSignature(checkpoint: Checkpoint, keys: ReadonlyMap<string, string>, trusted: string | undefined): void {
  const { realm, number, position, hash, answers, at, keyId, previous, signature } = checkpoint;
  const key = keys.get(keyId);
  if (key === undefined || (trusted !== undefined && key !== trusted)) throw new Error(`its key ${keyId} is not known`);
  const raw = Buffer.from(key, 'hex');
  if (sha256(raw).slice(0, 16) !== keyId) throw new Error(`its key is not ${keyId}`);
  const jwk = { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') };
  const text = `glassbook/checkpoint/3\n${realm}\n${number}\n${position}\n${hash}\n${answers}\n${at}\n${keyId}\n${previous}`;
  if (!verify(null, Buffer.from(text), createPublicKey({ key: jwk, format: 'jwk' }), Buffer.from(signature, 'hex')))
    throw new Error('its signature is not right');
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

async function checkRealm(folder: string, manifest: Manifest, name: string): Promise<string | null> {
  const end = manifest.realms[name] as Manifest['realms'][string];
  const own = manifest.checkpoints.filter(({ realm }) => realm === name);
  const free = new Set(manifest.mayGoNegative);
  const realm = new Realm(name, free, new Map(own.map((checkpoint) => [checkpoint.position, checkpoint])));
  try {
    for await (const line of linesOf(join(folder, end.file))) {
      realm.take(line);
      if (realm.position % 200_000 === 0) process.stderr.write(`  ${name}: ${realm.position} of ${end.position}\n`);
    }
  } catch (error) {
    return `${name} ${realm.position + 1}: ${(error as Error).message}`;
  }
  try {
    realm.finish(end);
  } catch (error) {
    return `${name} ${realm.position}: ${(error as Error).message}`;
  }
  return null;
}

/** Ends with 0 when everything is right. */
async function main(args: readonly string[]): Promise<number> {
  const at = args.indexOf('--key');
  const trusted = at < 0 ? undefined : args[at + 1]?.toLowerCase();
  const folder =
    args.find((arg, index) => !arg.startsWith('--') && index !== at + 1) ?? dirname(fileURLToPath(import.meta.url));
  const manifest = JSON.parse(readFileSync(join(folder, 'manifest.json'), 'utf8')) as Manifest;
  if (manifest.format !== 'glassbook/export/2') throw new Error(`this verifier does not know ${manifest.format}`);
  const keys = new Map(manifest.keys.map(({ keyId, publicKey }) => [keyId, publicKey]));
  const problems: string[] = [];
  for (const checkpoint of manifest.checkpoints) {
    try {
      checkSignature(checkpoint, keys, trusted);
    } catch (error) {
      problems.push(`${checkpoint.realm} ${checkpoint.position}: the checkpoint: ${(error as Error).message}`);
    }
  }
  problems.push(...brokenRows(manifest.checkpoints));
  let events = 0;
  for (const [name, { position, hash }] of Object.entries(manifest.realms)) {
    const problem = await checkRealm(folder, manifest, name);
    events += position;
    if (problem === null) process.stdout.write(`${name}: ${position} events, head ${hash}\n`);
    else problems.push(problem);
  }
  for (const problem of problems) process.stdout.write(`WRONG ${problem}\n`);
  if (problems.length > 0) return 1;
  process.stdout.write(`OK: ${events} events and ${manifest.checkpoints.length} checkpoints\n`);
  return 0;
}

process.exitCode = await main(process.argv.slice(2));
