// Watches the public logs of a Glassbook server and cosigns what only grew, with nothing but Node 20 or newer: no package, no database,
// and no line of the program that wrote the logs. To be read before it is believed; docs/decisions/public-log.md says what a log is.
//
//   node witness.mjs <address> --name <your name, such as witness.example> [--folder DIR] [--every SECONDS]
//
// The folder keeps your key and, of each log, the newest checkpoint with your cosignature. The first look takes a log as it is and
// keeps its key; from then on each must be the continuation of the one before. A log that is not leaves both checkpoints in the
// folder: together they prove that its server told two histories. Looks once, or every so many seconds until it is stopped.
// Ends with 0 where all logs only grew, 1 where one did not, 2 on wrong arguments, 3 where the server could not be asked.
//
// An auditor brings the kept files: npm run audit -- verify --log <realm>.note --witness "<the key that is printed>".
// Formats: C2SP signed-note, tlog-checkpoint and tlog-cosignature; RFC 9162, 2.1.4.2.
import { createHash, createPrivateKey, createPublicKey, generateKeyPairSync, sign, verify } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const USAGE = 'node witness.mjs <address> --name <your name> [--folder DIR] [--every SECONDS]\n';
const ED25519 = 1;
const COSIGNATURE = 4;
const HASH_BYTES = 32;
const ANSWER_MS = 20_000;
const REALM = /^[a-z]{1,20}$/;

/** What a log shows is not the continuation of what it showed before, or nothing that its key has signed. */
class Refused extends Error {}

function must(holds, what) {
  if (!holds) throw new Refused(what);
}

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const node = (left, right) => sha256(Buffer.of(1), left, right);

function base64(text, what) {
  const bytes = Buffer.from(text, 'base64');
  must(bytes.toString('base64') === text, `${what} is no base64`);
  return bytes;
}

function hash(text, what) {
  const bytes = base64(text, what);
  must(bytes.length === HASH_BYTES, `${what} does not have 32 bytes`);
  return bytes;
}

/** The first four bytes of the key's hash, in hex. */
const keyId = (name, type, raw) => sha256(Buffer.from(`${name}\n`), Buffer.of(type), raw).subarray(0, 4);

const publicKeyOf = (raw) =>
  createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: raw.toString('base64url') }, format: 'jwk' });

/** A public key as C2SP signed-note writes it: name, ID, and type with key. */
function readKey(text) {
  const [, name, id, encoded] = /^([^+\s]+)\+([0-9a-f]{8})\+(.+)$/.exec(text) ?? [];
  must(name !== undefined, `${text} is no key`);
  const bytes = base64(encoded, 'the key of the log');
  const raw = bytes.subarray(1);
  must(bytes[0] === ED25519 && raw.length === 32, 'the key of the log is not of Ed25519');
  must(keyId(name, ED25519, raw).toString('hex') === id, 'the key of the log has the ID of another');
  return { name, id, key: publicKeyOf(raw) };
}

/** Origin, size and root of a checkpoint that the log's key has signed, with its text and its signature lines. */
function readNote(note, { name, id, key }) {
  const end = note.lastIndexOf('\n\n');
  must(end >= 0 && note.endsWith('\n'), 'the checkpoint is cut off');
  const text = note.slice(0, end + 1);
  const [origin, sizeText, rootText] = text.split('\n');
  const size = Number(sizeText);
  must(/^(0|[1-9][0-9]*)$/.test(sizeText) && Number.isSafeInteger(size), 'the size of the checkpoint is no number');
  const lines = note
    .slice(end + 2)
    .split('\n')
    .slice(0, -1);
  const own = lines.flatMap((line) => {
    const [, signer, encoded] = /^\u2014 (\S+) (\S+)$/.exec(line) ?? [];
    const bytes = Buffer.from(encoded ?? '', 'base64');
    return signer === name && bytes.subarray(0, 4).toString('hex') === id ? [bytes.subarray(4)] : [];
  });
  const isSigned = own.length > 0 && own.every((signature) => verify(null, Buffer.from(text), key, signature));
  must(isSigned, 'the checkpoint is not signed by the key of the log');
  return { origin, size, root: hash(rootText ?? '', 'the root of the checkpoint'), text, lines };
}

/** Whether the tree of `to` begins with all entries of the tree of `from`, which has at least one. */
function continues(from, to, proof) {
  if (from.size === to.size) return from.root.equals(to.root);
  let [at, last] = [from.size - 1, to.size - 1];
  while (at % 2 === 1) [at, last] = [(at - 1) / 2, Math.floor(last / 2)];
  const rest = [...proof];
  const first = at === 0 ? from.root : rest.shift();
  if (first === undefined) return false;
  let [older, newer] = [first, first];
  for (const sibling of rest) {
    if (last === 0) return false;
    if (at % 2 === 1 || at === last) {
      [older, newer] = [node(sibling, older), node(sibling, newer)];
      while (at % 2 === 0 && at > 0) [at, last] = [at / 2, Math.floor(last / 2)];
    } else newer = node(newer, sibling);
    [at, last] = [Math.floor(at / 2), Math.floor(last / 2)];
  }
  return last === 0 && older.equals(from.root) && newer.equals(to.root);
}

