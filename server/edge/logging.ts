import type { LoggerService } from '@nestjs/common';
import { pino, type DestinationStream, type Logger } from 'pino';

/** Fields that must never reach a log, wherever they stand in what is logged. */
const SECRETS = ['token', 'password', 'authorization', 'cookie', 'set-cookie', 'totp', 'requestToken', 'url', 'query'];

/** Nest token of the pino logger. */
export const LOG = 'LOG';

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
  constructor(private readonly pino: Logger) {}

  // Nest reports every mapped route at this level; they are in the API document.
  log(message: unknown): void {
    this.pino.debug(String(message));
  }

  error(message: unknown, ...rest: unknown[]): void {
    this.pino.error({ detail: rest.map(String) }, String(message));
  }

  warn(message: unknown): void {
    this.pino.warn(String(message));
  }

  debug(message: unknown): void {
    this.pino.trace(String(message));
  }
}

function quoted(name: string): string {
  return `["${name}"]`;
}
