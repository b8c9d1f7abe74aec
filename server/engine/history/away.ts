import { Refused } from '../../core/refusal.js';

const CODES = new Set(['ECONNREFUSED', 'ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'EAI_AGAIN']);
/** Connection lost, transaction taken back, disk or memory full, shutting down, failing disk. */
const SQLSTATE_CLASSES = new Set(['08', '40', '53', '57', '58']);
/** A quota or a file size limit reaches PostgreSQL as an error that it has no code for. */
const WORDS =
  /Connection terminated|Query runner already released|not queryable|Client was closed|timeout exceeded when trying to connect|could not (extend|write)/i;

/** Whether the database is away for a moment, or full: the same work succeeds later, so it is not a bug. */
export function isAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code, syscall } = error as { code?: unknown; syscall?: unknown };
  if (error instanceof Refused) return error.refusal.refusal === 'request.unavailable';
  if (typeof code === 'string' && isAwayCode(code, syscall)) return true;
  return WORDS.test(error.message) || (error.cause !== error && isAway(error.cause));
}

function isAwayCode(code: string, syscall: unknown): boolean {
  // A missing socket file; any other missing file is a bug.
  if (code === 'ENOENT') return syscall === 'connect';
  return CODES.has(code) || (code.length === 5 && SQLSTATE_CLASSES.has(code.slice(0, 2)));
}
