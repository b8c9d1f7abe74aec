import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { isRefusal, type Refusal } from '../../server/core/refusal.js';
import type { CallMethod, CallServer, ServedCall } from '../../server/edge/http/call.js';
import { Messages } from '../../server/edge/http/messages.js';
import { Download, Reply } from '../../server/edge/http/reply.js';

const messages = new Messages();

type Served = Parameters<CallServer['serve']>;

/** Holds every answer of every call against the output that contracts/ declares for it. */
export class CheckedAnswers implements CallServer {
  private readonly wrong = new Set<string>();

  constructor(private readonly edge: CallServer) {}

  serve(...[call, request, reply, method, controller]: Served): Promise<void> {
    const { wrong } = this;
    const checked: CallMethod = async function (this: object, context) {
      const answer = await method.call(this, context);
      const problem = isRefusal(answer)
        ? bareInstant(answer)
        : problemOf(call, answer instanceof Reply ? answer.data : answer);
      if (problem !== undefined) wrong.add(`${call.method} ${call.path}: ${problem}`);
      return answer;
    };
    return this.edge.serve(call, request, reply, checked, controller);
  }

  /** Throws when one was of another shape. */
  expectDeclared(): void {
    if (this.wrong.size > 0) throw new Error(`not what contracts/ declares:\n${[...this.wrong].join('\n')}`);
  }
}

/** Only a name that ends in `At` makes a date and time of an instant; under any other a person reads its milliseconds. */
function bareInstant(refusal: Refusal): string | undefined {
  const sentence = messages.refusal('en', refusal);
  return /\b1\d{12}\b/.test(sentence) ? `${refusal.refusal} says “${sentence}”` : undefined;
}

function problemOf({ output }: ServedCall, answer: unknown): string | undefined {
  if (typeof output === 'string') return answer instanceof Download ? undefined : 'no file';
  const sent: unknown = JSON.parse(JSON.stringify(answer ?? null));
  const read = output.safeParse(sent);
  if (!read.success) return z.prettifyError(read.error);
  return undeclared(sent, read.data, 'data');
}

/** A schema keeps only declared fields: missing ones were undeclared. */
function undeclared(sent: unknown, read: unknown, path: string): string | undefined {
  if (isDeepStrictEqual(sent, read)) return undefined;
  if (typeof sent !== 'object' || sent === null) return `${path} is not declared`;
  const declared = (read ?? {}) as Record<string, unknown>;
  const inner = Object.entries(sent).map(([key, value]) => undeclared(value, declared[key], `${path}.${key}`));
  return inner.find((problem) => problem !== undefined);
}
