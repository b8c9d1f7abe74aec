/** What the server computed of an event's hash, over the event as it is stored and the hash before it. */
export type LinkState = 'linked' | 'broken' | 'first';

/** The first event of a realm has none before it. */
export function linkState({ position, hashRight }: { position: number; hashRight: boolean }): LinkState {
  if (!hashRight) return 'broken';
  return position === 1 ? 'first' : 'linked';
}
