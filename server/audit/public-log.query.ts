import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { z } from 'zod';
import type {
  getLogConsistencyQuery,
  LogConsistencyView,
  LogProofView,
  PublicLogView,
} from '../../contracts/public-log.contract.js';
import { REALMS, type Realm } from '../../contracts/realm.contract.js';
import { toBase64 } from '../../shared/base64.js';
import { verifierKey } from '../../shared/signed-note.js';
import { entryBundle, hasTile, parseTilePath, TILE_WIDTH, type Tile } from '../../shared/tlog-tiles.js';
import type { TreeHead } from '../../shared/tlog-checkpoint.js';
import { refuse, type Refusal } from '../core/refusal.js';
import { logKey, readHead } from '../engine/public-log/log-checkpoint.js';
import { newestCheckpoint, PublicLog } from '../engine/public-log/public-log.js';
import { declarationOf } from '../features.js';

interface Published extends Required<TreeHead> {
  readonly number: number;
  readonly at: number;
  readonly note: string;
  readonly verifierKey: string;
}

interface EventPlace {
  readonly stream: string;
  readonly actor: string;
  readonly postings: string | null;
  readonly hash: string;
}

/** The public logs, for everybody; of a single event its proof and salt, for whom it belongs to. */
@Injectable()
export class PublicLogQuery {
  constructor(
    private readonly pool: Pool,
    private readonly log: PublicLog,
  ) {}

  async note(name: string): Promise<string | Refusal> {
    const realm = realmNamed(name);
    const published = realm && (await this.published(realm));
    return published?.note ?? refuse('request.unknown-route');
  }

  /** The bytes of a tile by its path below `tile/`. */
  async tile(name: string, path: string): Promise<Uint8Array | Refusal> {
    const realm = realmNamed(name);
    const tile = parseTilePath(`tile/${path}`);
    const { size = 0 } = (realm && (await this.published(realm))) ?? {};
    if (realm === undefined || tile === undefined || !hasTile(size, tile)) return refuse('request.unknown-route');
    return this.bytesOf(realm, tile);
  }

  async logs(): Promise<PublicLogView[]> {
    const all = await Promise.all(REALMS.map(async (realm) => ({ realm, published: await this.published(realm) })));
    return all.flatMap(({ realm, published }) => {
      if (published === undefined) return [];
      const { origin, number, size, root, at } = published;
      return [{ realm, origin, verifierKey: published.verifierKey, number, size, root: toBase64(root), at }];
    });
  }

  async consistency({
    realm,
    from,
    to,
  }: z.output<typeof getLogConsistencyQuery>): Promise<LogConsistencyView | Refusal> {
    if (from > to) return refuse('request.field-invalid', { field: 'from', allowed: 'documented' });
    const { size = 0 } = (await this.published(realm)) ?? {};
    if (to > size) return refuse('log.not-covered', { position: to });
    const tree = this.log.treeOf(realm);
    const [fromRoot, toRoot, proof] = await Promise.all([
      tree.rootAt(from),
      tree.rootAt(to),
      tree.consistency(from, to),
    ]);
    return { from, fromRoot: toBase64(fromRoot), to, toRoot: toBase64(toRoot), proof: proof.map(toBase64) };
  }

  /** Of an event that this person made, or that is of their account, or that moved their money, in any life of theirs. */
  async ownProof(realm: Realm, userId: string, position: number): Promise<LogProofView | Refusal> {
    const event = await this.event(realm, position);
    if (event === undefined || !belongsTo(event, userId)) return refuse('log.no-event', { position });
    return this.proof(realm, position, event);
  }

  /** Of any event, by `<realm>:<position>`. */
  async anyProof(id: string): Promise<LogProofView | Refusal> {
    const [, name, digits = ''] = /^([a-z]+):([1-9]\d{0,14})$/.exec(id) ?? [];
    const realm = realmNamed(name);
    const position = Number.parseInt(digits, 10);
    const event = realm && (await this.event(realm, position));
    return event === undefined ? refuse('staff.not-found', { id }) : this.proof(realm ?? 'house', position, event);
  }

  private async proof(realm: Realm, position: number, { hash }: EventPlace): Promise<LogProofView | Refusal> {
    const published = await this.published(realm);
    if (published === undefined || published.size < position) return refuse('log.not-covered', { position });
    const proof = await this.log.treeOf(realm).inclusion(position, published.size);
    return {
      realm,
      position,
      hash,
      salt: toBase64(this.log.salts.salt(realm, position)),
      proof: proof.map(toBase64),
      checkpoint: published.note,
      verifierKey: published.verifierKey,
    };
  }

  private async published(realm: Realm): Promise<Published | undefined> {
    const newest = await newestCheckpoint(this.pool, realm);
    if (newest === undefined) return undefined;
    const { number, at, note } = newest;
    const head = readHead(note, this.log.key.publicKey);
    if (typeof head === 'string') throw new Error(`checkpoint ${number} of the log of ${realm}: ${head}`);
    return { ...head, number, at, note, verifierKey: verifierKey(logKey(head.origin, this.log.key.publicKey)) };
  }

  private async bytesOf(realm: Realm, { level, index, width }: Tile): Promise<Uint8Array> {
    const tree = this.log.treeOf(realm);
    const from = index * TILE_WIDTH;
    if (level === 'entries') return entryBundle(await tree.entries(from, from + width));
    return Buffer.concat(await tree.hashes({ level, from, to: from + width }));
  }

  private async event(realm: Realm, position: number): Promise<EventPlace | undefined> {
    const { rows } = await this.pool.query<EventPlace>(
      `SELECT stream, actor, postings, encode(hash, 'hex') AS hash FROM events WHERE realm = $1 AND position = $2`,
      [realm, position],
    );
    return rows[0];
  }
}

const realmNamed = (name: string | undefined): Realm | undefined => REALMS.find((known) => known === name);

function belongsTo({ stream, actor, postings }: EventPlace, userId: string): boolean {
  if (actor === `user:${userId}` || isOf(declarationOf(stream)?.id ?? '', userId)) return true;
  const lines = JSON.parse(postings ?? '[]') as [account: string, asset: string, amount: string][];
  return lines.some(([account]) => account.startsWith('user/') && isOf(account.split('/')[1] ?? '', userId));
}

/** An owner is a life of a user: `<userId>.<n>`. */
const isOf = (owner: string, userId: string): boolean => owner.replace(/\.\d+$/, '') === userId;
