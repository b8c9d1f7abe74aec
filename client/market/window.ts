/** Which rows of a long list are worth drawing: those in sight and a few on either side. */
export function windowOf(
  scrolled: number,
  viewport: number,
  rowHeight: number,
  rows: number,
  extra = 8,
): [number, number] {
  // In steps of four rows, so that most frames of a scroll change nothing.
  const first = Math.max(0, Math.floor((scrolled / rowHeight - extra) / 4) * 4);
  const last = Math.min(rows, Math.ceil(((scrolled + viewport) / rowHeight + extra) / 4) * 4);
  return [Math.min(first, rows), Math.max(last, Math.min(first, rows))];
}
