import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { LANGUAGES } from '../../shared/language.js';
import { startApp, type StartedApp } from '../kit/app.js';

interface Property {
  type?: string;
  enum?: unknown[];
  pattern?: string;
  minimum?: number;
  maximum?: number;
  maxLength?: number;
}

interface Operation {
  method: 'GET' | 'POST';
  path: string;
  summary: string;
  access: string;
  /** Its body is a file; what else it takes stands in the query. */
  takesFile: boolean;
  properties: Record<string, Property>;
  required: string[];
}

interface Expected {
  status: number;
  refusal: string;
  field?: string;
  code?: number;
}

const COMMON = ['token', 'lang', 'requestToken'];
let started: StartedApp;
let token = '';
let operations: Operation[] = [];

beforeAll(async () => {
  started = await startApp();
  const opened = (await (await fetch(`${started.url}/web/tempLogin`)).json()) as { data: { token: string } };
  token = opened.data.token;
  operations = await readOperations();
}, 120_000);

afterAll(() => started.close());

/** The calls that a demo session may make, and with it the ones for everybody. */
const open = (): Operation[] => operations.filter(({ access }) => ['public', 'user', 'demo'].includes(access));
/** Those of the product; the console's login has no request token and no language of its own. */
const documented = (): Operation[] => open().filter(({ properties }) => 'requestToken' in properties);
const posts = (): Operation[] => open().filter(({ method }) => method === 'POST');
const changes = (): Operation[] => posts().filter(({ takesFile }) => !takesFile);

