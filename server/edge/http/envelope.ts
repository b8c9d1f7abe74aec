import type { RefusalData } from '../../../contracts/envelope.contract.js';
import type { Language } from '../../../shared/language.js';
import { CODES } from '../../../contracts/envelope.contract.js';
import type { Refusal } from '../../core/refusal.js';
import { ruleOf, type Messages } from './messages.js';
import type { Reply } from './reply.js';

/** Seconds after which a client clears an ended session (specification, section 8). */
const SESSION_ENDED_SECONDS = 2;

/** An answer as it goes over the wire. */
export interface WireAnswer {
  status: number;
  body: string;
  /** Seconds, with status 429. */
  retryAfter?: number;
}

/** Writes the documented envelope. The part before `data` of a plain success is made once for each event and language. */
export class Envelopes {
  private readonly heads = new Map<string, string>();

  constructor(private readonly messages: Messages) {}

  success({ name, event }: { name: string; event: string }, lang: Language, data: unknown): string {
    const key = `${lang} ${name}`;
    let head = this.heads.get(key);
    if (head === undefined) {
      const message = this.messages.message(lang, `done.${name}`);
      head = `{"code":${CODES.done},"message":${JSON.stringify(message)},"event":${JSON.stringify(event)},"title":"","time":0,"data":`;
      this.heads.set(key, head);
    }
    return `${head}${JSON.stringify(data ?? null)}}`;
  }

  reply(event: string, lang: Language, reply: Reply): string {
    const { messageKey, params, code, time } = reply.more;
    const message = messageKey === undefined ? '' : this.messages.message(lang, messageKey, params);
    const fallback = messageKey === undefined ? CODES.done : CODES.refused;
    return write(code ?? fallback, message, event, time ?? 0, reply.data ?? null);
  }

  refusal(event: string, lang: Language, refusal: Refusal): WireAnswer {
    const rule = ruleOf(refusal);
    const code = rule.code ?? (rule.status === 200 ? CODES.refused : rule.status);
    const { field = rule.field, allowed: _allowed, ...rest } = refusal.params;
    const data: RefusalData = { refusal: refusal.refusal, params: rest };
    if (field !== undefined) data.field = `${field}`;
    const time = code === CODES.sessionEnded ? SESSION_ENDED_SECONDS : 0;
    const title = this.messages.titleOf(lang, code);
    const body = write(code, this.messages.refusal(lang, refusal), event, time, data, title);
    const retryAfter = refusal.params['retryAfterSeconds'];
    return retryAfter === undefined
      ? { status: rule.status, body }
      : { status: rule.status, body, retryAfter: Number(retryAfter) };
  }
}

function write(code: number, message: string, event: string, time: number, data: unknown, title = ''): string {
  return JSON.stringify({ code, message, event, title, time, data });
}
