import type { Pool, PoolClient } from 'pg';

type Client = Pool | PoolClient;

/** Instants never fall along a history, so an instant is a position: the first event at or after it, found by halving. */
export function firstAtOrAfter(client: Client, realm: string, at: number, head: number): Promise<number> {
  return firstThat(head, async (position) => {
    const { rows } = await client.query<{ at: number }>({
      name: 'event-at',
      text: 'SELECT at FROM events WHERE realm = $1 AND position = $2',
      values: [realm, position],
    });
    return (rows[0]?.at ?? 0) >= at;
  });
}

/** The last event of a realm at an instant or before it, 0 where there was none. */
export async function positionAt(client: Client, realm: string, at: number): Promise<number> {
  const { rows } = await client.query<{ position: number }>('SELECT position FROM realm_heads WHERE realm = $1', [
    realm,
  ]);
  return (await firstAtOrAfter(client, realm, at + 1, rows[0]?.position ?? 0)) - 1;
}

/** How far a stream had grown at an event of its realm: positions rise along a stream. */
export async function versionAt(client: Client, realm: string, stream: string, position: number): Promise<number> {
  const head = await headVersion(client, realm, stream);
  const first = await firstThat(head, async (version) => {
    const { rows } = await client.query<{ position: number }>({
      name: 'version-position',
      text: 'SELECT position FROM events WHERE realm = $1 AND stream = $2 AND version = $3',
      values: [realm, stream, version],
    });
    return (rows[0]?.position ?? 0) > position;
  });
  return first - 1;
}

/** The newest version of a stream, 0 where it has none. */
export async function headVersion(client: Client, realm: string, stream: string): Promise<number> {
  const { rows } = await client.query<{ version: number | null }>(
    'SELECT max(version) AS version FROM events WHERE realm = $1 AND stream = $2',
    [realm, stream],
  );
  return rows[0]?.version ?? 0;
}

/** The first number from 1 to `last` for which it holds, when it holds for all after it as well; else `last + 1`. */
async function firstThat(last: number, holds: (number: number) => Promise<boolean>): Promise<number> {
  let [low, high] = [1, last + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (await holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}
