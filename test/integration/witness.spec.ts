import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { KeptLogs } from '../../server/audit/kept-logs.js';
import { toBase64 } from '../../shared/base64.js';
import { consistencyProof, leafHash, nodeHash, rootOf, type Hash, type NodeAt } from '../../shared/merkle.js';
import { noteOf, readVerifierKey, signatureLine, verifierKey } from '../../shared/signed-note.js';
import { NoteSigner } from '../../shared/signed-note.testkit.js';
import { checkpointBody } from '../../shared/tlog-checkpoint.js';

const SCRIPT = resolve('scripts/witness.mjs');
const ORIGIN = 'glassbook.example/demo';
const signer = new NoteSigner(ORIGIN, 'ed25519', Buffer.alloc(32, 3));

/** The tree over entries that are named by numbers. */
function treeOver(entries: readonly number[]): NodeAt {
  const nodeAt = (level: number, index: number): Hash =>
    level === 0
      ? leafHash(Buffer.from(`entry ${entries[index]}`))
      : nodeHash(nodeAt(level - 1, 2 * index), nodeAt(level - 1, 2 * index + 1));
  return nodeAt;
}

/** What the server shows now. */
interface Shown {
  entries: readonly number[];
  origin: string;
  by: NoteSigner;
  /** What is done to the checkpoint on its way. */
  note: (note: string) => string;
  proof: (proof: string[]) => string[];
}

const upTo = (size: number): number[] => Array.from({ length: size }, (_, at) => at);

let shown: Shown;
let server: Server;
let address: string;
let folder: string;

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'glassbook-witness-'));
  shown = { entries: upTo(5), origin: ORIGIN, by: signer, note: (note) => note, proof: (proof) => proof };
  server = createServer((request, response) => response.end(answerTo(request.url ?? '')));
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(() => {
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true });
});

function answerTo(url: string): string {
  const { pathname, searchParams } = new URL(url, 'http://x');
  const { entries, origin, by } = shown;
  const nodeAt = treeOver(entries);
  if (pathname === '/log/demo/checkpoint') {
    const text = checkpointBody({ origin, size: entries.length, root: rootOf(entries.length, nodeAt) });
    return shown.note(noteOf(text, [signatureLine(by.key, by.sign(text))]));
  }
  if (pathname === '/web/getLogs')
    return JSON.stringify({ data: [{ realm: 'demo', verifierKey: verifierKey(by.key) }] });
  const [from, to] = [Number(searchParams.get('from')), Number(searchParams.get('to'))];
  return JSON.stringify({ data: { proof: shown.proof(consistencyProof(from, to, nodeAt).map(toBase64)) } });
}

/** One look of the witness: how it ends, and what it says. */
const look = (...more: string[]): Promise<[code: number, said: string]> =>
  new Promise((done) => {
    const args = [SCRIPT, address, '--name', 'witness.example', '--folder', folder, ...more];
    execFile(process.execPath, args, { encoding: 'utf8' }, (error, said) => done([Number(error?.code ?? 0), said]));
  });

const kept = (name = 'demo.note'): string => readFileSync(join(folder, name), 'utf8');

/** What an auditor makes of the kept checkpoint who trusts the key that the witness printed. */
function anchors(said: string) {
  const key = readVerifierKey(/^witness (.+)$/m.exec(said)?.[1] ?? '');
  if (key === undefined) throw new Error('the witness printed no key');
  return new KeptLogs([{ from: 'demo.note', note: kept() }], [key]).anchors;
}

describe('a witness', () => {
  it('cosigns a log that only grows, and its checkpoint anchors the log for an auditor', async () => {
    const [code, said] = await look();
    expect([code, said]).toEqual([
      0,
      expect.stringMatching(/^witness witness\.example\+\S+\ndemo: 5 events, cosigned\n$/),
    ]);
    expect(anchors(said)).toEqual([expect.objectContaining({ witness: 'witness.example', realm: 'demo', size: 5 })]);
  });

  it('follows it over every size, also where it stood still', async () => {
    for (const size of [1, 2, 2, 3, 4, 7, 8, 9, 16, 33]) {
      shown.entries = upTo(size);
      expect((await look())[1]).toContain(`demo: ${size} events, cosigned`);
    }
  }, 60_000);

  const forgeries: [deed: string, forge: () => void, why: RegExp][] = [
    [
      'has another event in place of one',
      () => (shown.entries = [0, 9, ...upTo(8).slice(2)]),
      /8 events are not the cont/,
    ],
    ['has another event and no more', () => (shown.entries = [0, 9, 2, 3, 4]), /5 events are not the continuation/],
    ['is shorter', () => (shown.entries = upTo(4)), /it has 4 events, and had 5/],
    ['has another name', () => (shown = { ...shown, origin: 'other.example/demo' }), /it is the log other\.example/],
    [
      'is signed by another key',
      () => (shown = { ...shown, by: new NoteSigner(ORIGIN, 'ed25519', Buffer.alloc(32, 4)) }),
      /not signed by the key of the log/,
    ],
    ['has a flipped bit', () => (shown.note = (note) => note.replace('\n5\n', '\n7\n')), /not signed by the key/],
    ['is cut off', () => (shown.note = (note) => note.slice(0, -1)), /cut off/],
    [
      'is proved by a proof that lacks a hash',
      () => (shown = { ...shown, entries: upTo(8), proof: (proof) => proof.slice(1) }),
      /8 events are not the continuation/,
    ],
    [
      'is proved by a proof with a hash that is none',
      () => (shown = { ...shown, entries: upTo(8), proof: (proof) => [...proof.slice(1), 'AAAA'] }),
      /the proof does not have 32 bytes/,
    ],
  ];

  it.each(forgeries)('refuses a log that %s, says why, and keeps what proves it', async (_, forge, why) => {
    await look();
    const before = kept();
    forge();
    const [code, said] = await look();
    expect([code, said]).toEqual([1, expect.stringMatching(/^demo: REFUSED, /m)]);
    expect(said).toMatch(why);
    expect(kept()).toBe(before);
    expect(kept('demo.refused.note')).toBe(answerTo('/log/demo/checkpoint'));
  });

  it('says when there is no such server, and what its arguments are', async () => {
    server.closeAllConnections();
    await new Promise((closed) => server.close(closed));
    expect((await look())[0]).toBe(3);
    expect(await look('--every', 'often')).toEqual([2, expect.stringMatching(/^node witness\.mjs <address>/)]);
    expect(existsSync(join(folder, 'demo.note'))).toBe(false);
  });
});