/** Your key, which the first look makes. */
function openKey(folder, name) {
  const path = join(folder, 'witness-key.pem');
  if (!existsSync(path)) {
    const pem = generateKeyPairSync('ed25519').privateKey.export({ type: 'pkcs8', format: 'pem' });
    writeFileSync(path, pem, { mode: 0o600, flag: 'wx' });
  }
  const privateKey = createPrivateKey(readFileSync(path));
  const raw = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x, 'base64url');
  const id = keyId(name, COSIGNATURE, raw);
  const text = `${name}+${id.toString('hex')}+${Buffer.concat([Buffer.of(COSIGNATURE), raw]).toString('base64')}`;
  return { name, id, privateKey, text };
}

/** The line that says: at this second this witness knew no larger head that continues what it saw. */
function cosignature({ name, id, privateKey }, text, seconds) {
  const time = Buffer.alloc(8);
  time.writeBigUInt64BE(BigInt(seconds));
  const signature = sign(null, Buffer.from(`cosignature/v1\ntime ${seconds}\n${text}`), privateKey);
  return `\u2014 ${name} ${Buffer.concat([id, time, signature]).toString('base64')}\n`;
}

async function asked(url) {
  const answer = await fetch(url, { signal: AbortSignal.timeout(ANSWER_MS) });
  if (!answer.ok) throw new Error(`${url} answers ${answer.status}`);
  return answer;
}

const dataOf = async (url) => (await (await asked(url)).json()).data;

/** A reader finds the old file or the new one, never half of it. */
function write(path, text) {
  writeFileSync(`${path}.part`, text);
  renameSync(`${path}.part`, path);
}

const textOf = (path) => (existsSync(path) ? readFileSync(path, 'utf8') : undefined);

/** Looks at the log of one realm; answers how many events it has. */
async function look(server, folder, witness, { realm, verifierKey }) {
  const paths = { note: join(folder, `${realm}.note`), key: join(folder, `${realm}.key`) };
  const key = readKey(textOf(paths.key) ?? verifierKey);
  const note = await (await asked(new URL(`log/${realm}/checkpoint`, server))).text();
  try {
    const shown = readNote(note, key);
    const kept = textOf(paths.note);
    if (kept !== undefined) await mustContinue(server, realm, readNote(kept, key), shown);
    const cosigned = cosignature(witness, shown.text, Math.floor(Date.now() / 1000));
    write(paths.key, textOf(paths.key) ?? verifierKey);
    write(paths.note, `${shown.text}\n${shown.lines.map((line) => `${line}\n`).join('')}${cosigned}`);
    return shown.size;
  } catch (error) {
    if (error instanceof Refused) write(join(folder, `${realm}.refused.note`), note);
    throw error;
  }
}

async function mustContinue(server, realm, kept, shown) {
  must(shown.origin === kept.origin, `it is the log ${shown.origin}, and was ${kept.origin}`);
  must(shown.size >= kept.size, `it has ${shown.size} events, and had ${kept.size}`);
  const inBetween = shown.size > kept.size && kept.size > 0;
  const query = new URLSearchParams({ realm, from: kept.size, to: shown.size });
  const told = inBetween ? await dataOf(new URL(`web/getLogConsistency?${query}`, server)) : { proof: [] };
  const proof = (told?.proof ?? []).map((text) => hash(text, 'the proof'));
  if (kept.size > 0)
    must(continues(kept, shown, proof), `its ${shown.size} events are not the continuation of the ${kept.size} before`);
}

/** Looks at all logs of a server once. */
async function lookAtAll(server, folder, witness) {
  let end = 0;
  const logs = await dataOf(new URL('web/getLogs', server));
  const realms = new Set(logs.map(({ realm }) => realm));
  for (const log of logs.filter(({ realm }) => REALM.test(realm))) {
    try {
      process.stdout.write(`${log.realm}: ${await look(server, folder, witness, log)} events, cosigned\n`);
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      end = 1;
      process.stdout.write(`${log.realm}: REFUSED, ${error.message}\n`);
    }
  }
  for (const realm of ['house', 'demo', 'real'])
    if (!realms.has(realm) && existsSync(join(folder, `${realm}.note`))) {
      end = 1;
      process.stdout.write(`${realm}: REFUSED, the server shows no such log any more\n`);
    }
  return end;
}

function read(args) {
  const options = { name: { type: 'string' }, folder: { type: 'string' }, every: { type: 'string' } };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { name = '', folder = 'witness', every } = values;
  const seconds = every === undefined ? undefined : Number(every);
  const isRight = positionals.length === 1 && /^[^+\s]+$/.test(name) && (seconds === undefined || seconds >= 1);
  if (!isRight) throw new TypeError('wrong arguments');
  const server = new URL(positionals[0].endsWith('/') ? positionals[0] : `${positionals[0]}/`);
  return { server, name, folder, seconds };
}

async function main(args) {
  let given;
  try {
    given = read(args);
  } catch {
    process.stdout.write(USAGE);
    return 2;
  }
  const { server, name, folder, seconds } = given;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const witness = openKey(folder, name);
  process.stdout.write(`witness ${witness.text}\n`);
  for (;;) {
    let end = 3;
    try {
      end = await lookAtAll(server, folder, witness);
    } catch (error) {
      process.stdout.write(`the server could not be asked: ${error.message}\n`);
    }
    if (seconds === undefined) return end;
    await new Promise((resolve) => setTimeout(resolve, seconds * 1000));
  }
}

process.exitCode = await main(process.argv.slice(2));
