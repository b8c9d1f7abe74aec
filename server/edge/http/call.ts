import { Get, HttpCode, Post, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import {
  FILE_TYPES,
  type Access,
  type CallDeclaration,
  type CallOutput,
  type FileType,
} from '../../../contracts/call.contract.js';
import type { RequestToken } from '../../core/command.js';
import type { Language } from '../../../shared/language.js';
import type { Refusal } from '../../core/refusal.js';
import type { Download, Reply } from './reply.js';
import type { Session, StaffSession } from './sessions.js';
import type { Upload } from './upload.js';

/** `envelope`, `bare`, or the type of a file. */
type CallBody = 'envelope' | 'bare' | FileType;

/** The browser's own description, which is not trusted. */
export interface CallerDevice {
  /** Empty without one. */
  readonly userAgent: string;
  /** A random text that the client keeps, by which a person's own devices are known again. */
  readonly mark: string | undefined;
}

type Caller<Who extends Access> = Who extends 'public'
  ? Session | undefined
  : Who extends 'user' | 'real' | 'demo'
    ? Session
    : StaffSession;

/** The argument of the call's method: checked input, the session and the client. */
export type CallContext<Call extends CallDeclaration> = Context<z.output<Call['input']>, Call['access']>;

interface Context<Input, Who extends Access> {
  readonly input: Input;
  readonly session: Caller<Who>;
  readonly lang: Language;
  /** For the command that this call becomes: its id as the cause, and a key where the caller sent one. */
  readonly requestToken?: RequestToken | undefined;
  /** The client's address, behind trusted proxies too. */
  readonly address: string;
  readonly device: CallerDevice;
  /** The session token that came along, for ending the session. */
  readonly token: string | undefined;
  /** The file of a call that takes one (`upload`). */
  readonly upload?: Upload | undefined;
  /** Sets a header of the answer: `Content-Range` of the console's lists. */
  header(name: string, value: string): void;
}

/** What a method of this call may answer. */
export type CallAnswer<Call extends CallDeclaration> =
  | Refusal
  | (Call['output'] extends FileType ? Download : CallOutput<Call> | Reply<CallOutput<Call>>);

export type CallMethod = (context: CallContext<CallDeclaration>) => unknown;

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

/** A call as the router serves it. */
export interface ServedCall extends CallDeclaration {
  /** Last part of the path: the call's own name, and that of its success message. */
  readonly name: string;
  readonly event: string;
  readonly body: CallBody;
}

declare module 'fastify' {
  interface FastifyInstance {
    edge: CallServer;
  }
}

/** An order costs one point. A file keeps a thread busy for a second or more. */
const FILE_COST = 20;

export function costOf(call: ServedCall): number {
  return call.cost ?? (isMadeFile(call) ? FILE_COST : 1);
}

/** Whether it reads so much that a server does a few at a time. Staff are few, and their replays take turns of their own. */
export const isHeavyReading = (call: ServedCall): boolean =>
  call.method === 'GET' && costOf(call) > 1 && !isMadeFile(call) && !call.access.startsWith('staff');

/** A change that a frozen account or an expired demo may not make. */
export const isClosedToBarred = ({ method, access, whenBarred }: ServedCall): boolean =>
  method === 'POST' && access !== 'public' && !access.startsWith('staff') && whenBarred !== true;

const READY: readonly CallBody[] = ['jpeg', 'note', 'tile'];

/** Whether the answer is a file that is made for it, and not one that lies ready as an image does. */
export function isMadeFile({ body }: ServedCall): boolean {
  return body in FILE_TYPES && !READY.includes(body);
}

const calls: ServedCall[] = [];

/** Every call that the loaded modules declare, in the order of loading. */
export function declaredCalls(): readonly ServedCall[] {
  return calls;
}

/**
 * Makes a controller method the call that contracts/ declares. The method gets a `CallContext` and returns the data, a refusal,
 * or a `Reply`; the edge does the rest. It replaces Nest's route, guard and pipe decorators on purpose: per request there is
 * one function and no chain, and a call without an access cannot be written.
 */
export function Handle<Call extends CallDeclaration>(call: Call) {
  const name = call.path.split('/').at(-1) as string;
  const body = typeof call.output === 'string' ? call.output : call.bare === true ? 'bare' : 'envelope';
  const served: ServedCall = { event: name, ...call, name, body };
  calls.push(served);
  return <Method extends (context: CallContext<Call>) => CallAnswer<Call> | Promise<CallAnswer<Call>>>(
    target: object,
    property: string,
    descriptor: TypedPropertyDescriptor<Method>,
  ): void => {
    // oxlint-disable-next-line house/no-erasing-cast -- the decorator puts a route in the place of a method.
    const method = descriptor.value as unknown as CallMethod;
    const route = function (this: object, request: FastifyRequest, reply: FastifyReply): Promise<void> {
      return request.server.edge.serve(served, request, reply, method, this);
    };
    // oxlint-disable-next-line house/no-erasing-cast -- the decorator puts a route in the place of a method.
    descriptor.value = route as unknown as Method;
    Req()(target, property, 0);
    Res()(target, property, 1);
    const register = call.method === 'GET' ? Get(call.path) : Post(call.path);
    register(target, property, descriptor);
    // Nest would answer a POST with 201; a business answer is 200 (decisions, "Calls").
    HttpCode(200)(target, property, descriptor);
  };
}
