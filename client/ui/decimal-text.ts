/** A whole number grouped in threes: `92,643` copied from the page is a price and no fraction. */
const GROUPED = /^[1-9]\d{0,2}([.,]\d{3})+$/;

/** Accepts both marks, a pasted number with grouping, blanks around it, and the wide digits of East Asian keyboards. */
export function normalise(typed: string, mark: string): string {
  const text = typed.normalize('NFKC').replaceAll('。', '.').replace(/[\s']/g, '');
  const other = mark === ',' ? '.' : ',';
  const both = text.includes(',') && text.includes('.');
  const grouped = text.includes(other) && GROUPED.test(text);
  const point = both || grouped ? text.replaceAll(other, '').replace(mark, '.') : text.replace(/,/g, '.');
  return point.startsWith('.') ? `0${point}` : point;
}
