/** Accepts both marks, a pasted number with grouping, and blanks around it. */
export function normalise(typed: string, mark: string): string {
  const text = typed.replace(/[\s'\u00a0\u202f]/g, '');
  const other = mark === ',' ? '.' : ',';
  const both = text.includes(',') && text.includes('.');
  const several = text.split(other).length > 2;
  const point = both || several ? text.replaceAll(other, '').replace(mark, '.') : text.replace(/,/g, '.');
  return point.startsWith('.') ? `0${point}` : point;
}
