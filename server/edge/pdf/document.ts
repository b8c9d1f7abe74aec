import { LANGUAGES, type Language } from '../../../shared/language.js';
import { Sheet } from './sheet.js';
import { Typesetter } from './typesetter.js';

/** Every sign that numbers, instants, ids and hashes are written with, in any language. */
const SIGNS =
  Array.from({ length: 95 }, (_, index) => String.fromCharCode(32 + index)).join('') + '≈−‑ \u00a0\u202f–—·';

interface Wanted {
  readonly language: Language;
  readonly title: string;
  readonly madeAt: number;
  /** Everything that is not made of signs, so that its letters are there when it is drawn. */
  readonly texts: readonly string[];
  foot(page: number, pages: number): { readonly start: string; readonly end: string };
}

/** An empty document, and its bytes, which come while it is filled. */
export async function openDocument({
  language,
  title,
  madeAt,
  texts,
  foot,
}: Wanted): Promise<{ readonly sheet: Sheet; readonly pieces: AsyncIterable<Buffer> }> {
  const { default: PDFDocument } = await import('pdfkit');
  const document = new PDFDocument({
    size: 'A4',
    margin: 0,
    autoFirstPage: false,
    bufferPages: true,
    ...NO_FONT,
    lang: LANGUAGES[language],
    displayTitle: true,
    info: { Title: title, Author: 'Glassbook', CreationDate: new Date(madeAt) },
  });
  const type = new Typesetter(document, language);
  await type.prepare([SIGNS, ...texts], ['regular', 'bold']);
  return { sheet: new Sheet(document, type, foot), pieces: document as AsyncIterable<Buffer> };
}

/** `null` keeps pdfkit from loading a font of its own; its types know names only. */
const NO_FONT: object = { font: null };
