import { createRequire } from 'node:module';
import type * as Adapter from '@socket.io/redis-streams-adapter';
import type * as Ioredis from 'ioredis';

// Loaded where there is a Redis: a server without one would read eighty files for nothing.
const load = createRequire(import.meta.url);

/** Without it the server works on by itself: an outage of Redis must not become one of the exchange. */
export function openRedis(url: string, options: Ioredis.RedisOptions = {}): Ioredis.Redis {
  const { Redis } = load('ioredis') as typeof Ioredis;
  const redis = new Redis(url, options);
  // It reconnects by itself.
  redis.on('error', () => undefined);
  return redis;
}

/** Carries messages of sockets between servers. */
export function redisAdapter(redis: Ioredis.Redis): ReturnType<typeof Adapter.createAdapter> {
  return (load('@socket.io/redis-streams-adapter') as typeof Adapter).createAdapter(redis);
}
