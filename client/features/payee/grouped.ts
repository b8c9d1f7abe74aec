/** Groups of four, as a number is read out and compared: `DE89 3704 0044`; what marks an address as one stands alone: `0x 5aAe`. */
export const grouped = (text: string): string =>
  text.startsWith('0x') ? `0x ${inFours(text.slice(2))}`.trim() : inFours(text);

const inFours = (text: string): string => text.replace(/(.{4})(?=.)/g, '$1 ');

export const ungrouped = (text: string): string => text.replace(/\s/g, '');

/** Where the caret stands once the text is grouped again: behind as many signs as before. */
export function caretIn(text: string, caret: number): number {
  const before = ungrouped(text.slice(0, caret)).length;
  return grouped(ungrouped(text).slice(0, before)).length;
}