describe('every call answers bad input in the envelope, by name and in the language of the asker', () => {
  it('reads all calls from the API document', () => {
    expect(operations.length).toBeGreaterThan(15);
  });

  it('asks for a login where one is needed', async () => {
    const closed = operations.filter(({ access }) => ['user', 'demo', 'real'].includes(access));
    const expected = { status: 401, refusal: 'session.missing', code: 2000 };
    await all(closed, (call) => sendCall(call, sample(call), { bearer: '' }), expected);
    await all(closed, (call) => sendCall(call, sample(call), { bearer: 'x'.repeat(32) }), {
      ...expected,
      refusal: 'session.expired',
    });
    const console = operations.filter(({ access }) => access.startsWith('staff'));
    await all(console, (call) => sendCall(call, sample(call)), { status: 401, refusal: 'staff.session-missing' });
  });

  it('keeps real-account calls from demo accounts', async () => {
    const real = operations.filter(({ access }) => access === 'real');
    await all(real, (call) => sendCall(call, sample(call)), { status: 200, refusal: 'demo.real-only', code: 1 });
  });

  it('names a field that is missing', async () => {
    await cases(
      (call) => call.required,
      (call, field) => sendCall(call, without(sample(call), field)),
      (field) => ({ status: 400, refusal: 'request.field-missing', field }),
    );
  });

  it('names a field that it does not know', async () => {
    // The fields of what is not open yet are not settled.
    const strict = open().filter(({ summary }) => !summary.startsWith('Not open yet'));
    await all(strict, (call) => sendCall(call, { ...sample(call), nonsense: '1' }), {
      status: 400,
      refusal: 'request.field-unknown',
    });
  });

  it('names a field with a value of the wrong kind or out of range, and says what is allowed', async () => {
    for (const wrong of [tooLarge, tooSmall, nonsense, repeated]) {
      await cases(
        (call) => named(call).filter((field) => wrong(call.properties[field] ?? {}) !== undefined),
        (call, field) => sendCall(call, { ...sample(call), [field]: wrong(call.properties[field] ?? {}) }),
        (field) => ({ status: 400, refusal: 'request.field-invalid', field }),
      );
    }
  });

  it('refuses request tokens outside 6 to 16 characters, and languages that it does not speak', async () => {
    for (const requestToken of ['short', 'x'.repeat(17), 'with space', 'ümläut12']) {
      await all(documented(), (call) => sendCall(call, { ...sample(call), requestToken }), {
        status: 400,
        refusal: 'request.token-invalid',
      });
    }
    const speaking = documented().filter(({ properties }) => 'lang' in properties);
    await all(speaking, (call) => sendCall(call, { ...sample(call), lang: 'klingon' }), {
      status: 400,
      refusal: 'request.field-invalid',
      field: 'lang',
    });
  });

  it('speaks nine languages, by field and by header', async () => {
    const wrong = { account: 'nobody@example.com', password: 'x', nonsense: '1' };
    const login = documented().find(({ path }) => path === '/web/userLogin') as Operation;
    const messages = new Set<string>();
    for (const [lang, tag] of Object.entries(LANGUAGES)) {
      const byField = (await (await sendCall(login, { ...wrong, lang })).json()) as { message: string };
      const byHeader = (await (await sendCall(login, wrong, { lang: `${tag},en;q=0.5` })).json()) as {
        message: string;
      };
      expect(byHeader).toEqual(byField);
      messages.add(byField.message);
    }
    expect(messages.size).toBe(9);
  });

  it('refuses bodies that are malformed, of another kind or too large', async () => {
    const json = 'application/json';
    const malformed = { status: 400, refusal: 'request.malformed' };
    for (const body of ['{"a":', '[1,2]', '"text"', 'null', '12', ''])
      await all(changes(), (call) => send(call, body, json), malformed);
    const otherKind = { status: 415, refusal: 'request.media-type' };
    await all(posts(), (call) => send(call, '<a/>', 'application/xml'), otherKind);
    const files = posts().filter(({ takesFile }) => takesFile);
    expect(files.length).toBeGreaterThan(0);
    await all(files, (call) => send(call, '[1,2]', json), otherKind);
    const large = `account=${'x'.repeat(70_000)}`;
    await all(changes(), (call) => send(call, large), { status: 413, refusal: 'request.too-large' });
  });

  it('asks a visitor who uploads to log in, before it looks at what kind of body came', async () => {
    const sent = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '[1,2]' };
    const answer = await fetch(`${started.url}/web/uploadImage?purpose=document-front`, sent);
    await expectRefusal(answer, { status: 401, refusal: 'session.missing', code: 2000 });
  });

  it('says which methods a path takes', async () => {
    for (const call of operations.filter(({ path }) => !path.includes('{'))) {
      const methods = operations.filter(({ path }) => path === call.path).map(({ method }) => method);
      const other = ['PUT', 'DELETE', ...(methods.includes('POST') ? [] : ['POST'])];
      for (const method of other) {
        const response = await fetch(started.url + call.path, { method });
        expect({ path: call.path, method, status: response.status }).toEqual({ path: call.path, method, status: 405 });
        expect(response.headers.get('allow')?.split(', ')).toEqual(expect.arrayContaining(methods));
        await expectRefusal(response, { status: 405, refusal: 'request.method-not-allowed' });
      }
    }
    await expectRefusal(await fetch(`${started.url}/web/nothing`), { status: 404, refusal: 'request.unknown-route' });
    await expectRefusal(await fetch(`${started.url}/web/%zz`), { status: 400, refusal: 'request.malformed' });
  });

  it('never fails on text that no field expects', async () => {
    const nasty = ["' OR 1=1 --", '\u0000', '💥'.repeat(20), '__proto__', '%00', '../../etc/passwd', '1e309', '-0'];
    for (const call of open()) {
      for (const field of named(call)) {
        for (const text of nasty) {
          const response = await sendCall(call, { ...sample(call), [field]: text });
          const at = `${call.path} ${field}=${text}`;
          expect({ at, fine: response.status < 500 }).toEqual({ at, fine: true });
          // An export that found nothing wrong answers its file.
          if (/^(text\/csv|application\/pdf)/.test(response.headers.get('content-type') ?? '')) continue;
          const answer = (await response.json()) as { code?: number; message?: string; codeWanted?: true };
          // A name of the staff that was tried too often is asked for its code, whether there is such a name or not.
          const isAnswer = Number.isInteger(answer.code) && typeof answer.message === 'string';
          expect({ at, fine: isAnswer || answer.codeWanted === true }).toEqual({ at, fine: true });
        }
      }
    }
  }, 60_000);
});

async function readOperations(): Promise<Operation[]> {
  const document = (await (await fetch(`${started.url}/docs/json`)).json()) as {
    paths: Record<string, Record<string, Record<string, unknown>>>;
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => {
      const parameters = operation['parameters'] as { name: string; in: string; required: boolean; schema: Property }[];
      const body = (operation['requestBody'] as { content?: Record<string, { schema: object }> })?.content;
      const schema = (body?.['application/json']?.schema ?? {}) as { properties?: object; required?: string[] };
      const query = parameters.filter((parameter) => parameter.in === 'query');
      return {
        method: method.toUpperCase() as 'GET' | 'POST',
        path,
        summary: operation['summary'] as string,
        access: operation['x-access'] as string,
        takesFile: body !== undefined && 'multipart/form-data' in body,
        properties: {
          ...Object.fromEntries(query.map((parameter) => [parameter.name, parameter.schema])),
          ...(schema.properties as Record<string, Property>),
        },
        required: [...query.filter(({ required }) => required).map(({ name }) => name), ...(schema.required ?? [])],
      };
    }),
  );
}

