import { expect } from '@jest/globals';
import type { Envelope, RefusalData } from '../../contracts/envelope.contract.js';
import { refusals, type RefusalCode } from '../../contracts/refusal.contract.js';

/** An answer as a test looks at it. */
export interface Answered<Data> {
  status: number;
  envelope: Envelope<Data>;
  data: Data;
  /** The refusal's code and figures; empty for a success. */
  refusal: string;
  params: RefusalData['params'];
  field: string | undefined;
}

/** The console's successes come without an envelope. */
export function answered<Data>({ status, body }: { status: number; body: unknown }): Answered<Data> {
  const envelope = (isEnvelope(body) ? body : { code: 0, event: '', message: '', data: body }) as Envelope<Data>;
  const { refusal = '', params = {}, field } = (envelope.data ?? {}) as Partial<RefusalData>;
  return { status, envelope, data: envelope.data, refusal, params, field };
}

const isEnvelope = (body: unknown): boolean =>
  typeof body === 'object' && body !== null && 'code' in body && 'message' in body;

/** A call that is sent when the test names its expected outcome. */
export class PendingCall<Data> {
  /** `send` alone is for a call among many at once, whose outcome may be either. */
  constructor(readonly send: () => Promise<Answered<Data>>) {}

  /**
   * A success with at least this data, or a refusal by its code or whole, in words that contain these; answers the data. The
   * status is the one that the refusal is declared with, and may be named before the code: `409 review.decided`.
   */
  async then(expected?: string | object, words = ''): Promise<Data> {
    const { status, refusal, envelope, data } = await this.send();
    const wanted: object = typeof expected === 'string' ? { refusal: expected } : (expected ?? {});
    const named = 'refusal' in wanted ? String(wanted.refusal) : '';
    const [code = '', http] = named.split(' ').reverse();
    expect(refusal === code ? refusal : `${refusal}: ${envelope.message}`).toBe(code);
    expect(status).toBe(http === undefined ? statusOf(code) : Number(http));
    expect(envelope.message).toContain(words);
    if (expected !== undefined) expect(data).toMatchObject(code === '' ? wanted : { ...wanted, refusal: code });
    return data;
  }
}

const statusOf = (code: string): number => (code === '' ? 200 : refusals[code as RefusalCode].status);
