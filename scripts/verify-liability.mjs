// Checks a proof of liabilities with nothing but Node 20 or newer: no package, no database, no server. To be read before it is
// believed; docs/liabilities.md says what it computes.
//
//   node verify-liability.mjs proof.json --roots roots.json [--owner demo-….1]
//
// proof.json: downloaded from /bps, or `data` of web/getLiabilityProof. roots.json: what web/getLiabilityEpochs answered, best
// asked for by somebody else. It ends with 0 and OK, with 1 and what is wrong, or with 2 on wrong arguments.
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

const FORMAT = 'glassbook/liability-proof/1';
const HEX = /^[0-9a-f]{64}$/;
const ASSET = /^[!-~]{1,32}$/;
const DECIMAL = /^(0|[1-9][0-9]*)(?:\.([0-9]{0,17}[1-9]))?$/;
const PROOF = [
  ...['format', 'realm', 'epoch', 'position', 'head', 'leaves', 'sums', 'root'],
  ...['committedPosition', 'committedHash', 'leaf', 'path'],
];

const sha256 = (...parts) => createHash('sha256').update(Buffer.concat(parts)).digest();
const byte = (...values) => Buffer.from(values);
const ascii = (text) => Buffer.from(text, 'latin1');

function uint64(value) {
  const bytes = Buffer.alloc(8);
  bytes.writeBigUInt64BE(BigInt(value));
  return bytes;
}

function must(holds, what) {
  if (!holds) throw new Error(what);
}

function fields(object, names, what) {
  must(object !== null && typeof object === 'object' && !Array.isArray(object), `${what} is no object`);
  must(Object.keys(object).sort().join() === [...names].sort().join(), `${what} does not have exactly ${names}`);
}

function hex(text, what) {
  must(typeof text === 'string' && HEX.test(text), `${what} is not 32 bytes in hex`);
  return Buffer.from(text, 'hex');
}

function whole(value, what) {
  must(Number.isSafeInteger(value) && value >= 0 && !Object.is(value, -0), `${what} is no whole number`);
  return value;
}

/** Units of 10^-18: no sign exists, so nothing can be negative. */
function units(text) {
  const found = typeof text === 'string' ? DECIMAL.exec(text) : null;
  must(found !== null, `${text} is no amount`);
  const value = BigInt(found[1] + (found[2] ?? '').padEnd(18, '0'));
  must(value > 0n && value < 2n ** 127n, `${text} is out of bounds`);
  return value;
}

/** A list of sums as a map by asset, in order, each once. */
function sums(list, what) {
  must(Array.isArray(list), `${what} is no list`);
  const read = new Map();
  let before = '';
  for (const sum of list) {
    fields(sum, ['asset', 'amount'], `a sum of ${what}`);
    must(typeof sum.asset === 'string' && ASSET.test(sum.asset), `${what} names no asset`);
    must(sum.asset > before, `${what} is not in the order of assets`);
    read.set(sum.asset, units(sum.amount));
    before = sum.asset;
  }
  return read;
}

function encode(read) {
  const parts = [byte(read.size >> 8, read.size & 255)];
  for (const asset of [...read.keys()].sort()) {
    const amount = Buffer.from(read.get(asset).toString(16).padStart(32, '0'), 'hex');
    parts.push(byte(asset.length), ascii(asset), amount);
  }
  return Buffer.concat(parts);
}

function add(left, right) {
  const total = new Map(left);
  for (const [asset, amount] of right) total.set(asset, (total.get(asset) ?? 0n) + amount);
  return total;
}

const same = (left, right) => encode(left).equals(encode(right));

