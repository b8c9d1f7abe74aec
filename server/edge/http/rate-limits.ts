import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterAbstract } from 'rate-limiter-flexible';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { EdgeLimits } from '../edge-config.js';
import type { TurnOwner } from '../work/turns.js';
import { openRedis } from '../redis.js';
import { networkOf } from './trusted-address.js';

/** Times the limit from which a refusal is held back. */
const HELD_ABOVE = 2;
/** Prime to each other, so that calls of any cost spread over all of it. */
const SPREAD_STEP_MS = 7;
const SPREAD_MS = 997;

/** Counts requests by address and by session; over all servers when there is a Redis, else in this process. */
export class RateLimits {
  private readonly redis: Redis | undefined;
  private readonly addresses: RateLimiterAbstract;
  private readonly sessions: RateLimiterAbstract;
  private readonly demoAccounts: RateLimiterAbstract;
  private readonly exports: RateLimiterAbstract;
  private readonly logins: RateLimiterAbstract;
  private readonly networkLogins: RateLimiterAbstract;
  private readonly lookups: RateLimiterAbstract;

  constructor(limits: EdgeLimits, redisUrl: string | null) {
    this.redis = redisUrl === null ? undefined : openRedis(redisUrl, { enableOfflineQueue: false });
    this.addresses = this.limiter('address', limits.pointsPerAddressPerSecond, 1);
    this.sessions = this.limiter('session', limits.pointsPerSessionPerSecond, 1);
    this.demoAccounts = this.limiter('demo', limits.demoAccountsPerAddressPerHour, 3600);
    this.logins = this.limiter('login', limits.loginsPerPersonPerMinute, 60);
    this.networkLogins = this.limiter('logins', limits.loginsPerAddressPerMinute, 60);
    this.exports = this.limiter('export', limits.exportsPerPersonPerHour, 3600);
    this.lookups = this.limiter('lookup', limits.lookupsPerStaffPerHour, 3600);
  }

  /** `cost`: what the call weighs, see `costOf`. */
  ofAddress(address: string, cost = 1): Promise<Refusal | undefined> {
    return take(this.addresses, networkOf(address), 'request.too-many', cost);
  }

  ofSession(sessionId: string, cost = 1): Promise<Refusal | undefined> {
    return take(this.sessions, sessionId, 'request.too-many', cost);
  }

  /** Right log-ins count as wrong ones do: each costs a hash. Strangers of one network share a limit besides their own. */
  async ofLogin({ network, person, known }: TurnOwner): Promise<Refusal | undefined> {
    const own = await take(this.logins, known ? person : `${network} ${person}`, 'request.too-many');
    return own ?? (known ? undefined : take(this.networkLogins, network, 'request.too-many'));
  }

  /** New demo accounts are counted apart: each costs rows for ever. */
  ofDemoAccount(address: string): Promise<Refusal | undefined> {
    return take(this.demoAccounts, networkOf(address), 'demo.too-many');
  }

  /** An export opens everything there is of a person. */
  ofExport(userId: string): Promise<Refusal | undefined> {
    return take(this.exports, userId, 'person.exports-too-many');
  }

  /** Staff who may look persons up could try a list of addresses. */
  ofLookup(staffId: string): Promise<Refusal | undefined> {
    return take(this.lookups, staffId, 'request.too-many');
  }

  close(): void {
    this.redis?.disconnect();
  }

  private limiter(keyPrefix: string, points: number, duration: number): RateLimiterAbstract {
    const memory = new RateLimiterMemory({ keyPrefix, points, duration });
    if (this.redis === undefined) return memory;
    return new RateLimiterRedis({ storeClient: this.redis, keyPrefix, points, duration, insuranceLimiter: memory });
  }
}

/** Released at one moment, all held requests would return at one moment and delay everybody else's orders. */
export function spreadMs(consumedPoints: number): number {
  return (consumedPoints * SPREAD_STEP_MS) % SPREAD_MS;
}

async function take(limiter: RateLimiterAbstract, key: string, code: string, cost = 1): Promise<Refusal | undefined> {
  try {
    await limiter.consume(key, cost);
    return undefined;
  } catch (spent) {
    if (spent instanceof Error) throw spent;
    const { msBeforeNext, consumedPoints } = spent as { msBeforeNext: number; consumedPoints: number };
    // Refusing costs time too: far above the limit the answer is held until the next request is allowed.
    if (consumedPoints > HELD_ABOVE * limiter.points && limiter.duration === 1)
      await sleep(msBeforeNext + spreadMs(consumedPoints));
    return refuse(code, { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
  }
}
