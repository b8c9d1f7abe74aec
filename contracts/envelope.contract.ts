import { z } from 'zod';
import { languageKeys } from '../shared/language.js';

/** The key of an interface language. */
export const language = z.enum(languageKeys);

/**
 * Envelope codes (specification, section 8). 0: done. 1: a business answer that is a refusal or a neutral message.
 * 7: data, shown silently. 1000: session cleared after `time` seconds. 2000: session over, log in again.
 * Every other refusal carries the HTTP status as its code.
 */
export const CODES = { done: 0, refused: 1, silent: 7, sessionEnded: 1000, loginAgain: 2000 } as const;

/** The answer of every call. `time` is in seconds and belongs to code 1000. */
export interface Envelope<Data = unknown> {
  code: number;
  message: string;
  data: Data;
  /** The call, in the client's event names: `login`, `createOrder`, `cancelOrder`, … */
  event: string;
  /** The heading of the dialog that codes 1000 and 2000 are shown in; empty otherwise. */
  title: string;
  time: number;
}

/** `data` of a refusal: the code that a program can act on, its figures, and which field it is about. */
export interface RefusalData {
  refusal: string;
  params: Record<string, string | number>;
  field?: string;
}

/** Random request token of the client, 6 to 16 characters: the idempotency key of a change. */
export const requestToken = z.string().regex(/^[A-Za-z0-9_-]{6,16}$/);

/** What every call may carry besides its own fields (specification, section 7). */
export const commonFields = {
  token: z.string().max(128).optional(),
  lang: language.optional(),
  requestToken: requestToken.optional(),
};

/** The input of a call without further fields. */
export const commonOnly = z.strictObject({ ...commonFields });

/** A plain decimal above or equal to zero, as text: at most 18 digits before and 18 after the point. */
export const decimalText = z.string().regex(/^\d{1,18}(\.\d{1,18})?$/);

/** Pages follow an opaque cursor; `null` marks the last page. */
export interface Page<Item> {
  items: Item[];
  nextCursor: string | null;
}

export const pageOf = <Item extends z.ZodType>(item: Item) =>
  z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('For the next page; null says that there is no more.'),
  });

export const pageQuery = z.object({
  cursor: z.string().max(64).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
});

/** A period of instants, both ends inclusive, milliseconds since the Unix epoch. */
const instantText = z.coerce.number().int().min(0).max(8_640_000_000_000_000);
export const periodQuery = { from: instantText.optional(), to: instantText.optional() };
