import { Readable } from 'node:stream';
import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { FILE_TYPES } from '../../../contracts/call.contract.js';
import { requestToken as sentToken } from '../../../contracts/envelope.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';
import { permits, type StaffPermission } from '../../../contracts/staff.contract.js';
import type { RequestToken } from '../../core/command.js';
import { isRefusal, refuse, type Refusal } from '../../core/refusal.js';
import { EdgeConfig } from '../edge-config.js';
import {
  costOf,
  isClosedToBarred,
  isHeavyReading,
  isMadeFile,
  type CallerDevice,
  type CallMethod,
  type CallServer,
  type ServedCall,
} from './call.js';
import { Answers } from './answers.js';
import { FileTurns } from './file-turns.js';
import { Envelopes, type WireAnswer } from './envelope.js';
import { acceptedLanguage } from './messages.js';
import { RateLimits } from './rate-limits.js';
import { Download, Reply } from './reply.js';
import { fingerprintOf, withRequestToken } from './request-tokens.js';
import { StaffSessionSource, UserSessions, type Session, type StaffSession } from './sessions.js';
import { Upload } from './upload.js';
import { Starts } from '../work/starts.js';
import { ofVisitor, Turns, type Room } from '../work/turns.js';
import { SPARE_CORES } from '../work/worker-threads.js';
import { validate } from './validate.js';

type Fields = Readonly<Record<string, unknown>>;
const NO_FIELDS: Fields = {};
const NOT_MULTIPART = refuse('request.media-type');
const LANGUAGES = new Set<string>(languageKeys);
/** The database reads on as many cores as it is let: one more than are spare would keep orders from theirs. */
const READINGS: Room = { atOnce: SPARE_CORES + 1, waiting: 200, ofNetwork: 60, ofPerson: 20 };
/** An order takes a third of a millisecond or so: what comes in one moment holds up others for two or three. */
const CALLS_OF_TURN = 8;
export const JSON_TYPE = 'application/json; charset=utf-8';

/**
 * One call from wire to wire: language, session, permission, rate, input, idempotency, the method, the envelope. A plain
 * function of ours and not a chain of Nest's guards, pipes and interceptors, because every order goes through it.
 */
@Injectable()
export class Edge implements CallServer {
  private readonly files = new FileTurns();
  private readonly readings = new Turns(READINGS);
  private readonly starts = new Starts(CALLS_OF_TURN);

  constructor(
    private readonly users: UserSessions,
    private readonly staff: StaffSessionSource,
    private readonly limits: RateLimits,
    readonly envelopes: Envelopes,
    private readonly answers: Answers,
    private readonly config: EdgeConfig,
  ) {}

  async serve(
    call: ServedCall,
    request: FastifyRequest,
    reply: FastifyReply,
    method: CallMethod,
    controller: object,
  ): Promise<void> {
    const upload = call.upload === true ? uploadOf(request, this.config.limits.uploadPaceMs) : undefined;
    if (upload === null) {
      // Who may not make the call at all hears that first.
      const caller = await this.caller(call, tokenOf(fieldsOf(request.query), request));
      const refusal = isRefusal(caller) ? caller : NOT_MULTIPART;
      return send(reply, this.envelopes.refusal(call.event, languageOf({}, request), refusal));
    }
    const raw = withRequestToken(rawInput(call, request), call.input);
    const lang = languageOf(fieldsOf(raw), request);
    const result = await this.answer(call, request, reply, raw, lang, method, controller, upload);
    upload?.discard();
    if (isRefusal(result)) return send(reply, this.envelopes.refusal(call.event, lang, result));
    if (result instanceof Download) return sendFile(reply, result);
    const body =
      result instanceof Reply
        ? this.envelopes.reply(call.event, lang, result)
        : call.body === 'bare'
          ? JSON.stringify(result ?? null)
          : this.envelopes.success(call, lang, result);
    reply.header('content-type', JSON_TYPE).send(body);
  }

  private async answer(
    call: ServedCall,
    request: FastifyRequest,
    reply: FastifyReply,
    raw: unknown,
    lang: Language,
    method: CallMethod,
    controller: object,
    upload: Upload | undefined,
  ): Promise<unknown> {
    const fields = fieldsOf(raw);
    const token = tokenOf(fields, request);
    const session = await this.caller(call, token);
    if (isRefusal(session)) return session;
    const tooMany = await this.tooMany(costOf(call), session, request.ip);
    if (tooMany !== undefined) return tooMany;
    const visitor = ofVisitor(session && 'userId' in session ? session.userId : undefined, request.ip);
    const start = this.starts.begin(visitor);
    if (start !== undefined) await start;
    const checked = validate(call.input, raw);
    if (isRefusal(checked)) return checked;
    const address = request.ip;
    const requestToken = tokenOfRequest(call, request.id, fields, session?.id ?? address, checked.input as object);
    const header = (name: string, value: string): void => void reply.header(name, value);
    const context = {
      input: checked.input,
      session: session as Session,
      lang,
      requestToken,
      address,
      device: deviceOf(request),
      token,
      header,
      upload,
    };
    if (isMadeFile(call)) return this.file(session, request, reply, () => method.call(controller, context));
    if (isHeavyReading(call)) return this.readings.take(visitor, async () => method.call(controller, context));
    // A file is written while it is sent, so it cannot be given twice; an upload is found again by its token.
    const isForm = call.method === 'POST' && call.upload !== true && !(call.body in FILE_TYPES);
    if (!isForm || call.repeats !== undefined) return method.call(controller, context);
    return this.answers.once(requestToken, async () => method.call(controller, context));
  }

