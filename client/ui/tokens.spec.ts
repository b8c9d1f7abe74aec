import { describe, expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';

const css = readFileSync(new URL('./tokens.css', import.meta.url), 'utf8');

type Colour = [number, number, number, number];

/** The colours that a block of the file declares. */
function coloursOf(selector: string): Map<string, Colour> {
  const found = new Map<string, Colour>();
  for (const [, selectors = '', body = ''] of css.matchAll(/([^{}]+)\{([^{}]*)\}/g)) {
    if (!selectors.includes(selector)) continue;
    for (const [, name = '', value = ''] of body.matchAll(/(--[\w-]+):\s*(#[0-9a-f]{6}|rgb\([^)]*\))/g)) {
      found.set(name, parse(value));
    }
  }
  return found;
}

function parse(value: string): Colour {
  if (value.startsWith('#')) {
    const number = Number.parseInt(value.slice(1), 16);
    return [number >> 16, (number >> 8) & 255, number & 255, 1];
  }
  const [red = 0, green = 0, blue = 0, alpha = 1] = (value.match(/[\d.]+/g) ?? []).map(Number);
  return [red, green, blue, alpha];
}

const over = (top: Colour, below: Colour): Colour =>
  [0, 1, 2].map((i) => (top[i] ?? 0) * top[3] + (below[i] ?? 0) * (1 - top[3])).concat(1) as Colour;

/** WCAG 2 relative luminance. */
function luminance([red, green, blue]: Colour): number {
  const [r = 0, g = 0, b = 0] = [red, green, blue].map((value) => {
    const part = value / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(front: Colour, back: Colour): number {
  const [light = 0, dark = 0] = [luminance(front), luminance(back)].sort((a, b) => b - a);
  return (light + 0.05) / (dark + 0.05);
}

const GROUNDS = ['--bg', '--surface', '--surface-2'];
/** Every text colour with what it stands on; a soft tint lies on a ground. */
const TEXTS: [text: string, grounds: string[]][] = [
  ['--text', [...GROUNDS, '--surface-3', '--accent-soft', '--warn-soft']],
  ['--text-2', GROUNDS],
  ['--text-3', GROUNDS],
  ['--accent', [...GROUNDS, '--accent-soft']],
  ['--on-accent', ['--accent']],
  ['--green', [...GROUNDS, '--green-soft']],
  ['--red', [...GROUNDS, '--red-soft']],
  ['--on-solid', ['--green-solid', '--red-solid']],
  ['--warn', [...GROUNDS, '--warn-soft']],
];

describe.each(['light', 'dark'])('the colours of the %s theme', (theme) => {
  const colours = coloursOf(`[data-theme='${theme}']`);
  const colour = (name: string): Colour => {
    const found = colours.get(name);
    if (found === undefined) throw new Error(`${name} has no colour in the ${theme} theme`);
    return found;
  };
  const pairs = TEXTS.flatMap(([text, grounds]) => grounds.map((ground) => [text, ground] as const));

  it.each(pairs)('let %s be read on %s as WCAG AA asks for small text', (text, ground) => {
    const solid = over(colour(ground), colour('--surface'));
    expect(contrast(colour(text), solid)).toBeGreaterThanOrEqual(4.5);
  });

  it.each(GROUNDS)('let a control and the focus be seen on %s', (ground) => {
    for (const name of ['--control', '--accent']) {
      expect([name, contrast(colour(name), colour(ground)) >= 3]).toEqual([name, true]);
    }
  });
});

describe('the two themes', () => {
  it('have the same tokens', () => {
    const names = (theme: string) => [...coloursOf(`[data-theme='${theme}']`).keys()].sort();
    expect(names('dark')).toEqual(names('light'));
  });
});
