/** A whole number grouped in threes: `92,643` copied from the page is a price and no fraction. */
const GROUPED = /^[1-9]\d{0,2}([.,]\d{3})+$/;
/** What stands around a figure where it is copied from: `$1,234.50`, `12.5 USDT`. */
const AROUND = /^\p{Sc}(?=[\d.,])|(?<=[\d.,])(\p{Sc}|[A-Z]{2,12})$/gu;

/** Accepts both marks, a pasted number with grouping and currency, blanks around it, and the wide digits of East Asian keyboards. */
export function normalise(typed: string, mark: string): string {
  const plain = typed
    .normalize('NFKC')
    .replaceAll('。', '.')
    .replace(/[\s'’]/g, '');
  const text = plain.replace(AROUND, '');
  const point = withPoint(text, mark);
  return point.startsWith('.') ? `0${point}` : point;
}

/** With a point before the fraction, and no other marks. */
function withPoint(text: string, mark: string): string {
  const marks = text.replace(/[^.,]/g, '');
  const [first = '', last = ''] = [marks[0], marks.at(-1)];
  // Of two marks the last begins the fraction, in any language: `1.234,5` is never one and a bit.
  if (first !== last) return text.replaceAll(first, '').replace(last, '.');
  if (GROUPED.test(text) && (marks.length > 1 || first !== mark)) return text.replaceAll(first, '');
  return text.replaceAll(',', '.');
}

/**
 * What a field for an amount makes of what was typed or pasted over `before`: plain decimal text, or `undefined` for nothing. Of a
 * pasted figure the decimals that are too many are cut off; a key that would add one too many does nothing.
 */
export function decimalTyped(typed: string, before: string, mark: string, decimals: number): string | undefined {
  const text = normalise(typed, mark);
  const [whole = '', fraction = ''] = text.split('.');
  if (!/^\d{0,18}(\.\d*)?$/.test(text)) return undefined;
  if (fraction.length <= decimals) return text;
  if (typed.length <= before.length + 1) return undefined;
  return decimals === 0 ? whole : `${whole}.${fraction.slice(0, decimals)}`;
}
