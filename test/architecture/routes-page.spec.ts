import { describe, expect, it } from '@jest/globals';
import { REDIRECTS, ROUTES } from '../../client/app/routes.js';
import { ROUTES_PAGE, routesPage, specifiedRoutes } from '../kit/routes-page.js';
import { has, read } from '../kit/sources.js';

const specified = Object.entries(specifiedRoutes());
const page = read(ROUTES_PAGE);
const rows = [...page.matchAll(/^\| `(\/[^`]*)` .*\|$/gm)].map(([row, path = '']) => ({
  path,
  cells: row.split('|').map((cell) => cell.trim()),
}));

describe('docs/routes.md', () => {
  it('is what `npm run routes` writes', () => {
    expect(page).toBe(routesPage());
  });

  it('has each of the 92 routes of the specification, open to whom it says', () => {
    expect(specified).toHaveLength(92);
    const openTo = new Map(rows.map(({ path, cells }) => [path, cells[4]]));
    const wrong = specified.filter(
      ([path, access]) => openTo.get(path) !== (access === 'public' ? 'everybody' : 'logged in'),
    );
    expect(wrong).toEqual([]);
  });

  it('has every route there is, each with a file that is there and a test that visits it', () => {
    expect(rows.map(({ path }) => path)).toEqual([...ROUTES.map(({ path }) => path), ...Object.keys(REDIRECTS)]);
    const files = rows.flatMap(({ cells }) => cells[3]?.replaceAll('`', '') || []);
    expect(files.filter((file) => !has(file))).toEqual([]);
    expect(rows.filter(({ cells }) => cells[6] === '').map(({ path }) => path)).toEqual([]);
  });
});
