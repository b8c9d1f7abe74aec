import { describe, expect, it } from '@jest/globals';
import { REDIRECTS, ROUTES } from '../../client/app/routes.js';
import { AppModule } from '../../server/app.module.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { has, read } from '../kit/sources.js';

expect(AppModule).toBeDefined();
/** What the server answers beside calls and screens. */
const SERVED = new Set(['/docs', '/socket.io']);
const page = read('docs/specification.md');
const rows = page
  .split('\n')
  .filter((line) => /^\| (?!about |-)/.test(line))
  .map((line) => line.split('|').map((cell) => cell.trim()));
const named = (cell: string | undefined): string[] =>
  [...(cell ?? '').matchAll(/`([^`]+)`/g)].map(([, name = '']) => name);

describe('docs/specification.md', () => {
  it('names a test that is there for each thing that the specification asks for', () => {
    expect(rows.length).toBeGreaterThan(400);
    const without = rows.filter((cells) => !named(cells[4]).some((path) => /\.spec\.tsx?$/.test(path) && has(path)));
    expect(without.map(([, , what]) => what)).toEqual([]);
    const files = rows.flatMap((cells) => [...named(cells[3]), ...named(cells[4])]);
    expect(files.filter((path) => /^\w[\w-]*\/.*\.\w+$/.test(path) && !has(path))).toEqual([]);
  });

  it('names routes and calls that there are', () => {
    const routes = new Set([...ROUTES.map(({ path }) => path), ...Object.keys(REDIRECTS)]);
    const calls = new Set(declaredCalls().map(({ path }) => path));
    const seen = rows.flatMap((cells) => named(cells[3]));
    const gone = seen.filter((name) => {
      if (name.startsWith('/')) return !routes.has(name.split('?')[0] ?? '') && !SERVED.has(name);
      return /^web\/\w/.test(name) && !calls.has(name);
    });
    expect(gone).toEqual([]);
  });
});
