import { RateLimiterMemory } from 'rate-limiter-flexible';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { EdgeLimits } from '../edge-config.js';
import { networkOf } from './trusted-address.js';

/** Counts requests by address and by session, in this process: there is one server. */
export class RateLimits {
  private readonly addresses: RateLimiterMemory;
  private readonly sessions: RateLimiterMemory;
  private readonly demoAccounts: RateLimiterMemory;
  private readonly exports: RateLimiterMemory;

  constructor(limits: EdgeLimits) {
    this.addresses = limiter('address', limits.requestsPerAddressPerSecond, 1);
    this.sessions = limiter('session', limits.requestsPerSessionPerSecond, 1);
    this.demoAccounts = limiter('demo', limits.demoAccountsPerAddressPerHour, 3600);
    this.exports = limiter('export', limits.exportsPerPersonPerHour, 3600);
  }

  ofAddress(address: string): Promise<Refusal | undefined> {
    return take(this.addresses, networkOf(address), 'request.too-many');
  }

  ofSession(sessionId: string): Promise<Refusal | undefined> {
    return take(this.sessions, sessionId, 'request.too-many');
  }

  /** New demo accounts are counted apart: each costs rows for ever. */
  ofDemoAccount(address: string): Promise<Refusal | undefined> {
    return take(this.demoAccounts, networkOf(address), 'demo.too-many');
  }

  /** An export opens everything there is of a person. */
  ofExport(userId: string): Promise<Refusal | undefined> {
    return take(this.exports, userId, 'person.exports-too-many');
  }
}

function limiter(keyPrefix: string, points: number, durationSeconds: number): RateLimiterMemory {
  return new RateLimiterMemory({ keyPrefix, points, duration: durationSeconds });
}

async function take(limiter: RateLimiterMemory, key: string, code: string): Promise<Refusal | undefined> {
  try {
    await limiter.consume(key);
    return undefined;
  } catch (spent) {
    if (spent instanceof Error) throw spent;
    const { msBeforeNext } = spent as { msBeforeNext: number };
    return refuse(code, { retryAfterSeconds: Math.max(1, Math.ceil(msBeforeNext / 1000)) });
  }
}
