import { Injectable } from '@nestjs/common';
import { Pool } from 'pg';
import { Clock } from '../../core/clock.js';
import { Vault } from '../../core/ports/vault.js';
import type { CallerDevice } from '../http/call.js';

/** A device without a log-in for so long counts as unknown again. */
const KNOWN_MS = 180 * 86_400_000;

/** Devices that a person logged in from. A device is known by the random mark that it keeps; a browser's name is anybody's. */
@Injectable()
export class KnownDevices {
  constructor(
    private readonly pool: Pool,
    private readonly vault: Vault,
    private readonly clock: Clock,
  ) {}

  markOf(userId: string, { mark, userAgent }: CallerDevice): string {
    return this.vault.fingerprint('device', `${userId}/${mark ?? userAgent}`);
  }

  /** The mark of a device that the person came in from; `undefined` for any other. */
  async known(userId: string, device: CallerDevice): Promise<string | undefined> {
    if (device.mark === undefined) return undefined;
    const mark = this.markOf(userId, device);
    const { rowCount } = await this.pool.query(
      'SELECT 1 FROM known_devices WHERE user_id = $1 AND mark = $2 AND last_at > $3',
      [userId, mark, this.clock.now() - KNOWN_MS],
    );
    return rowCount === 1 ? mark : undefined;
  }
}
