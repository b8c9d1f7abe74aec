import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Fields that must never reach a log, wherever they stand in what is logged. */
const SECRETS = ['token', 'password', 'authorization', 'cookie', 'set-cookie', 'totp', 'requestToken', 'url', 'query'];

/** JSON lines, on standard output unless told otherwise. Addresses are logged without their query, because tokens may stand in it. */
export function openLog(level: string, destination?: DestinationStream): Logger {
  const paths = SECRETS.flatMap((name) => [quoted(name), `*${quoted(name)}`, `*.*${quoted(name)}`]);
  const options = { level, base: null, redact: { paths, censor: '[redacted]' } };
  return destination === undefined ? pino(options) : pino(options, destination);
}

/**
 * Nest's own lines through pino. Not nestjs-pino: its middleware opens an async context and a child logger for every
 * request, which costs more than the rest of a small call; our request lines come from one response hook.
 */
export class NestLog implements LoggerService {
  private readonly loggedAt = new Map<string, number>();

  constructor(private readonly pino: Logger) {}

  // Nest reports every mapped route at this level; they are in the API document.
  log(message: unknown): void {
    this.pino.debug(String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    if (this.isNews(String(message))) this.pino.error({ detail: rest.map(String) }, String(message));
  }

  warn(message: unknown): void {
    if (this.isNews(String(message))) this.pino.warn(String(message));
  }

  debug(message: unknown): void {
    this.pino.trace(String(message));
  }

  /** While the database is away, a dozen loops fail several times a second: each logs it once a minute. */
  private isNews(message: string): boolean {
    const now = performance.now();
    const before = this.loggedAt.get(message);
    if (before !== undefined && now - before < REPEAT_AFTER_MS) return false;
    if (this.loggedAt.size >= REMEMBERED_MAX) this.loggedAt.clear();
    this.loggedAt.set(message, now);
    return true;
  }
}

const REPEAT_AFTER_MS = 60_000;
const REMEMBERED_MAX = 1_000;

function quoted(name: string): string {
  return `["${name}"]`;
}
