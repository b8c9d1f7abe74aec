import { STATUS_CODES } from 'node:http';
import { z } from 'zod';
import { FILE_TYPES } from '../../../contracts/call.contract.js';
import { refusals, type RefusalCode, type RefusalRule } from '../../../contracts/refusal.contract.js';
import { costOf, isClosedToBarred, isMadeFile, type ServedCall } from '../http/call.js';

type Schema = Record<string, unknown>;

/** The refusals that any call can have, by its access. */
const ANY_CALL: readonly RefusalCode[] = [
  'request.malformed',
  'request.field-missing',
  'request.field-invalid',
  'request.field-unknown',
  'request.token-invalid',
  'request.too-many',
  'request.error',
];
const FILE_CALL: readonly RefusalCode[] = ['file.one-at-a-time', 'file.too-many'];
const ANY_CHANGE: readonly RefusalCode[] = ['request.too-large', 'request.media-type', 'request.token-reused'];

function accessRefusals(call: ServedCall): readonly RefusalCode[] {
  if (call.access === 'public') return [];
  if (call.access.startsWith('staff')) return ['staff.session-missing', 'staff.role-missing'];
  const codes: RefusalCode[] = ['session.missing', 'session.expired', 'session.ended'];
  if (call.access === 'real') codes.push('demo.real-only');
  if (call.access === 'demo') codes.push('demo.demo-only');
  if (isClosedToBarred(call) && call.access !== 'demo') codes.push('account.frozen');
  if (isClosedToBarred(call) && call.access !== 'real') codes.push('demo.expired');
  return codes;
}

/** The OpenAPI 3.1 document of these calls, made from the same specs that serve them. */
export function openApiDocument(calls: readonly ServedCall[]): Schema {
  const paths: Record<string, Record<string, Schema>> = {};
  const views: Record<string, Schema> = {};
  for (const call of calls) {
    const path = `/${call.path.replace(/:(\w+)/g, '{$1}')}`;
    paths[path] = { ...paths[path], [call.method.toLowerCase()]: operation(call, answerSchema(call, views)) };
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Glassbook',
      version: '1',
      description:
        'A trading platform as an honest simulation: prices, chains and banks are simulated and no real value moves. ' +
        'Every answer is an envelope; its code 0 is a success, 1 a business answer, 7 silent data, 1000 and 2000 the end ' +
        'of the session, anything else the HTTP status. `requestToken` (6 to 16 letters, digits, hyphens or ' +
        'underscores) makes a change safe to repeat; `reqToken`, `request_token`, `random` and `nonce` are read as it. ' +
        'Each call costs points (`x-cost`): a session has 100 a second and an address 300, unless this server is set ' +
        'otherwise. Above that the answer is 429 with `Retry-After`.',
    },
    servers: [{ url: '/' }],
    paths,
    components: { schemas: { ...views, Refusal: REFUSAL }, securitySchemes: SECURITY },
  };
}

const SECURITY = { session: { type: 'http', scheme: 'bearer', description: 'The token that a login answers.' } };

const REFUSAL: Schema = {
  type: 'object',
  description: 'Why not: a code to act on, its figures, and the field that it is about.',
  properties: {
    refusal: { type: 'string' },
    params: { type: 'object', additionalProperties: { type: ['string', 'number'] } },
    field: { type: 'string' },
  },
  required: ['refusal', 'params'],
};

function operation(call: ServedCall, answer: Schema | undefined): Schema {
  const { summary, method, access, path } = call;
  const input = z.toJSONSchema(call.input, { io: 'input', unrepresentable: 'any' }) as Schema;
  const inPath = [...path.matchAll(/:(\w+)|\*$/g)].map((match) => match[1] ?? '*');
  return {
    operationId: `${method.toLowerCase()}_${path.replace(/\W+/g, '_')}`,
    summary,
    tags: [path.startsWith('staff/') ? 'console' : access === 'public' ? 'public' : 'user'],
    security: access === 'public' ? [] : [{ session: [] }],
    'x-access': access,
    'x-cost': costOf(call),
    parameters: parameters(call, input, inPath),
    ...(method === 'POST' ? { requestBody: call.upload === true ? ONE_FILE : requestBody(input, inPath) } : {}),
    responses: responses(call, answer),
  };
}

