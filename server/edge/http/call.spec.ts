import { describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { defineCall } from '../../../contracts/call.contract.js';
import { refuse } from '../../core/refusal.js';
import { declaredCalls, Handle, type CallContext } from './call.js';
import { Download, silently } from './reply.js';

const common = { access: 'user', summary: 'One of a test.' } as const;
const input = z.object({ id: z.string() });
const output = z.object({ at: z.number() });
const getOne = defineCall({ ...common, method: 'GET', path: 'web/testOne', input, output });
const getBare = defineCall({ ...common, method: 'GET', path: 'web/testBare', input, output, bare: true });
const getFile = defineCall({ ...common, method: 'GET', path: 'web/testFile', input, output: 'csv' });
const forStaff = defineCall({ ...common, method: 'GET', path: 'staff/testStaff', access: 'staff', input, output });

class Answers {
  @Handle(getOne)
  data({ input: { id } }: CallContext<typeof getOne>) {
    return { at: id.length };
  }

  @Handle(getBare)
  async later() {
    return Promise.resolve({ at: 1 });
  }

  @Handle(getOne)
  refusal() {
    return refuse('request.unavailable');
  }

  @Handle(getOne)
  silent() {
    return silently({ at: 1 });
  }

  @Handle(getFile)
  file() {
    return new Download('a.csv', 'text/csv', []);
  }
}

class Mistakes {
  // @ts-expect-error: a field that the call does not answer
  @Handle(getOne)
  otherField() {
    return { until: 1 };
  }

  // @ts-expect-error: a text instead of a number, later
  @Handle(getOne)
  async otherType() {
    return Promise.resolve({ at: '1' });
  }

  // @ts-expect-error: nothing is known of it
  @Handle(getOne)
  unknown(): unknown {
    return { at: 1 };
  }

  // @ts-expect-error: of another shape, silently
  @Handle(getOne)
  silent() {
    return silently({ until: 1 });
  }

  // @ts-expect-error: a file instead of data
  @Handle(getOne)
  file() {
    return new Download('a.csv', 'text/csv', []);
  }

  // @ts-expect-error: data instead of a file
  @Handle(getFile)
  data() {
    return { at: 1 };
  }

  // @ts-expect-error: the context of another call
  @Handle(forStaff)
  otherContext(context: CallContext<typeof getOne>) {
    return { at: context.session.userId.length };
  }
}

describe('a method that handles a call', () => {
  it('answers what the call declares: data, a refusal, a reply or a file', () => {
    const methods = Object.getOwnPropertyNames(Answers.prototype).filter((name) => name !== 'constructor');
    const bodies = declaredCalls()
      .slice(0, methods.length)
      .map(({ path, body }) => `${path} ${body}`);
    expect(bodies).toEqual([
      'web/testOne envelope',
      'web/testBare bare',
      'web/testOne envelope',
      'web/testOne envelope',
      'web/testFile csv',
    ]);
  });

  it('does not compile when it answers anything else', () => {
    // The compiler reports each line above that expects an error and has none.
    expect(Object.getOwnPropertyNames(Mistakes.prototype)).toHaveLength(8);
  });
});
