import { describe, expect, it } from '@jest/globals';
import { SHORTCUTS, isTyping, shortcutOf } from './shortcuts';

const press = (key: string, over = {}) => ({
  ...{ key, ctrlKey: false, metaKey: false, altKey: false, repeat: false, defaultPrevented: false },
  ...over,
});
const free = { typing: false, inDialog: false };

describe('the keyboard shortcuts of the terminal', () => {
  it('are one key each, and no key does two things', () => {
    expect(new Set(SHORTCUTS.map(({ key }) => key)).size).toBe(SHORTCUTS.length);
    expect(SHORTCUTS.map(({ key }) => shortcutOf(press(key), free))).toEqual(SHORTCUTS.map(({ does }) => does));
    expect(shortcutOf(press('B'), free)).toBe('buy');
  });

  it('never fire while somebody types, in a dialog, with a modifier, or while a key is held down', () => {
    expect(shortcutOf(press('b'), { typing: true, inDialog: false })).toBeUndefined();
    expect(shortcutOf(press('x'), { typing: false, inDialog: true })).toBeUndefined();
    for (const over of [
      { ctrlKey: true },
      { metaKey: true },
      { altKey: true },
      { repeat: true },
      { defaultPrevented: true },
    ])
      expect(shortcutOf(press('s', over), free)).toBeUndefined();
  });

  it('know where letters go', () => {
    const element = (selector: string) =>
      ({ matches: (query: string) => query.includes(selector) }) as unknown as Element;
    expect(isTyping(element('textarea'))).toBe(true);
    expect(isTyping(null)).toBe(false);
  });
});