  /** The address has paid one point for the request, before anything of it was looked at. */
  private async tooMany(
    cost: number,
    session: { readonly id: string } | undefined,
    address: string,
  ): Promise<Refusal | undefined> {
    const ofAddress = cost > 1 ? await this.limits.ofAddress(address, cost - 1) : undefined;
    return ofAddress ?? (session && this.limits.ofSession(session.id, cost));
  }

  /** Makes a file in its turn, which ends when the file is sent, or there is none. */
  private async file(
    session: Session | StaffSession | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
    make: () => unknown,
  ): Promise<unknown> {
    const person = session === undefined ? request.ip : 'userId' in session ? session.userId : session.staffId;
    const end = await this.files.begin(person, request.ip);
    if (isRefusal(end)) return end;
    reply.raw.once('close', end);
    try {
      const made = await make();
      if (!(made instanceof Download)) end();
      return made;
    } catch (error) {
      end();
      throw error;
    }
  }

  /** The caller, or the refusal. A public call with an ended session is a visitor's call. */
  private async caller(
    call: ServedCall,
    token: string | undefined,
  ): Promise<Session | StaffSession | undefined | Refusal> {
    if (call.access.startsWith('staff')) return this.staffCaller(call.access, token);
    if (token === undefined) return call.access === 'public' ? undefined : refuse('session.missing');
    const found = await this.users.find(token);
    if (isRefusal(found)) return call.access === 'public' ? undefined : found;
    if (call.access === 'real' && found.realm !== 'real') return refuse('demo.real-only');
    if (call.access === 'demo' && found.realm !== 'demo') return refuse('demo.demo-only');
    // Freezing ends every session; one that was begun in the same moment must not do what was to be stopped.
    return (isClosedToBarred(call) ? found.barred : undefined) ?? found;
  }

  private async staffCaller(access: string, token: string | undefined): Promise<StaffSession | Refusal> {
    if (token === undefined) return refuse('staff.session-missing');
    const found = await this.staff.find(token);
    if (isRefusal(found)) return found;
    if (access === 'staff:setup') return found;
    if (found.setup !== null) return refuse('staff.setup-needed', { step: found.setup });
    const permission = access.slice('staff:'.length) as StaffPermission | '';
    if (permission !== '' && !permits(found.roles, permission, found.queues))
      return refuse('staff.role-missing', { permission });
    return found;
  }
}

export function send(reply: FastifyReply, answer: WireAnswer): void {
  if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
  reply.code(answer.status).header('content-type', JSON_TYPE).send(answer.body);
}

function sendFile(reply: FastifyReply, { fileName, contentType, pieces, headers }: Download): void {
  reply
    .headers(headers)
    .header('content-type', contentType)
    .header('content-disposition', `attachment; filename="${fileName}"`)
    .send(Readable.from(pieces));
}

/** The language of a request, from any of its places. The default is English. */
export function languageOf(fields: Fields, request: FastifyRequest): Language {
  const { lang } = fields;
  if (typeof lang === 'string' && LANGUAGES.has(lang)) return lang as Language;
  return acceptedLanguage(request.headers['accept-language']);
}

/** The fields of query and body as one object, or any other body as it is. */
function rawInput(call: ServedCall, request: FastifyRequest): unknown {
  const query = request.query as Fields;
  const carried = call.method === 'POST' && call.upload !== true ? postInput(request.body, query) : query;
  const params = request.params as Fields;
  for (const _ in params) return { ...(carried as object), ...params };
  return carried;
}

/** The file that comes with a call; `null` where the body is none. */
function uploadOf(request: FastifyRequest, paceMs: number): Upload | null {
  return request.body === request.raw ? new Upload(request.raw, paceMs) : null;
}

/** A change reads its body; the documented client puts the common fields into the query, unless the body has them. */
function postInput(body: unknown, query: Fields): unknown {
  if (body !== undefined && (typeof body !== 'object' || body === null || Array.isArray(body))) return body;
  for (const _ in query) return { ...query, ...body };
  return body ?? NO_FIELDS;
}

function fieldsOf(raw: unknown): Fields {
  return typeof raw === 'object' && raw !== null ? (raw as Fields) : NO_FIELDS;
}

/** `Authorization: Bearer` wins: it is the one that no log and no history keeps. */
function tokenOf(fields: Fields, request: FastifyRequest): string | undefined {
  const { authorization } = request.headers;
  if (authorization !== undefined && /^bearer /i.test(authorization)) return authorization.slice(7).trim();
  const { token } = fields;
  return typeof token === 'string' && token !== '' ? token : undefined;
}

const DEVICE_MARK = /^[A-Za-z0-9_-]{16,64}$/;

function deviceOf({ headers }: FastifyRequest): CallerDevice {
  const mark = headers['x-device'];
  return {
    userAgent: headers['user-agent']?.slice(0, 300) ?? '',
    mark: typeof mark === 'string' && DEVICE_MARK.test(mark) ? mark : undefined,
  };
}

function tokenOfRequest(
  { method, path }: ServedCall,
  id: string,
  fields: Fields,
  owner: string,
  input: object,
): RequestToken {
  const cause = { correlation: id, causation: id };
  const sent = sentToken.safeParse(fields['requestToken']);
  if (!sent.success) return { cause };
  const fingerprint = method === 'POST' ? fingerprintOf(path, input) : undefined;
  return { key: `${owner}:${sent.data}`, fingerprint, cause };
}
