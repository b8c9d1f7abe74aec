import type { z } from 'zod';
import type { RefusalCode } from './refusal.contract.js';
import type { StaffPermission } from './staff.contract.js';

/**
 * Who may make a call. `public`: everybody, logged in or not. `user`: a session of either realm; `real` and `demo`: of that
 * realm only. `staff`: any staff session; `staff:events`: one whose roles hold that permission.
 */
export type Access = 'public' | 'user' | 'real' | 'demo' | 'staff' | 'staff:setup' | `staff:${StaffPermission}`;

/** How long client and console wait for an answer. */
export const REQUEST_TIMEOUT_MS = 30_000;

/** The files that a call can answer. */
export const FILE_TYPES = {
  csv: 'text/csv',
  jpeg: 'image/jpeg',
  note: 'text/plain; charset=utf-8',
  pdf: 'application/pdf',
  text: 'text/plain; charset=utf-8',
  tile: 'application/octet-stream',
  zip: 'application/zip',
} as const;
export type FileType = keyof typeof FILE_TYPES;

/** One call of the API, declared whole: server, client, console, tests and the API document are all made from it. */
export interface CallDeclaration {
  readonly method: 'GET' | 'POST';
  /** Without the slash in front: `web/placeOrder`, `staff/events/:id`; `*` at its end is any rest of a path. */
  readonly path: string;
  readonly access: Access;
  /** Query (GET) or body (POST), merged with the path's parameters. */
  readonly input: z.ZodType;
  /** `data` of a success, or the type of the file that is the answer. */
  readonly output: z.ZodType | FileType;
  /** The client's event name in the envelope; the last part of the path when absent. */
  readonly event?: string;
  /** One sentence for the API document. */
  readonly summary: string;
  /** What it can refuse besides what every call of its access can: of the request, the session, and a barred account. */
  readonly refusals?: readonly RefusalCode[];
  /** `data` alone is the body of a success (ra-data-simple-rest); refusals keep the envelope. */
  readonly bare?: boolean;
  /** The body of the request is multipart with one file, which the method reads by `upload`; the input is the query. */
  readonly upload?: boolean;
  /**
   * Where the answer is stored that a repeat under the same request token gets: with the events of the one `command` that the call
   * is, or in the `transaction` of its effect. Without it a repeat is answered from memory, for ten minutes.
   */
  readonly repeats?: 'command' | 'transaction';
  /** Points that it costs of what a session and an address may spend in a second. */
  readonly cost?: number;
  /** A change that a frozen account and an expired demo may still make; without it, they may only read. */
  readonly whenBarred?: boolean;
  /** How large a body may be, where it may be larger than elsewhere (`EDGE_LIMITS.bodyBytes`). */
  readonly bodyBytesMax?: number;
}

/** Declares a call. Of all of it, a browser's build keeps method and path. */
export const defineCall = <const Call extends CallDeclaration>(call: Call): Call => call;

/** What a caller sends. */
export type CallInput<Call extends CallDeclaration> = Sent<z.input<Call['input']>>;
type Sent<Value> = Value extends object ? { readonly [Key in keyof Value]: Sent<Value[Key]> } : Value;

/** What a success carries; nothing where the answer is a file. */
export type CallOutput<Call extends CallDeclaration> = Call['output'] extends z.ZodType
  ? z.output<Call['output']>
  : never;
