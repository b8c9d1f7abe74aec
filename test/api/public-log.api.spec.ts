import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import type { LogProofView } from '../../contracts/public-log.contract.js';
import { isNoteSigned } from '../../server/engine/public-log/log-checkpoint.js';
import { PublicLog } from '../../server/engine/public-log/public-log.js';
import { fromBase64 } from '../../shared/base64.js';
import { eventLeaf } from '../../shared/log-entry.js';
import { leafHash, type Hash } from '../../shared/merkle.js';
import { isConsistent, isIncluded } from '../../shared/merkle-proof.js';
import { parseNote, readVerifierKey, verifyNote } from '../../shared/signed-note.js';
import { parseCheckpointBody, type TreeHead } from '../../shared/tlog-checkpoint.js';
import { readEntryBundle, readTile } from '../../shared/tlog-tiles.js';
import { startStaffed } from '../kit/staff-client.js';
import { Trader } from '../kit/trader.js';

let staff: Awaited<ReturnType<typeof startStaffed>>;
let visitor: Trader;
let ann: Trader;
let ben: Trader;
/** Of an order of hers. */
let position: number;

beforeAll(async () => {
  staff = await startStaffed({ publicUrl: 'https://glassbook.example' });
  visitor = new Trader(staff.started);
  [ann, ben] = [await Trader.demo(staff.started), await Trader.demo(staff.started)];
  position = await orderOf(ann);
  await publish();
}, 120_000);
afterAll(() => staff.started.close());

const publish = (): Promise<void> => staff.started.app.get(PublicLog, { strict: false }).publish();

/** Places an order far from the market; answers where the history has it. */
async function orderOf(trader: Trader): Promise<number> {
  const { orderId } = await trader.placed({ price: await trader.away(-10), quantity: '0.01' });
  const { events } = await trader.given('getOrderEvents', { symbol: 'BTCUSDT', orderId });
  return events[0]?.position ?? 0;
}

const read = (path: string): Promise<Response> => fetch(`${staff.started.url}/log/${path}`);
const bytesOf = async (path: string): Promise<Uint8Array> => new Uint8Array(await (await read(path)).arrayBuffer());
const bytes = (text: string): Uint8Array => fromBase64(text) ?? new Uint8Array();

/** The head of a note that the log's own key has signed. */
function headOf(note: string, verifierKey: string): Required<TreeHead> {
  const [parsed, key] = [parseNote(note), readVerifierKey(verifierKey)];
  if ('problem' in parsed || key === undefined) throw new Error('no note, or no key');
  expect(verifyNote(parsed, key, isNoteSigned)).toBe('right');
  const head = parseCheckpointBody(parsed.text);
  if ('problem' in head) throw new Error(head.problem);
  return head;
}

/** As somebody who has no code of this server's would. */
function leads({ checkpoint, verifierKey, hash, salt, proof, position: at }: LogProofView): boolean {
  const { size, root } = headOf(checkpoint, verifierKey);
  const leaf = eventLeaf(bytes(salt), Buffer.from(hash, 'hex'));
  return isIncluded({ leaf, index: at - 1, size, proof: proof.map(bytes), root });
}

