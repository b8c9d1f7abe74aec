import { describe, expect, it } from '@jest/globals';
import { wordsOf } from '../../test/kit/words.js';
import { readText } from '../lib/rendered.testkit';
import { NotOpen, ScreenName } from './ScreenName';
import { ROUTES, isBuilt } from './routes';

const MARK = wordsOf('en')('common:coming.kicker');

describe('the name of a screen', () => {
  it('is marked exactly where the route table has no screen built', async () => {
    for (const { screen } of ROUTES) {
      const text = await readText(<ScreenName screen={screen} />);
      expect({ screen, marked: text.endsWith(` ${MARK}`) }).toEqual({ screen, marked: !isBuilt(screen) });
    }
  });

  it('says the mark to those who cannot see it, where there is room for a ring alone', async () => {
    expect(await readText(<NotOpen screen="newCoins" tight />)).toBe(MARK);
    expect(await readText(<NotOpen screen="market" tight />)).toBe('');
  });
});