function parameters({ method, upload }: ServedCall, input: Schema, inPath: readonly string[]): Schema[] {
  const properties = (input['properties'] ?? {}) as Record<string, Schema>;
  const required = (input['required'] ?? []) as string[];
  const pathParameters = inPath.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: properties[name] ?? { type: 'string' },
  }));
  if (method === 'POST' && upload !== true) return pathParameters;
  const query = Object.entries(properties)
    .filter(([name]) => !inPath.includes(name))
    .map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }));
  return [...pathParameters, ...query];
}

const ONE_FILE: Schema = {
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: { type: 'string', format: 'binary' } }, required: ['file'] },
    },
  },
};

function requestBody(input: Schema, inPath: readonly string[]): Schema {
  const { $schema: _, ...body } = input;
  const properties = Object.entries((body['properties'] ?? {}) as object).filter(([name]) => !inPath.includes(name));
  const schema = { ...body, properties: Object.fromEntries(properties) };
  const content = { 'application/x-www-form-urlencoded': { schema }, 'application/json': { schema } };
  return { required: ((body['required'] ?? []) as string[]).length > 0, content };
}

/** One response a status; those of 200 that are refusals stand beside the success. */
function responses(call: ServedCall, answer: Schema | undefined): Schema {
  const own = call.refusals ?? [];
  const ofFiles = isMadeFile(call) ? FILE_CALL : [];
  const codes = [
    ...ANY_CALL,
    ...ofFiles,
    ...(call.method === 'POST' ? ANY_CHANGE : []),
    ...accessRefusals(call),
    ...own,
  ];
  const byStatus = new Map<number, Set<RefusalCode>>([[200, new Set()]]);
  for (const code of codes) {
    const { status } = refusals[code] as RefusalRule;
    byStatus.set(status, (byStatus.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...byStatus]
      .sort(([a], [b]) => a - b)
      .map(([status, refused]) => [
        `${status}`,
        response(call, [...refused], status, status === 200 ? answer : undefined),
      ]),
  );
}

function response(
  call: ServedCall,
  refused: readonly RefusalCode[],
  status: number,
  answer: Schema | undefined,
): Schema {
  const schemas = [
    ...(answer === undefined ? [] : [call.body === 'bare' ? answer : envelope(answer, { type: 'integer' })]),
    ...(refused.length > 0
      ? [envelope(refusalSchema(refused), { enum: [...new Set(refused.map(envelopeCode))] })]
      : []),
  ];
  const json =
    schemas.length === 0
      ? {}
      : { 'application/json': { schema: schemas.length === 1 ? schemas[0] : { oneOf: schemas } } };
  const list = refused.map((code) => `\`${code}\``).join(', ');
  const description = [status === 200 ? 'Done' : STATUS_CODES[status], list].filter(Boolean).join('. Refusals: ');
  const fileType = status === 200 ? FILE_TYPES[call.body as keyof typeof FILE_TYPES] : undefined;
  const file = fileType === undefined ? {} : { [fileType]: { schema: { type: 'string' } } };
  return { description, content: { ...json, ...file } };
}

function envelopeCode(code: RefusalCode): number {
  const rule: RefusalRule = refusals[code];
  return rule.code ?? (rule.status === 200 ? 1 : rule.status);
}

function refusalSchema(codes: readonly RefusalCode[]): Schema {
  return { allOf: [{ $ref: '#/components/schemas/Refusal' }, { properties: { refusal: { enum: codes } } }] };
}

function envelope(data: Schema, code: Schema): Schema {
  const text = { type: 'string' };
  return {
    type: 'object',
    properties: { code, message: text, event: text, title: text, time: { type: 'number' }, data },
    required: ['code', 'message', 'event', 'title', 'time', 'data'],
  };
}

/** What `data` is; views go by their names into `views`. Nothing where the answer is a file. */
function answerSchema({ output }: ServedCall, views: Record<string, Schema>): Schema | undefined {
  if (typeof output === 'string') return undefined;
  const whole = z.toJSONSchema(z.object({ data: output }), { io: 'input' }) as Schema;
  const { $defs, properties } = JSON.parse(JSON.stringify(whole).replaceAll('"#/$defs/', '"#/components/schemas/')) as {
    $defs?: Record<string, Schema>;
    properties: { data: Schema };
  };
  Object.assign(views, $defs);
  return properties.data;
}
