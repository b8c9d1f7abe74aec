import { describe, expect, it } from '@jest/globals';
import { ESLint, Linter } from 'eslint';
import tseslint from 'typescript-eslint';
import { ROOT } from '../kit/sources.js';

const eslint = new ESLint({ cwd: ROOT });

interface FileConfig {
  rules: Linter.RulesRecord;
}

/** Lints a text as if it stood at that path, with those rules of the house that need no types. */
async function complaints(path: string, text: string): Promise<string[]> {
  const { rules } = (await eslint.calculateConfigForFile(path)) as FileConfig;
  const plain = Object.fromEntries(Object.entries(rules).filter(([name]) => /^no-restricted|^no-console$/.test(name)));
  const config = { files: ['**/*.ts'], languageOptions: { parser: tseslint.parser as Linter.Parser }, rules: plain };
  return new Linter().verify(text, [config], { filename: path }).map(({ ruleId }) => ruleId ?? 'does not parse');
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
  'Date.now();',
  'new Date();',
  'Date();',
  'performance.now();',
  'Math.random();',
  'crypto.randomUUID();',
  'Number(text);',
  'Number.parseFloat(text);',
  'parseFloat(text);',
  'process.env;',
  'fetch(address);',
  'setTimeout(later, 1);',
];

describe.each(PURE)('%s', (path) => {
  it.each(BANNED)('may not say %s', async (text) => {
    expect(await complaints(path, text)).not.toEqual([]);
  });

  it('may build a date from an instant and count in whole numbers', async () => {
    expect(
      await complaints(path, 'export const day = (at: number) => new Date(at).getUTCDay() + Math.floor(at);'),
    ).toEqual([]);
  });
});

describe('a test in a browser', () => {
  const complaintsOf = (text: string) => complaints('test/e2e/planted.e2e.spec.ts', `async () => { ${text} }`);

  it.each([
    'expect(await page.title()).toBe("");',
    'expect(await page.title()).not.toBe("");',
    'expect((await page.title()).length).toBe(0);',
    'expect([await page.title()]).toEqual([""]);',
    'expect(lines).toHaveLength(await rows.count());',
  ])('may not ask a page once: %s', async (text) => {
    expect(await complaintsOf(text)).not.toEqual([]);
  });

  it('asks until it holds, and may look at what a command answered', async () => {
    expect(await complaintsOf('await eventually(() => page.title()).toBe("");')).toEqual([]);
    expect(await complaintsOf('const answer = await send(); expect(answer).toBe("");')).toEqual([]);
  });
});

describe('the rules that need types', () => {
  it.each(['server/engine/writer/writer.ts', 'client/main.tsx', 'admin/main.tsx', 'test/kit/postgres.ts'])(
    'are on for %s',
    async (path) => {
      const { rules } = (await eslint.calculateConfigForFile(path)) as FileConfig;
      for (const name of [
        'no-floating-promises',
        'no-misused-promises',
        'switch-exhaustiveness-check',
        'await-thenable',
      ]) {
        expect({ name, level: [rules[`@typescript-eslint/${name}`]].flat()[0] }).toEqual({ name, level: 2 });
      }
    },
  );
});

describe('the console', () => {
  it('is not printed to by the server, but by programs that people run', async () => {
    expect(await complaints('server/edge/planted.ts', 'console.log(1);')).toEqual(['no-console']);
    expect(await complaints('server/cli/planted.ts', 'console.log(1);')).toEqual([]);
  });
});

describe('a cast that hides a type', () => {
  const HIDING = ['value as unknown as Order;', 'value as never;', 'value as any;'];
  const PLACES = ['server/planted.ts', 'server/core/planted.ts', 'client/planted.ts', 'admin/planted.ts'];

  it.each(PLACES)('is refused in %s', async (path) => {
    for (const text of HIDING) expect(await complaints(path, text)).toEqual(['no-restricted-syntax']);
  });

  it('may stand in a test, and a cast that the compiler checks anywhere', async () => {
    for (const text of HIDING) expect(await complaints('server/planted.spec.ts', text)).toEqual([]);
    expect(await complaints('server/planted.ts', 'value as Order; value as unknown;')).toEqual([]);
  });
});
