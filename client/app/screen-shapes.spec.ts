import { readFileSync } from 'node:fs';
import { describe, expect, it } from '@jest/globals';
import { ROUTES } from './routes';
import { PARTS, shapeOf, type Shape } from './screen-shapes';

const css = readFileSync('client/app/ScreenSkeleton.module.css', 'utf8');
const pathOf = (screen: string): string => ROUTES.find((route) => route.screen === screen)?.path ?? '';

describe('a screen that loads', () => {
  it('has the shape of the screen that comes', () => {
    expect(['spot', 'assets', 'market', 'helpArticle'].map((screen) => shapeOf(pathOf(screen)))).toEqual([
      ...['terminal', 'assets', 'market', 'page'],
    ]);
    expect(PARTS.terminal).toEqual(['bar', 'chart', 'book', 'side', 'orders']);
  });

  it.each(Object.keys(PARTS) as Shape[])(
    'of the shape %s keeps the column of the page and draws each part',
    (shape) => {
      const drawn = new RegExp(`(^|,\\n)\\.${shape}[ ,{][^}]*max-width`, 'm');
      if (shape !== 'terminal') expect(css).toMatch(drawn);
      for (const part of PARTS[shape]) expect(css).toContain(`.${part} {`);
    },
  );
});
