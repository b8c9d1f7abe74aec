import { describe, expect, it } from '@jest/globals';
import { CONTRACT_SHORTCUTS, SHORTCUTS, isTyping, shortcutOf } from './shortcuts';

const press = (key: string, over = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false },
  ...over,
});
const free = { typing: false, inDialog: false };

describe('the keyboard shortcuts of the terminal', () => {
  it('are one key each, and no key does two things', () => {
    for (const all of [SHORTCUTS, CONTRACT_SHORTCUTS]) {
      expect(new Set(all.map(({ key }) => key)).size).toBe(all.length);
      expect(all.map(({ key }) => shortcutOf(press(key), free, all))).toEqual(all.map(({ does }) => does));
    }
    expect(shortcutOf(press('B'), free, SHORTCUTS)).toBe('buy');
  });

  it('open the calculator for contracts alone', () => {
    expect(shortcutOf(press('c'), free, CONTRACT_SHORTCUTS)).toBe('calculator');
    expect(shortcutOf(press('c'), free, SHORTCUTS)).toBeUndefined();
  });

  it('never fire while somebody types, in a dialog, with a modifier, or while a key is held down', () => {
    expect(shortcutOf(press('b'), { typing: true, inDialog: false }, SHORTCUTS)).toBeUndefined();
    expect(shortcutOf(press('x'), { typing: false, inDialog: true }, SHORTCUTS)).toBeUndefined();
    for (const over of [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { repeat: true },
      { defaultPrevented: true },
    ])
      expect(shortcutOf(press('s', over), free, SHORTCUTS)).toBeUndefined();
  });

  it('know where letters go', () => {
    const element = (selector: string) =>
      ({ matches: (query: string) => query.includes(selector) }) as unknown as Element;
    expect(isTyping(element('textarea'))).toBe(true);
    expect(isTyping(null)).toBe(false);
  });
});
