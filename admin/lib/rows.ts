/** Rows that the keyboard walks: of a list's table, of the tables and timelines on a page, of the cards on a phone. */
const ROWS = 'main tbody .RaDataTable-row, main [data-keys="row"]';

/** Moves the focus to the next row, or the one before; from nowhere to the first, or the last. */
export function moveRow(step: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>(ROWS)];
  const here = rows.findIndex((row) => row === document.activeElement || row.contains(document.activeElement));
  const row = here === -1 ? rows.at(step === 1 ? 0 : -1) : rows[Math.min(rows.length - 1, Math.max(0, here + step))];
  if (row === undefined) return;
  row.tabIndex = -1;
  row.focus({ preventScroll: true });
  row.scrollIntoView({ block: 'nearest' });
}

/** Opens the row that has the focus: what a click on it would do, else its first link. A focused link opens itself. */
export function openRow(event: KeyboardEvent): void {
  const row = document.activeElement;
  if (!(row instanceof HTMLElement) || !row.matches(ROWS)) return;
  event.preventDefault();
  const link = row.querySelector<HTMLElement>('a[href]');
  if (link !== null && row.dataset['keys'] === 'row') link.click();
  else row.click();
}
