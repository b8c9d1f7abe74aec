import { describe, expect, it } from '@jest/globals';
import { pathTo } from './breadcrumbs';
import { ROUTES } from './routes';

const screens = [...new Set(ROUTES.map(({ screen }) => screen))];

describe('the path over a screen', () => {
  it.each(screens)('of %s begins at home, goes through screens that are there, and names none twice', (screen) => {
    const path = pathTo(screen);
    if (path.length > 0) expect(path[0]).toBe('home');
    expect(new Set([...path, screen]).size).toBe(path.length + 1);
    for (const each of path) expect(screens).toContain(each);
  });

  it('leads down by what a screen is inside of', () => {
    expect(pathTo('primary')).toEqual(['home', 'userCentre', 'identity']);
    expect(pathTo('addAddress')).toEqual(['home', 'assets', 'addresses']);
    expect(pathTo('helpArticle')).toEqual(['home', 'help']);
  });

  it('is none over the screens of the main navigation and the terminals', () => {
    for (const screen of ['home', 'market', 'spot', 'assets']) expect(pathTo(screen)).toEqual([]);
  });
});
