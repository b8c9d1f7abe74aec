/** Ids and links of the console: what a composite id means, and how one page names another. */

interface EventAddress {
  realm: string;
  position: number;
}

/** `demo:17` → realm and position; `undefined` when it is not such an id. */
export function parseEventId(id: string): EventAddress | undefined {
  const parts = /^([a-z]+):(\d{1,15})$/.exec(id);
  return parts === null ? undefined : { realm: parts[1]!, position: parseInt(parts[2]!, 10) };
}

/** The event behind a posting or ledger line: `demo:17:2` → `demo:17`. */
export function eventIdOfPosting(postingId: string): string {
  return postingId.split(':').slice(0, 2).join(':');
}

/** `demo:book-BTC/USDT` → realm and stream. */
export function parseStreamId(id: string): { realm: string; stream: string } | undefined {
  const cut = id.indexOf(':');
  if (cut <= 0 || cut === id.length - 1) return undefined;
  return { realm: id.slice(0, cut), stream: id.slice(cut + 1) };
}

/** The person behind a ledger owner: `demo-ab12.2` (second generation) → `demo-ab12`; `undefined` for house accounts. */
export function userIdOfOwner(ownerId: string): string | undefined {
  const parts = /^((?:demo|real)-[\w-]+?)(?:\.\d+)?$/.exec(ownerId);
  return parts?.[1];
}

/** The owner in a user's account: `user/demo-ab12.1/spot/available` → `demo-ab12.1`. */
export function ownerOfAccount(account: string): string | undefined {
  return /^user\/([^/]+)\//.exec(account)?.[1];
}

/** The person who acted: `user:demo-ab12` → `demo-ab12`. */
export function userIdOfActor(actor: string): string | undefined {
  return actor.startsWith('user:') ? userIdOfOwner(actor.slice('user:'.length)) : undefined;
}

/** The page of one record. */
export function showLink(resource: string, id: string | number): string {
  return `/${resource}/${encodeURIComponent(id)}/show`;
}

/** What happened to a person's position, in words. */
export function positionLink(userId: string, symbol: string, side: string): string {
  return `${showLink('users', userId)}?symbol=${encodeURIComponent(symbol)}&side=${side}`;
}

/** A stream's page; without a version, at its head. */
export function streamLink(realm: string, stream: string, version?: number): string {
  const page = `/streams/${encodeURIComponent(`${realm}:${stream}`)}/show`;
  return version === undefined ? page : `${page}?version=${version}`;
}

/** An account as it stood at an instant. */
export function asOfLink(userId: string): string {
  return `/users/${encodeURIComponent(userId)}/as-of`;
}

/** A list with these filters set, as react-admin reads them from the address. */
export function listLink(resource: string, filter: Record<string, string | number | boolean | string[]>): string {
  return `/${resource}?filter=${encodeURIComponent(JSON.stringify(filter))}&page=1`;
}
