import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { ROOT } from '../kit/sources.js';

/** A file as if it stood at that path, and the rules that it breaks. */
interface Planted {
  path: string;
  text: string;
  broken: readonly string[];
}

const PURE = [
  'shared/planted.ts',
  'server/core/planted.ts',
  'server/trading/matching/planted.ts',
  'server/market/simulator/planted.ts',
  'server/features/loan/loan.rules.ts',
  'server/features/loan/loan.decider.ts',
];

const BANNED = [
  ['Date.now();', 'no-restricted-properties'],
  ['new Date();', 'time-is-handed-in'],
  ['Date();', 'time-is-handed-in'],
  ['performance.now();', 'no-restricted-properties'],
  ['Math.random();', 'no-restricted-properties'],
  ['crypto.randomUUID();', 'no-restricted-properties'],
  ['Number(text);', 'money-is-no-float'],
  ['Number.parseFloat(text);', 'no-restricted-properties'],
  ['parseFloat(text);', 'no-restricted-globals'],
  ['process.env;', 'no-restricted-globals'],
  ['fetch(address);', 'no-restricted-globals'],
  ['setTimeout(later, 1);', 'no-restricted-globals'],
] as const;
const HANDED_IN = 'export const day = (at: number) => new Date(at).getUTCDay() + Math.floor(at);';

const ASKED_ONCE = [
  'expect(await page.title()).toBe("");',
  'expect(await page.title()).not.toBe("");',
  'expect((await page.title()).length).toBe(0);',
  'expect([await page.title()]).toEqual([""]);',
  'expect(lines).toHaveLength(await rows.count());',
];
const ASKED_UNTIL_IT_HOLDS = [
  'await eventually(() => page.title()).toBe("");',
  'const answer = await send(); expect(answer).toBe("");',
];
const inBrowser = (text: string) => `export const ask = async () => { ${text} };`;

const HIDING = ['value as unknown as Order;', 'value as never;', 'value as any;'];
const CHECKED = 'export const order = value as Order;';

const NEEDS_TYPES = [
  ['const later = async () => 1;\nlater();', 'no-floating-promises'],
  ['export const waits = async (value: number) => await value;', 'await-thenable'],
  [
    'export function isBuy(side: "buy" | "sell") {\n  switch (side) {\n    case "buy":\n      return true;\n  }\n}',
    'switch-exhaustiveness-check',
  ],
  ['export const open = [1].filter(async () => true);', 'no-misused-promises'],
  ['export const price: number = "1";', 'TS2322'],
] as const;

const PLANTED: readonly Planted[] = [
  ...PURE.flatMap((path) => [
    ...BANNED.map(([text, rule]) => ({ path, text, broken: [rule] })),
    { path, text: HANDED_IN, broken: [] },
  ]),
  ...ASKED_ONCE.map((text) => ({
    path: 'test/e2e/planted.e2e.spec.ts',
    text: inBrowser(text),
    broken: ['ask-a-page-until-it-holds'],
  })),
  ...ASKED_UNTIL_IT_HOLDS.map((text) => ({
    path: 'test/e2e/planted.e2e.spec.ts',
    text: inBrowser(text),
    broken: [],
  })),
  ...['server/engine/planted.ts', 'client/planted.tsx', 'admin/planted.tsx', 'test/kit/planted.ts'].flatMap((path) =>
    NEEDS_TYPES.map(([text, rule]) => ({ path, text, broken: [rule] })),
  ),
  { path: 'server/edge/planted.ts', text: 'console.log(1);', broken: ['no-console'] },
  { path: 'server/cli/planted.ts', text: 'console.log(1);', broken: [] },
  ...['server/planted.ts', 'server/core/planted.ts', 'client/planted.ts', 'admin/planted.ts'].flatMap((path) => [
    ...HIDING.map((text) => ({ path, text, broken: ['no-erasing-cast'] })),
    { path, text: CHECKED, broken: [] },
  ]),
  ...HIDING.map((text) => ({ path: 'server/planted.spec.ts', text, broken: [] })),
];

/** Beside the rule that a text is planted for, it breaks what any few words without a context break. */
const OF_ANY_PIECE = /^(TS2304|TS2307|TS2552|TS7030|no-unused-expressions|no-explicit-any|no-floating-promises)$/;

describe('the linter', () => {
  let tree: string;
  let complaints: Map<string, string[]>;
  const placeOf = ({ path }: Planted, at: number) => join(dirname(path), `n${at}`, path.split('/').at(-1)!);

  beforeAll(() => {
    tree = mkdtempSync(join(tmpdir(), 'glassbook-lint-'));
    for (const path of [
      'oxlint.config.ts',
      'tsconfig.json',
      'client/tsconfig.json',
      'admin/tsconfig.json',
      'scripts/lib/lint-rules.mjs',
    ])
      cpSync(join(ROOT, path), join(tree, path));
    symlinkSync(join(ROOT, 'node_modules'), join(tree, 'node_modules'));
    for (const [at, planted] of PLANTED.entries()) {
      const place = join(tree, placeOf(planted, at));
      mkdirSync(dirname(place), { recursive: true });
      writeFileSync(place, planted.text);
    }
    complaints = lint(tree);
  });

  afterAll(() => rmSync(tree, { recursive: true, force: true }));

  it.each(PLANTED.map((planted, at) => ({ ...planted, at })))('$path: $text', (planted) => {
    const found = complaints.get(placeOf(planted, planted.at)) ?? [];
    expect(found.filter((rule) => !OF_ANY_PIECE.test(rule) || planted.broken.includes(rule))).toEqual(planted.broken);
  });
});

/** The rules that each file of a tree breaks, by its path. */
function lint(tree: string): Map<string, string[]> {
  const program = join(ROOT, 'node_modules', 'oxlint', 'bin', 'oxlint');
  const done = spawnSync(process.execPath, [program, '--format', 'json', '.'], {
    cwd: tree,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  });
  if (!done.stdout.startsWith('{')) throw new Error(done.stderr || done.stdout);
  const { diagnostics } = JSON.parse(done.stdout) as { diagnostics: { code: string; filename: string }[] };
  const found = new Map<string, string[]>();
  for (const { code, filename } of diagnostics) {
    const rule = /\((.*)\)$/.exec(code)?.[1] ?? code;
    found.set(filename, [...(found.get(filename) ?? []), rule]);
  }
  return found;
}
