import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
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
    const right = new RegExp(`demo: ${last} events[^]*OK: \\d+ events and 3 checkpoints`);
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
});
