import { Injectable } from '@nestjs/common';
import Bowser from 'bowser';
import { EventStore } from '../../engine/history/event-store.js';
import type { DeviceSessionView, LoginOutcome, LoginView } from '../../../contracts/account.contract.js';
import { Clock } from '../../core/clock.js';
import type { Sealed } from '../../core/person.js';
import { Vault } from '../../core/ports/vault.js';
import { KnownDevices } from '../../edge/auth/known-devices.js';
import type { CallerDevice } from '../../edge/http/call.js';
import type { SessionOrigin, StoredSession } from './sessions.js';

const DAY_MS = 86_400_000;
const KEPT_MS = 90 * DAY_MS;
const LOGINS_MAX = 200;
/** Each notice writes history for ever and sends a message, and a client may claim another device each time. */
const NEW_DEVICE_NOTICES_PER_DAY = 10;
const PLACE = 'login.place';
const ENTRY = 'login.entry';

/** The origin of a log-in, as far as browser and network reveal it. */
export interface Origin {
  readonly address: string;
  readonly timeZone: string | undefined;
  readonly device: CallerDevice;
}

interface Place {
  readonly address: string;
  readonly timeZone: string;
}

type Entry = Omit<LoginView, 'at'>;

/** A person's own log-in history, sealed under their key, and their known devices. */
@Injectable()
export class LoginHistory {
  private sweptAt = -Infinity;

  constructor(
    private readonly store: EventStore,
    private readonly vault: Vault,
    private readonly clock: Clock,
    private readonly devices: KnownDevices,
  ) {}

  async originOf(userId: string, origin: Origin): Promise<SessionOrigin> {
    const sealedPlace = await this.vault.seal(userId, PLACE, JSON.stringify(placeOf(origin)));
    return { device: deviceName(origin.device.userAgent), sealedPlace };
  }

  async record(userId: string, outcome: LoginOutcome, origin: Origin): Promise<void> {
    const entry: Entry = { outcome, device: deviceName(origin.device.userAgent), ...placeOf(origin) };
    const sealed = await this.vault.seal(userId, ENTRY, JSON.stringify(entry));
    const now = this.clock.now();
    await this.store.pool.query(
      `INSERT INTO login_history (user_id, at, sealed_entry)
         SELECT $1, $2::bigint, $3 FROM set_config('synchronous_commit', 'off', true)`,
      [userId, now, sealed],
    );
    if (now - this.sweptAt < DAY_MS) return;
    this.sweptAt = now;
    await this.store.pool.query('DELETE FROM login_history WHERE at < $1', [now - KEPT_MS]);
  }

  /** Remembers the device; answers whether it is new and needs a notice. The very first one needs none. */
  async isNewDevice(userId: string, { device }: Origin): Promise<boolean> {
    const mark = this.devices.markOf(userId, device);
    const { rows } = await this.store.pool.query<{ known: boolean; others: boolean; lately: number }>(
      `WITH before AS (SELECT mark, first_at FROM known_devices WHERE user_id = $1),
         kept AS (INSERT INTO known_devices (user_id, mark, first_at, last_at)
           SELECT $1, $2, $3::bigint, $3::bigint FROM set_config('synchronous_commit', 'off', true)
           ON CONFLICT (user_id, mark) DO UPDATE SET last_at = $3)
       SELECT EXISTS (SELECT 1 FROM before WHERE mark = $2) AS known, EXISTS (SELECT 1 FROM before) AS others,
         (SELECT count(*)::int FROM before WHERE first_at > $3::bigint - ${DAY_MS}) AS lately`,
      [userId, mark, this.clock.now()],
    );
    const [found] = rows;
    // The first device of all counts among those of its day.
    return found?.known === false && found.others && found.lately <= NEW_DEVICE_NOTICES_PER_DAY;
  }

  async list(userId: string): Promise<LoginView[]> {
    const { rows } = await this.store.pool.query<{ at: number; sealed: Sealed }>(
      `SELECT at, sealed_entry AS sealed FROM login_history WHERE user_id = $1 AND at >= $2 ORDER BY id DESC LIMIT $3`,
      [userId, this.clock.now() - KEPT_MS, LOGINS_MAX],
    );
    const opened = await Promise.all(
      rows.map(async ({ at, sealed }): Promise<LoginView | undefined> => {
        const text = await this.vault.open(userId, ENTRY, sealed);
        return text === null ? undefined : { at, ...(JSON.parse(text) as Entry) };
      }),
    );
    return opened.filter((entry): entry is LoginView => entry !== undefined);
  }

  /** A session as its owner sees it. */
  async sessionView(userId: string, stored: StoredSession, currentId: string): Promise<DeviceSessionView> {
    const { id, device, sealedPlace, createdAt, lastSeenAt } = stored;
    const text = sealedPlace === null ? null : await this.vault.open(userId, PLACE, sealedPlace);
    const place = text === null ? { address: '', timeZone: '' } : (JSON.parse(text) as Place);
    return { id, device, ...place, createdAt, lastSeenAt, current: id === currentId };
  }
}

function placeOf({ address, timeZone }: Origin): Place {
  return { address, timeZone: timeZone ?? '' };
}

/** `Chrome, Windows`: what a person recognises. Versions change too often. */
export function deviceName(userAgent: string): string {
  if (userAgent === '') return '';
  const { browser, os, platform } = Bowser.parse(userAgent);
  const machine = platform.model ?? os.name;
  return [browser.name, machine].filter((part) => part !== undefined && part !== '').join(', ');
}