describe('the log of a realm, to everybody', () => {
  it('has a signed checkpoint, which the list of logs tells the same of', async () => {
    const answer = await read('demo/checkpoint');
    expect(answer.headers.get('content-type')).toBe('text/plain; charset=utf-8');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=5');
    const logs = await visitor.given('getLogs');
    expect(logs.map(({ realm, origin }) => [realm, origin])).toContainEqual(['demo', 'glassbook.example/demo']);
    const { verifierKey = '', size, root } = logs.find(({ realm }) => realm === 'demo') ?? {};
    const head = headOf(await answer.text(), verifierKey);
    expect([head.origin, head.size, Buffer.from(head.root).toString('base64')]).toEqual([
      'glassbook.example/demo',
      size,
      root,
    ]);
  });

  it('has tiles whose hashes are those of its entries, for ever', async () => {
    const { size = 0 } = (await visitor.given('getLogs')).find(({ realm }) => realm === 'demo') ?? {};
    expect(size).toBeLessThan(256);
    const answer = await read(`demo/tile/0/000.p/${size}`);
    expect(answer.headers.get('content-type')).toBe('application/octet-stream');
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable');
    const hashes = readTile(new Uint8Array(await answer.arrayBuffer())) ?? [];
    const entries = readEntryBundle(await bytesOf(`demo/tile/entries/000.p/${size}`)) ?? [];
    expect(hashes).toHaveLength(size);
    expect(hashes.map(hex)).toEqual(entries.map((entry) => hex(leafHash(entry))));
  });

  it('tells no hash of an event', async () => {
    const proof = await ann.given('getLogProof', { position });
    const { size = 0 } = (await visitor.given('getLogs')).find(({ realm }) => realm === 'demo') ?? {};
    const told = [`demo/tile/0/000.p/${size}`, `demo/tile/entries/000.p/${size}`].map(bytesOf);
    for (const tile of await Promise.all(told)) expect(hex(tile)).not.toContain(proof.hash);
  });

  it.each([
    'demo/tile/0/000',
    'demo/tile/0/001.p/1',
    'demo/tile/1/000.p/1',
    'demo/tile/0/0',
    'demo/tile/0/000.p/0',
    'demo/tile/64/000.p/1',
    'demo/tile/x',
    'other/tile/0/000.p/1',
    'other/checkpoint',
  ])('has nothing at %s', async (path) => {
    const answer = await read(path);
    const { data } = (await answer.json()) as { data: { refusal: string } };
    expect([answer.status, data.refusal]).toEqual([404, 'request.unknown-route']);
  });

  it('goes on from any earlier size, and says nothing of later ones', async () => {
    const before = (await visitor.given('getLogs')).find(({ realm }) => realm === 'demo');
    await orderOf(ben);
    await publish();
    const after = (await visitor.given('getLogs')).find(({ realm }) => realm === 'demo');
    expect(after?.number).toBe((before?.number ?? 0) + 1);
    const [from, to] = [before?.size ?? 0, after?.size ?? 0];
    const { fromRoot, toRoot, proof } = await visitor.given('getLogConsistency', { realm: 'demo', from, to });
    expect([fromRoot, toRoot]).toEqual([before?.root, after?.root]);
    const shown = { oldSize: from, oldRoot: bytes(fromRoot), newSize: to, newRoot: bytes(toRoot) };
    expect(isConsistent({ ...shown, proof: proof.map(bytes) })).toBe(true);
    const wrong = { ...shown, newRoot: bytes(fromRoot) };
    expect(isConsistent({ ...wrong, proof: proof.map(bytes) })).toBe(false);
    await visitor.when('getLogConsistency', { realm: 'demo', from, to: to + 1_000 }).then('log.not-covered');
    await visitor.when('getLogConsistency', { realm: 'demo', from: to, to: from }).then('request.field-invalid');
  });
});

describe('the witness program', () => {
  const folder = mkdtempSync(join(tmpdir(), 'glassbook-witness-'));
  afterAll(() => rmSync(folder, { recursive: true }));

  it('follows the logs of this server and cosigns them as they grow', async () => {
    const look = async (): Promise<string> => {
      const args = [resolve('scripts/witness.mjs'), staff.started.url, '--name', 'witness.example', '--folder', folder];
      return (await promisify(execFile)(process.execPath, args)).stdout;
    };
    const sizes = async () =>
      (await visitor.given('getLogs')).map(({ realm, size }) => `${realm}: ${size} events, cosigned`);
    const before = await sizes();
    expect((await look()).split('\n').slice(1, -1)).toEqual(before);
    await orderOf(ben);
    await publish();
    const after = await sizes();
    expect(after).not.toEqual(before);
    expect((await look()).split('\n').slice(1, -1)).toEqual(after);
  });
});

describe('the proof of an event', () => {
  it('leads to the newest checkpoint for its owner, and not with another hash or salt', async () => {
    const proof = await ann.given('getLogProof', { position });
    expect(leads(proof)).toBe(true);
    expect(leads({ ...proof, hash: '0'.repeat(64) })).toBe(false);
    expect(leads({ ...proof, salt: Buffer.alloc(32).toString('base64') })).toBe(false);
    expect(leads({ ...proof, position: position + 1 })).toBe(false);
  });

  it('is nobody else’s: to another person the event is one that never was', async () => {
    await ben.when('getLogProof', { position }).then('log.no-event');
    await ben.when('getLogProof', { position: 1_000_000 }).then('log.no-event');
    const real = await visitor.get('getLogProof', { position });
    expect(real.refusal).toBe('session.missing');
  });

  it('waits for a checkpoint that covers it', async () => {
    const younger = await orderOf(ann);
    await ann.when('getLogProof', { position: younger }).then('log.not-covered');
    await publish();
    expect(leads(await ann.given('getLogProof', { position: younger }))).toBe(true);
  });

  it('is given to auditors for any event, and to no other staff', async () => {
    const { status, body } = await staff.audit<LogProofView>(`log-proofs/demo:${position}`);
    expect([status, leads(body)]).toEqual([200, true]);
    expect((await staff.audit('log-proofs/demo:1000000')).status).toBe(404);
    expect((await staff.audit('log-proofs/x')).status).toBe(404);
    expect((await staff.read(`log-proofs/demo:${position}`, staff.tokens.get('support'))).status).toBe(403);
  });
});

const hex = (hash: Hash): string => Buffer.from(hash).toString('hex');