const named = (call: Operation): string[] => Object.keys(call.properties).filter((name) => !COMMON.includes(name));

/** Values of fields whose form nobody guesses. */
const SAMPLES: Record<string, string> = {
  symbol: 'BTCUSDT',
  address: `0x${'1'.repeat(40)}`,
  nonce: 'a'.repeat(16),
  signature: `0x${'1'.repeat(130)}`,
};

/** Fields that pass the schema; whether the request behind them makes sense is another matter. */
function sample(call: Operation): Record<string, unknown> {
  return Object.fromEntries(call.required.map((name) => [name, SAMPLES[name] ?? valid(call.properties[name])]));
}

function valid(property: Property = {}): string {
  if (property.enum) return String(property.enum[0]);
  if (property.minimum !== undefined || property.pattern !== undefined) return '1';
  return 'sample-value';
}

function without(fields: Record<string, unknown>, name: string): Record<string, unknown> {
  const { [name]: _, ...rest } = fields;
  return rest;
}

function tooLarge(property: Property): string | undefined {
  if (property.type === 'integer') return property.maximum === undefined ? undefined : String(property.maximum + 1);
  return property.maxLength === undefined ? undefined : 'x'.repeat(property.maxLength + 1);
}

function tooSmall(property: Property): string | undefined {
  return property.type === 'integer' && property.minimum !== undefined ? String(property.minimum - 1) : undefined;
}

function nonsense(property: Property): string | undefined {
  if (property.enum || property.pattern?.includes('\\d')) return 'no such thing';
  return property.type === 'integer' ? '1.5x' : undefined;
}

/** A form field that stands twice. */
function repeated(property: Property): string[] | undefined {
  return property.type === 'string' || property.enum ? ['1', '1'] : undefined;
}

function sendCall(
  call: Operation,
  fields: Record<string, unknown>,
  { bearer = token, lang = 'en' } = {},
): Promise<Response> {
  const form = new URLSearchParams();
  for (const [name, value] of Object.entries(fields)) {
    for (const one of Array.isArray(value) ? value : [value]) form.append(name, String(one));
  }
  const path = call.path.replace(/\{\w+\}/g, 'x');
  const isPost = call.method === 'POST';
  return fetch(`${started.url}${path}${isPost && !call.takesFile ? '' : `?${form}`}`, {
    method: call.method,
    headers: {
      ...(bearer && call.path !== '/web/tempLogin' ? { authorization: `Bearer ${bearer}` } : {}),
      'accept-language': lang,
    },
    ...(isPost ? { body: call.takesFile ? new FormData() : form } : {}),
  });
}

function send(call: Operation, body: string, type = 'application/x-www-form-urlencoded'): Promise<Response> {
  const headers = { authorization: `Bearer ${token}`, 'content-type': type };
  return fetch(started.url + call.path, { method: 'POST', headers, body });
}

async function all(
  calls: Operation[],
  request: (call: Operation) => Promise<Response>,
  expected: Expected,
): Promise<void> {
  for (const call of calls) await expectRefusal(await request(call), expected, `${call.method} ${call.path}`);
}

async function cases(
  fields: (call: Operation) => string[],
  request: (call: Operation, field: string) => Promise<Response>,
  expected: (field: string) => Expected,
): Promise<void> {
  for (const call of open()) {
    for (const field of fields(call)) {
      await expectRefusal(await request(call, field), expected(field), `${call.method} ${call.path} ${field}`);
    }
  }
}

async function expectRefusal(response: Response, expected: Expected, at = ''): Promise<void> {
  const text = await response.text();
  const body = JSON.parse(text) as { code: number; message: string; data: { refusal: string; field?: string } };
  const found = { at, status: response.status, refusal: body.data?.refusal, field: body.data?.field, code: body.code };
  const { status, refusal, field = found.field, code = status === 200 ? 1 : status } = expected;
  expect(found).toEqual({ at, status, refusal, field, code });
  expect(Object.keys(body).sort()).toEqual(['code', 'data', 'event', 'message', 'time', 'title']);
  expect(body.message).toMatch(/\S.{8,}/);
  expect(text).not.toMatch(/\bat .*\.(js|ts):\d+|node_modules|\{\{/);
}
