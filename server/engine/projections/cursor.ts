/**
 * Where a page ended, as the asker carries it: one or more whole numbers, joined by dots. `undefined` for anything else,
 * so that an invented cursor is refused and never reaches a query.
 */
export function readCursor(cursor: string, parts: number): number[] | undefined {
  const found = cursor.split('.');
  if (found.length !== parts || !found.every((part) => /^\d{1,15}$/.test(part))) return undefined;
  return found.map((part) => Number.parseInt(part, 10));
}

export function writeCursor(...parts: readonly number[]): string {
  return parts.join('.');
}
