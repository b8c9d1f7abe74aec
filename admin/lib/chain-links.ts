/** What the hashes of neighbouring events say. `alone`: the event before is not at hand. */
export type LinkState = 'linked' | 'broken' | 'alone' | 'first';

interface Hashed {
  realm: string;
  position: number;
  hash: string;
  previousHash: string;
}

/** Whether an event names the hash of the one before it; the first event of a realm has none before it. */
export function linkState(event: Hashed, before: Hashed | undefined): LinkState {
  if (event.position === 1) return 'first';
  if (before === undefined || before.realm !== event.realm || before.position !== event.position - 1) return 'alone';
  return before.hash === event.previousHash ? 'linked' : 'broken';
}

/** The link of every event of a page, whatever its order, to its predecessor if that is on the page as well. */
export function linkStates(events: readonly Hashed[]): Map<string, LinkState> {
  const key = (realm: string, position: number) => `${realm}:${position}`;
  const byPosition = new Map(events.map((event) => [key(event.realm, event.position), event]));
  return new Map(
    events.map((event) => [
      key(event.realm, event.position),
      linkState(event, byPosition.get(key(event.realm, event.position - 1))),
    ]),
  );
}
