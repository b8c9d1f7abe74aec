import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import type { ImageHint, ImagePurpose, UploadedImageView } from '../../../contracts/personal.contract.js';
import type { Instant } from '../../core/clock.js';
import type { Vault } from '../../core/ports/vault.js';
import { contentId } from '../../core/stored-digest.js';

/** Field by field as the table has it; `sealed` is read only where the picture itself is wanted. */
export interface ImageRow {
  readonly id: string;
  readonly user_id: string;
  readonly purpose: ImagePurpose;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly hints: ImageHint[];
  readonly created_at: Instant;
  readonly request_id: string | null;
  /** SHA-256 of what was uploaded. */
  readonly upload_digest: Buffer;
}

interface NewImage {
  readonly id: string;
  readonly userId: string;
  readonly purpose: ImagePurpose;
  readonly sealed: Buffer;
  readonly width: number;
  readonly height: number;
  readonly bytes: number;
  readonly hints: readonly ImageHint[];
  readonly createdAt: Instant;
  readonly uploadKey: string;
  readonly uploadDigest: Buffer;
}

const COLUMNS = 'id, user_id, purpose, width, height, bytes, hints, created_at, request_id, upload_digest';

/** The table of private images. */
@Injectable()
export class ImageTable {
  constructor(private readonly pool: Pool) {}

  /** Adds the image, or nothing where the same upload was stored before. */
  async add(image: NewImage): Promise<void> {
    const { id, userId, purpose, sealed, width, height, bytes, hints, createdAt, uploadKey, uploadDigest } = image;
    await this.pool.query(
      `INSERT INTO private_images
         (id, user_id, purpose, sealed, width, height, bytes, hints, created_at, upload_key, upload_digest)
         VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11) ON CONFLICT (user_id, upload_key) DO NOTHING`,
      [id, userId, purpose, sealed, width, height, bytes, hints, createdAt, uploadKey, uploadDigest],
    );
  }

  ofUpload(userId: string, uploadKey: string): Promise<ImageRow | undefined> {
    return this.one('user_id = $1 AND upload_key = $2', [userId, uploadKey]);
  }

  find(id: string): Promise<ImageRow | undefined> {
    return this.one('id = $1', [id]);
  }

  async ofPerson(userId: string): Promise<ImageRow[]> {
    const text = `SELECT ${COLUMNS} FROM private_images WHERE user_id = $1 ORDER BY created_at, id`;
    return (await this.pool.query<ImageRow>(text, [userId])).rows;
  }

  async sealed(id: string): Promise<{ purpose: ImagePurpose; sealed: Buffer } | undefined> {
    const text = 'SELECT purpose, sealed FROM private_images WHERE id = $1';
    return (await this.pool.query<{ purpose: ImagePurpose; sealed: Buffer }>(text, [id])).rows[0];
  }

  async waiting(userId: string): Promise<number> {
    const text = 'SELECT count(*)::int AS count FROM private_images WHERE user_id = $1 AND request_id IS NULL';
    return (await this.pool.query<{ count: number }>(text, [userId])).rows[0]?.count ?? 0;
  }

  /** Those of other requests are left as they are. */
  async attach(userId: string, ids: readonly string[], requestId: string): Promise<number> {
    const { rowCount } = await this.pool.query(
      `UPDATE private_images SET request_id = $3
         WHERE user_id = $1 AND id = ANY($2) AND (request_id IS NULL OR request_id = $3)`,
      [userId, ids, requestId],
    );
    return rowCount ?? 0;
  }

  /** Takes an image away that no request needs. */
  async remove(userId: string, id: string): Promise<boolean> {
    const text = 'DELETE FROM private_images WHERE user_id = $1 AND id = $2 AND request_id IS NULL';
    return (await this.pool.query(text, [userId, id])).rowCount === 1;
  }

  async removeWaiting(before: Instant, butFor: readonly string[]): Promise<number> {
    const text = 'DELETE FROM private_images WHERE request_id IS NULL AND created_at < $1 AND id <> ALL ($2)';
    return (await this.pool.query(text, [before, butFor])).rowCount ?? 0;
  }

  async removeAll(userId: string): Promise<void> {
    await this.pool.query('DELETE FROM private_images WHERE user_id = $1', [userId]);
  }

  private async one(where: string, values: readonly string[]): Promise<ImageRow | undefined> {
    const { rows } = await this.pool.query<ImageRow>(`SELECT ${COLUMNS} FROM private_images WHERE ${where}`, [
      ...values,
    ]);
    return rows[0];
  }
}

/** What an image is sealed as. Its id names the sealed picture, so a row's ciphertext put into another row does not pass. */
export const CONTEXT = 'image.jpeg';

export function imageIdOf(userId: string, purpose: ImagePurpose, sealed: Uint8Array): string {
  return contentId('image', `${userId}/${purpose}`, sealed);
}

/** Where an image stands in the export. */
export const fileOf = (id: string): string => `images/${id}.jpg`;

/** The picture itself; `null` when it is gone. */
export async function openImage(table: ImageTable, vault: Vault, userId: string, id: string): Promise<Buffer | null> {
  const found = await table.sealed(id);
  if (found === undefined) return null;
  const { purpose, sealed } = found;
  if (imageIdOf(userId, purpose, sealed) !== id) throw new Error(`${id} is not the picture that was stored`);
  return vault.openBytes(userId, CONTEXT, sealed);
}

export function imageView({ id, purpose, width, height, bytes, hints }: ImageRow): UploadedImageView {
  return { id, purpose, width, height, bytes, hints };
}
