import { hash } from 'node:crypto';
import type { RequestToken } from './command.js';

/** What a table keeps of the request that used a proof up, so that its repeat may show it again; '' where none was named. */
export function requestMark(token: RequestToken | undefined): string {
  return token?.key === undefined ? '' : hash('sha256', `${token.fingerprint ?? ''} ${token.key}`, 'base64url');
}
