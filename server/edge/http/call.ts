import { Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { Language } from '../../../shared/language.js';
import type { RefusalCode } from '../../../contracts/refusal.contract.js';
import type { StaffPermission } from '../../../contracts/staff.contract.js';
import type { Session, StaffSession } from './sessions.js';
import type { Upload } from './upload.js';

/**
 * Who may make a call. `public`: everybody, logged in or not. `user`: a session of either realm; `real` and `demo`: of that
 * realm only. `staff`: any staff session; `staff:events`: one whose roles hold that permission.
 */
export type Access = 'public' | 'user' | 'real' | 'demo' | 'staff' | 'staff:setup' | `staff:${StaffPermission}`;

/** `envelope`, `bare`, or the type of a file. */
export type CallBody = 'envelope' | 'bare' | keyof typeof FILE_TYPES;
export const FILE_TYPES = {
  csv: 'text/csv',
  jpeg: 'image/jpeg',
  pdf: 'application/pdf',
  zip: 'application/zip',
} as const;

/** One call of the API, complete: the router, the guard, the validation and the OpenAPI document are all made from it. */
export interface CallSpec<Input extends z.ZodType = z.ZodType, Who extends Access = Access> {
  method: 'GET' | 'POST';
  /** Without the slash in front: `web/placeOrder`, `staff/events/:id`. */
  path: string;
  access: Who;
  /** Query (GET) or body (POST), merged with the path's parameters. */
  input: Input;
  /** The client's event name in the envelope; the last part of the path when absent. */
  event?: string;
  /** One sentence for the API document. */
  summary: string;
  /** TypeScript name of the view in contracts/ that `data` is: `OrderAnswer`, `OrderView[]`, `Page<TradeView>`, `null`. */
  answer: string;
  /** What it can refuse besides what every call of its access can (request and session refusals). */
  refusals?: readonly RefusalCode[];
  /** `bare`: `data` alone is the body of a success (ra-data-simple-rest); others: a file. Refusals keep the envelope. */
  body?: CallBody;
  /** The body of the request is multipart with one file, which the method reads by `asked.upload`; the input is the query. */
  upload?: boolean;
  /** Points that it costs of what a session and an address may spend in a second; see `costOf`. */
  cost?: number;
  /** A change that a frozen account and an expired demo may still make; without it, they may only read. */
  whenBarred?: boolean;
  /** How large a body may be, where it may be larger than elsewhere (`EDGE_LIMITS.bodyBytes`). */
  bodyBytesMax?: number;
}

/** What a browser says about itself; it may say anything. */
export interface AskingDevice {
  /** Empty when it says nothing. */
  readonly userAgent: string;
  /** A random text that the client keeps, by which a person's own devices are known again. */
  readonly mark: string | undefined;
}

type Caller<Who extends Access> = Who extends 'public'
  ? Session | undefined
  : Who extends 'user' | 'real' | 'demo'
    ? Session
    : StaffSession;

/** What a controller method gets: checked input, and who asks from where. */
export interface Asked<Input extends z.ZodType, Who extends Access = 'user'> {
  readonly input: z.output<Input>;
  readonly session: Caller<Who>;
  readonly lang: Language;
  /** Idempotency keys for the command that this call becomes: none, or the one made of session and request token. */
  readonly keys: readonly string[];
  /** Address of the asker, behind trusted proxies too. */
  readonly address: string;
  readonly device: AskingDevice;
  /** The session token that came along, for ending the session. */
  readonly token: string | undefined;
  /** The file of a call that takes one (`upload`). */
  readonly upload?: Upload | undefined;
  /** Sets a header of the answer: `Content-Range` of the console's lists. */
  header(name: string, value: string): void;
}

export type CallMethod = (asked: Asked<z.ZodType, Access>) => unknown;

/** What the edge does with a call; the HTTP server carries it as `edge`. */
export interface CallServer {
  serve(
    call: ServedCall,
    request: FastifyRequest,
    reply: FastifyReply,
    method: CallMethod,
    controller: object,
  ): Promise<void>;
}

export interface ServedCall extends CallSpec {
  /** Last part of the path: the call's own name, and that of its success message. */
  name: string;
  event: string;
  body: CallBody;
}

declare module 'fastify' {
  interface FastifyInstance {
    edge: CallServer;
  }
}

/** An order costs one point. A file keeps a thread busy for a second or more. */
const FILE_COST = 20;

export function costOf(call: CallSpec): number {
  return call.cost ?? (isMadeFile(call) ? FILE_COST : 1);
}

/** Whether it reads so much that a server does a few at a time. Staff are few, and their replays take turns of their own. */
export const isHeavyReading = (call: CallSpec): boolean =>
  call.method === 'GET' && costOf(call) > 1 && !isMadeFile(call) && !call.access.startsWith('staff');

/** Whether the answer is a file that is made for it, and not one that lies ready as an image does. */
export function isMadeFile({ body }: CallSpec): boolean {
  return body !== undefined && body in FILE_TYPES && body !== 'jpeg';
}

const calls: ServedCall[] = [];

/** Every call that the loaded modules declare, in the order of loading. */
export function declaredCalls(): readonly ServedCall[] {
  return calls;
}

/**
 * Makes a controller method a call of the API. The method gets an `Asked` and returns the data, a refusal, or a `Reply`;
 * the edge does the rest. It replaces Nest's route, guard and pipe decorators on purpose: per request there is one
 * function and no chain, and a call without an access cannot be written.
 */
export function Call<Input extends z.ZodType, const Who extends Access>(spec: CallSpec<Input, Who>) {
  const name = spec.path.split('/').at(-1) as string;
  const served: ServedCall = { name, event: name, body: 'envelope', ...spec };
  calls.push(served);
  return <Method extends (asked: Asked<Input, Who>) => unknown>(
    target: object,
    property: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    const method = descriptor.value as unknown as CallMethod;
    const route = function (this: object, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      return request.server.edge.serve(served, request, reply, method, this);
    };
    descriptor.value = route as unknown as Method;
    Req()(target, property, 0);
    Res()(target, property, 1);
    const register = spec.method === 'GET' ? Get(spec.path) : Post(spec.path);
    register(target, property, descriptor);
    // Nest would answer a POST with 201; a business answer is 200 (decisions, "Calls").
    HttpCode(200)(target, property, descriptor);
  };
}
