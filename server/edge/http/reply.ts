import { CODES } from '../../../contracts/envelope.contract.js';

/** A success with more than its data: another code, a message of its own, seconds for code 1000. */
export class Reply<Data = unknown> {
  constructor(
    readonly data: Data,
    readonly more: { code?: number; messageKey?: string; params?: Record<string, string | number>; time?: number },
  ) {}
}

/** Data that the client shows nothing about (code 7). */
export function silently<Data>(data: Data): Reply<Data> {
  return new Reply(data, { code: CODES.silent });
}

/** A file instead of an envelope, written while it is read: however long it is, only a piece of it is in memory. */
export class Download {
  constructor(
    /** Plain letters, digits, dots and dashes. */
    readonly fileName: string,
    readonly contentType: string,
    readonly pieces: AsyncIterable<string | Uint8Array> | Iterable<Uint8Array>,
    /** Headers besides type and name. */
    readonly headers: Readonly<Record<string, string>> = {},
  ) {}
}

/** Headers of a private image: kept nowhere, shown as a picture and nothing else, even if a browser were led to open it by itself. */
export const HARMLESS_IMAGE = {
  'cache-control': 'no-store, private',
  'content-security-policy': "default-src 'none'; sandbox",
  'x-content-type-options': 'nosniff',
  'cross-origin-resource-policy': 'same-origin',
};
