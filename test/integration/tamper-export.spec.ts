import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { generateKeyPairSync, sign } from 'node:crypto';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { exportHistory } from '../../server/audit/export.js';
import { Rng } from '../../server/core/rng.js';
import { openHistory } from './tamper-history.js';

let history: Awaited<ReturnType<typeof openHistory>>;
let last: number;
/** The first fill. */
let fill: number;

beforeAll(async () => {
  history = await openHistory();
  const rows = await history.store.readRows('demo', 0, 1_000);
  last = rows.length;
  fill = rows.find(({ type }) => type === 'SpotOrderMatched')?.position ?? 0;
}, 60_000);

afterAll(async () => {
  rmSync(history.folder, { recursive: true });
  await history.close();
});

describe('a tampered export', () => {
  let folder: string;
  let lines: string[];
  const file = (): string => join(folder, 'demo.ndjson');
  const run = (): { code: number | null; output: string } => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [join(folder, 'verify.mjs')], { encoding: 'utf8' });
    return { code: status, output: stdout + stderr };
  };

  beforeAll(async () => {
    folder = join(history.folder, 'export');
    await exportHistory({ pool: history.pool, folder: join(history.folder, 'clean'), at: 1 });
    cpSync(join(history.folder, 'clean'), folder, { recursive: true });
    lines = readFileSync(file(), 'utf8').trimEnd().split('\n');
  });

  afterEach(() => cpSync(join(history.folder, 'clean'), folder, { recursive: true }));

  it('is right while nobody touched it, and needs nothing but Node', () => {
    const right = new RegExp(`demo: ${last} events, \\d+ segments[^]*OK: \\d+ events, \\d+ segments and 3 checkpoints`);
    expect(run()).toEqual({ code: 0, output: expect.stringMatching(right) });
  });

  const deeds: [deed: string, change: () => string[], position: () => number][] = [
    ['a deleted line', () => lines.toSpliced(fill - 1, 1), () => fill],
    ['swapped lines', () => lines.with(fill - 1, lines[fill] ?? '').with(fill, lines[fill - 1] ?? ''), () => fill],
    ['a cut-off end', () => lines.slice(0, -2), () => last - 2],
    ['a line put behind', () => [...lines, lines[last - 1] ?? ''], () => last + 1],
    [
      'a changed posting',
      () => lines.with(fill - 1, (lines[fill - 1] ?? '').replace('demo-alice', 'demo-alicf')),
      () => fill,
    ],
  ];

  it.each(deeds)('with %s is found, and the position is named', (_, change, position) => {
    writeFileSync(file(), `${change().join('\n')}\n`);
    const { code, output } = run();
    expect(output).toContain(`WRONG demo ${position()}:`);
    expect(code).toBe(1);
  });

  it('with a bit flipped anywhere is found at that line', () => {
    const clean = readFileSync(file());
    const rng = new Rng(7);
    for (let round = 0; round < 40; round += 1) {
      const bytes = Buffer.from(clean);
      const at = rng.below(bytes.length);
      const before = bytes[at] as number;
      bytes[at] = before ^ (1 << rng.below(7));
      writeFileSync(file(), bytes);
      const line = clean.subarray(0, at).toString('latin1').split('\n').length;
      expect(run()).toEqual({ code: 1, output: expect.stringContaining(`WRONG demo ${line}:`) });
    }
  }, 60_000);

  it.each([
    ['another balance', (text: string) => text.replace(/"balancesHash": "../g, '"balancesHash": "zz')],
    ['another checkpoint', (text: string) => text.replace(/"signature": "../g, '"signature": "00')],
    ['another key', (text: string) => text.replace(/"publicKey": "../g, '"publicKey": "00')],
  ])('with %s in its manifest is found', (_, change) => {
    const path = join(folder, 'manifest.json');
    writeFileSync(path, change(readFileSync(path, 'utf8')));
    expect(run().code).toBe(1);
  });

  it('is named by a folder, and a folder without a manifest is said', () => {
    const elsewhere = spawnSync(process.execPath, [join(folder, 'verify.mjs'), join(folder, 'none')]);
    expect([elsewhere.status, elsewhere.stdout.toString()]).toEqual([1, expect.stringContaining('WRONG manifest:')]);
  });

  interface Signed {
    readonly text: string;
    readonly signature: string;
    readonly commands: string;
  }
  const signed = (change: (lines: string[], at: number) => string[]) => (): [first: number, behind: number] => {
    const path = join(folder, 'demo.segments.ndjson');
    const segments = readFileSync(path, 'utf8').trimEnd().split('\n');
    const at = segments.findIndex((line) => {
      const [, , , , first, count] = (JSON.parse(line) as Signed).text.split('\n');
      return Number(first) <= fill && fill < Number(first) + Number(count);
    });
    writeFileSync(path, `${change(segments, at).join('\n')}\n`);
    const [, , , , first, count] = (JSON.parse(segments[at] as string) as Signed).text.split('\n').map(Number);
    return [first as number, (first as number) + (count as number)];
  };
  const edited = (change: (segment: Signed) => Signed) =>
    signed((all, at) => all.with(at, JSON.stringify(change(JSON.parse(all[at] as string) as Signed))));

  it.each([
    ['left out', signed((all, at) => all.toSpliced(at, 1)), 'is missing'],
    ['cut off with all behind it', signed((all, at) => all.slice(0, at)), 'no signed segment covers'],
    ['put twice', signed((all, at) => all.toSpliced(at, 0, all[at] as string)), 'is missing'],
    ['changed', edited((one) => ({ ...one, text: one.text.replace(/.$/, 'x') })), 'which nobody trusts'],
    [
      'given another command',
      edited((one) => ({ ...one, commands: one.commands.replace('"4"', '"5"') })),
      'other commands',
    ],
    [
      'signed by somebody else',
      edited((one) => ({ ...one, signature: foreign(one.text) })),
      'its signature is not right',
    ],
    ['written otherwise', signed((all, at) => all.with(at, `${all[at]} `)), 'is not written as exported'],
  ])('with a segment %s is found, and the position is named', (deed, change, what) => {
    const [first, behind] = change();
    const { code, output } = run();
    const at = deed === 'put twice' ? behind : first;
    expect(output).toMatch(new RegExp(`WRONG demo ${at}: .*${what}`));
    expect(code).toBe(1);
  });

  it('with a segment too many is found at its end', () => {
    signed((all) => [...all, all.at(-1) as string])();
    expect(run()).toEqual({ code: 1, output: expect.stringContaining(`WRONG demo ${last}: a segment covers events`) });
  });

  it('by another key than the trusted one is found', () => {
    const { status, stdout } = spawnSync(process.execPath, [join(folder, 'verify.mjs'), '--key', '0'.repeat(64)]);
    expect([status, stdout.toString()]).toEqual([1, expect.stringContaining('WRONG demo 1: ')]);
  });
});

describe('a packed export', () => {
  let folder: string;
  const run = () => spawnSync(process.execPath, [join(folder, 'verify.mjs')], { encoding: 'utf8' });
  const files = ['demo.ndjson.gz', 'demo.segments.ndjson.gz'] as const;

  beforeAll(async () => {
    folder = join(history.folder, 'packed');
    await exportHistory({ pool: history.pool, folder, at: 1, gzip: true });
  });

  it('holds the same bytes and is right', () => {
    for (const file of files) {
      const plain = readFileSync(join(history.folder, 'clean', file.replace('.gz', '')));
      expect(gunzipSync(readFileSync(join(folder, file))).equals(plain)).toBe(true);
    }
    expect(run()).toMatchObject({ status: 0, stdout: expect.stringContaining('OK: ') });
  });

  it.each(files)(
    'cut off anywhere in %s is named, and so is every flipped bit and what is put behind',
    (file) => {
      const clean = readFileSync(join(folder, file));
      const rng = new Rng(11);
      const bent = Array.from({ length: 12 }, (): Buffer => {
        const bytes = Buffer.from(clean);
        const at = rng.below(bytes.length);
        bytes[at] = (bytes[at] as number) ^ (1 << rng.below(8));
        return bytes;
      });
      const cut = [0, 9, clean.length >> 1, clean.length - 1].map((length) => clean.subarray(0, length));
      // The tenth byte of gzip names the system that packed, which unpacking overlooks.
      const system = Buffer.from(clean).fill(clean[9] === 3 ? 7 : 3, 9, 10);
      try {
        for (const bytes of [...bent, ...cut, system, Buffer.concat([clean, Buffer.from('behind')])]) {
          writeFileSync(join(folder, file), bytes);
          expect(run()).toMatchObject({ status: 1, stdout: expect.stringMatching(/WRONG demo \d+: /) });
        }
      } finally {
        writeFileSync(join(folder, file), clean);
      }
    },
    60_000,
  );
});

/** A right signature of another key. */
function foreign(text: string): string {
  return sign(null, Buffer.from(text), generateKeyPairSync('ed25519').privateKey).toString('hex');
}