/** Throws what is wrong with a proof; answers what it shows. */
export function checkProof(proof, roots, owner) {
  fields(proof, PROOF, 'the proof');
  must(proof.format === FORMAT, 'this script does not know the format of the proof');
  fields(proof.leaf, ['index', 'ownerId', 'nonce', 'sums'], 'the leaf');
  const { leaf, path } = proof;
  must(typeof proof.realm === 'string' && /^[a-z]{1,16}$/.test(proof.realm), 'the realm has no name');
  must(typeof leaf.ownerId === 'string' && /^[!-~]{1,255}$/.test(leaf.ownerId), 'the leaf names nobody');
  must(owner === undefined || leaf.ownerId === owner, `the leaf is that of ${leaf.ownerId}, not of ${owner}`);
  for (const name of ['epoch', 'position', 'leaves', 'committedPosition']) whole(proof[name], name);
  must(Array.isArray(path) && proof.leaves === 2 ** path.length, 'the path does not lead from a leaf to the top');
  must(whole(leaf.index, 'the index') < proof.leaves, 'there is no such leaf');

  const own = sums(leaf.sums, 'the leaf');
  let node = {
    sums: own,
    hash: sha256(byte(0), hex(leaf.nonce, 'the nonce'), byte(leaf.ownerId.length), ascii(leaf.ownerId), encode(own)),
  };
  for (const [height, step] of path.entries()) {
    fields(step, ['sums', 'hash'], `step ${height + 1}`);
    const sibling = { sums: sums(step.sums, `step ${height + 1}`), hash: hex(step.hash, `step ${height + 1}`) };
    const isRight = Math.floor(leaf.index / 2 ** height) % 2 === 1;
    const [left, right] = isRight ? [sibling, node] : [node, sibling];
    node = {
      sums: add(left.sums, right.sums),
      hash: sha256(byte(1), encode(left.sums), left.hash, encode(right.sums), right.hash),
    };
  }
  must(same(node.sums, sums(proof.sums, 'the root')), 'the path does not add up to the sums of the root');
  const place = [byte(2, proof.realm.length), ascii(proof.realm), uint64(proof.epoch), uint64(proof.position)];
  const root = sha256(...place, hex(proof.head, 'the head'), uint64(proof.leaves), encode(node.sums), node.hash);
  must(root.equals(hex(proof.root, 'the root')), 'the path does not lead to the root');
  hex(proof.committedHash, 'the hash of the event');
  if (roots !== undefined) checkPublished(proof, roots);
  return { ownerId: leaf.ownerId, own: leaf.sums, total: proof.sums, root: proof.root };
}

/** The root of the proof is the published one, word for word. */
function checkPublished(proof, roots) {
  const items = roots?.data?.items ?? roots?.items ?? roots;
  must(Array.isArray(items), 'the roots are not what web/getLiabilityEpochs answers');
  const found = items.find(({ realm, epoch }) => realm === proof.realm && epoch === proof.epoch);
  must(found !== undefined, 'the published roots have none of this realm and epoch');
  for (const name of ['position', 'head', 'leaves', 'root', 'committedPosition', 'committedHash'])
    must(found[name] === proof[name], `the published root has another ${name}`);
  must(JSON.stringify(found.sums) === JSON.stringify(proof.sums), 'the published root has other sums');
}

function main(args) {
  const valueOf = (name) => (args.includes(name) ? args[args.indexOf(name) + 1] : undefined);
  const [rootsFile, owner] = [valueOf('--roots'), valueOf('--owner')];
  const file = args.find((arg, at) => !arg.startsWith('--') && !['--roots', '--owner'].includes(args[at - 1]));
  if (file === undefined) {
    process.stdout.write('Name the proof: node verify-liability.mjs proof.json --roots roots.json\n');
    return 2;
  }
  try {
    const read = JSON.parse(readFileSync(file, 'utf8'));
    const roots = rootsFile === undefined ? undefined : JSON.parse(readFileSync(rootsFile, 'utf8'));
    const { ownerId, own, total, root } = checkProof(read.data ?? read, roots, owner);
    for (const { asset, amount } of own) {
      const all = total.find((sum) => sum.asset === asset);
      process.stdout.write(`${ownerId} is owed ${amount} ${asset}, counted in ${all.amount} ${asset}\n`);
    }
    if (rootsFile === undefined) process.stdout.write(`Compare the root yourself: ${root}\n`);
    process.stdout.write('OK\n');
    return 0;
  } catch (error) {
    process.stdout.write(`WRONG: ${error.message}\n`);
    return 1;
  }
}

if (process.argv[1] === import.meta.filename) process.exitCode = main(process.argv.slice(2));
