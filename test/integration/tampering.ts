import { chainHash, type EventRow } from '../../server/engine/history/codec.js';

// The possible deeds of the database's owner against the history of `demo`, as SQL.

export function flipped(position: number, place: number): string {
  return `UPDATE events SET data = overlay(data placing chr(ascii(substr(data, ${place}, 1)) # 1) from ${place} for 1)
    WHERE realm = 'demo' AND position = ${position}`;
}

export function swapped(one: number, other: number): string {
  const move = (from: number, to: number): string =>
    `UPDATE events SET position = ${to} WHERE realm = 'demo' AND position = ${from}`;
  return [move(one, -1), move(other, one), move(-1, other)].join(';');
}

export function moved(position: number): string {
  return `UPDATE realm_heads SET position = ${position},
    hash = (SELECT hash FROM events WHERE realm = 'demo' AND position = ${position}) WHERE realm = 'demo'`;
}

export function cutOff(position: number): string {
  return `DELETE FROM events WHERE realm = 'demo' AND position > ${position}; ${moved(position)}`;
}

export function inserted(position: number, last: number): string {
  return `INSERT INTO events SELECT realm, ${position}, stream, version + 1, type, schema, at, actor, data, NULL, sha256('x'),
      correlation, causation, command
    FROM events WHERE realm = 'demo' AND position = ${last}`;
}

/** One event's data changed, and every hash after it made to fit. */
export function writtenAnew(rows: readonly EventRow[], from: number): string {
  let hash = rows[from - 2]?.hash ?? '';
  const statements = rows.slice(from - 1).map((row) => {
    const data = row.position === from ? row.data.replace(/.$/, ',"x":1}') : row.data;
    hash = chainHash(hash, { ...row, data });
    return `UPDATE events SET data = '${data.replaceAll("'", "''")}', hash = decode('${hash}', 'hex')
      WHERE realm = 'demo' AND position = ${row.position}`;
  });
  return [...statements, moved(rows.length)].join(';');
}
