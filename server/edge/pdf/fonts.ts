import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import type { Language } from '../../../shared/language.js';

const require = createRequire(import.meta.url);

/** Noto fonts as their packages bring them: cut into pieces of some hundred letters, every weight in one file a piece. */
const LATIN = 'noto-sans';
const FAMILIES = [LATIN, 'noto-sans-thai', 'noto-sans-jp', 'noto-sans-kr', 'noto-sans-sc', 'noto-sans-tc'] as const;
type Family = (typeof FAMILIES)[number];

/** A Chinese letter looks different in Japan, Taiwan and China: the reader's own way comes first. */
const OWN: Partial<Record<Language, Family>> = {
  ty: 'noto-sans-thai',
  jp: 'noto-sans-jp',
  hy: 'noto-sans-kr',
  zh: 'noto-sans-sc',
  ft: 'noto-sans-tc',
};

const WEIGHTS = { regular: 420, bold: 650 } as const;
export type Weight = keyof typeof WEIGHTS;

export interface Piece {
  readonly name: string;
  readonly file: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const pieces = new Map<Family, readonly Piece[]>();
const instances = new Map<string, Promise<Buffer>>();

/** The piece that holds a letter, in the order of the language's families; `undefined` where none does. */
export function pieceOf(language: Language, codePoint: number): Piece | undefined {
  const own = OWN[language];
  const order = own === undefined ? FAMILIES : [LATIN, own, ...FAMILIES];
  for (const family of order) {
    const found = piecesOf(family as Family).find(({ ranges }) =>
      ranges.some(([from, to]) => codePoint >= from && codePoint <= to),
    );
    if (found !== undefined) return found;
  }
  return undefined;
}

/** The piece as a TrueType font of one weight, kept once it was made. */
export function fontOf(piece: Piece, weight: Weight): Promise<Buffer> {
  const key = `${piece.name} ${weight}`;
  let made = instances.get(key);
  if (made === undefined) {
    made = instance(piece, weight);
    instances.set(key, made);
    made.catch(() => instances.delete(key));
  }
  return made;
}

async function instance({ file, ranges }: Piece, weight: Weight): Promise<Buffer> {
  // Only PDF requests wait until HarfBuzz is loaded.
  const { default: subsetFont } = await import('subset-font');
  let letters = '';
  for (const [from, to] of ranges)
    for (let codePoint = from; codePoint <= to; codePoint += 1) letters += String.fromCodePoint(codePoint);
  return subsetFont(readFileSync(file), letters, {
    targetFormat: 'truetype',
    variationAxes: { wght: WEIGHTS[weight] },
  });
}

function piecesOf(family: Family): readonly Piece[] {
  let found = pieces.get(family);
  if (found === undefined) {
    const folder = dirname(require.resolve(`@fontsource-variable/${family}/package.json`));
    const ranges = JSON.parse(readFileSync(join(folder, 'unicode.json'), 'utf8')) as Record<string, string>;
    found = Object.entries(ranges).map(([name, text]) => {
      const piece = name.replace(/[[\]]/g, '');
      return {
        name: `${family}-${piece}`,
        file: join(folder, 'files', `${family}-${piece}-wght-normal.woff2`),
        ranges: rangesOf(text),
      };
    });
    pieces.set(family, found);
  }
  return found;
}

/** `U+0-FF,U+131` as pairs. */
function rangesOf(text: string): [number, number][] {
  return text.split(',').map((range) => {
    const [from = '', to = from] = range.trim().slice(2).split('-');
    return [Number.parseInt(from, 16), Number.parseInt(to, 16)];
  });
}
