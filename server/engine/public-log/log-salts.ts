import { createHmac, createSecretKey, randomBytes, type KeyObject } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { entryMessage } from '../../../shared/log-entry.js';
import { TILE_WIDTH } from '../../../shared/tlog-tiles.js';
import { leafHashOf, sha256 } from './tree-hash.js';

const BYTES = 32;

/** A logged event: where it is, and its hash in the chain, 32 bytes. */
export interface LoggedEvent {
  readonly position: number;
  readonly hash: Buffer;
}

/**
 * The salts of the entries of public logs. They follow from a secret that is not in the database, so an entry tells nothing, and the
 * owner of one event can be given its salt without telling those of others.
 */
export class LogSalts {
  /** Names the secret without telling it: 16 hex digits. */
  readonly id: string;
  private readonly key: KeyObject;
  /** The key of the tile that was read last, and a position in it: of one length, so none is the beginning of another. */
  private readonly saltMessage = Buffer.alloc(BYTES + 8);
  private tile = '';

  private constructor(secret: Uint8Array) {
    if (secret.length !== BYTES) throw new Error(`the secret of the log has ${secret.length} bytes, not ${BYTES}`);
    this.key = createSecretKey(secret);
    this.id = this.derived('id').toString('hex').slice(0, 16);
  }

  /** Those of a data folder, whose secret the first start makes. */
  static open(dataDir: string): LogSalts {
    const path = pathOf(dataDir);
    mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    try {
      writeFileSync(path, `${randomBytes(BYTES).toString('base64')}\n`, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      // Another process of this installation was first, or an earlier start.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    return LogSalts.read(path);
  }

  /** Those of a data folder; `undefined` where it has none. Makes nothing. */
  static atHand(dataDir: string): LogSalts | undefined {
    const path = pathOf(dataDir);
    return existsSync(path) ? LogSalts.read(path) : undefined;
  }

  private static read(path: string): LogSalts {
    return new LogSalts(Buffer.from(readFileSync(path, 'utf8').trim(), 'base64'));
  }

  /** 32 bytes. An HMAC costs as much as four hashes, so a tile has one, and each of its events a hash under it. */
  salt(realm: string, position: number): Buffer {
    const tile = `${realm}\n${Math.floor((position - 1) / TILE_WIDTH)}`;
    if (this.tile !== tile) this.saltMessage.set(this.derived(`salts\n${tile}`));
    this.tile = tile;
    this.saltMessage.writeBigUInt64BE(BigInt(position), BYTES);
    return sha256(this.saltMessage);
  }

  /** 32 bytes. */
  entry(realm: string, { position, hash }: LoggedEvent): Buffer {
    return sha256(entryMessage(this.salt(realm, position), hash));
  }

  leaf(realm: string, event: LoggedEvent): Buffer {
    return leafHashOf(this.entry(realm, event));
  }

  private derived(use: string): Buffer {
    return createHmac('sha256', this.key).update(`glassbook/log/${use}`).digest();
  }
}

const pathOf = (dataDir: string): string => join(dataDir, 'secrets', 'log-salts');
