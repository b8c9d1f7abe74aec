import { Injectable } from '@nestjs/common';
import type { z } from 'zod';
import { Pool } from 'pg';
import type {
  CheckpointKeyView,
  CheckpointsView,
  CheckpointView,
  getCheckpointsQuery,
} from '../../contracts/audit.contract.js';
import { checkpointText } from '../engine/history/checkpoint-key.js';

/** The signed checkpoints and the keys that signed them, for anybody who wants to keep them. */
@Injectable()
export class CheckpointQuery {
  constructor(private readonly pool: Pool) {}

  async checkpoints({ realm, before, limit }: z.output<typeof getCheckpointsQuery>): Promise<CheckpointsView> {
    const keys = await this.pool.query<CheckpointKeyView>(
      `SELECT key_id AS "keyId", encode(public_key, 'hex') AS "publicKey", first_used_at AS "firstUsedAt"
         FROM checkpoint_keys ORDER BY first_used_at, key_id`,
    );
    const { rows } = await this.pool.query<Omit<CheckpointView, 'signedText'>>(
      `SELECT realm, number, position, encode(hash, 'hex') AS hash, encode(answers, 'hex') AS answers, at, key_id AS "keyId",
           encode(previous, 'hex') AS previous, encode(signature, 'hex') AS signature
         FROM checkpoints WHERE ($1::text IS NULL OR realm = $1) AND ($2::bigint IS NULL OR position < $2)
         ORDER BY at DESC, realm, position DESC LIMIT $3`,
      [realm ?? null, before ?? null, limit],
    );
    return { keys: keys.rows, checkpoints: rows.map((row) => ({ ...row, signedText: checkpointText(row) })) };
  }
}
