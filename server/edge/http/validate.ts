import type { z } from 'zod';
import { refuse, type Allowed, type AllowedKind, type Refusal } from '../../core/refusal.js';
import type { RefusalCode } from '../../../contracts/refusal.contract.js';

type Issue = z.core.$ZodIssue;

/** Checks what came over the wire against a call's schema: the checked input, or the refusal of its first wrong field. */
export function validate<Input extends z.ZodType>(
  schema: Input,
  raw: unknown,
): { input: z.output<Input> } | Refusal<RefusalCode> {
  const checked = schema.safeParse(raw);
  if (checked.success) return withoutNul(raw) ?? { input: checked.data };
  return explain(checked.error.issues[0] as Issue, raw);
}

/** PostgreSQL keeps no NUL characters, and no text that people write holds one, however deep it stands. */
function withoutNul(raw: unknown): Refusal<RefusalCode> | undefined {
  for (const field in raw as Record<string, unknown>) {
    const value = (raw as Record<string, unknown>)[field];
    if (typeof value === 'object' && value !== null) {
      const inner = withoutNul(value);
      if (inner !== undefined) return inner;
    }
    if (typeof value === 'string' && value.includes('\0')) {
      return refuse('request.field-invalid', { field: printable(field), allowed: code('plainText') });
    }
  }
  return undefined;
}

/** One issue of zod as a refusal that names the field and what it may be. */
function explain(issue: Issue, raw: unknown): Refusal<RefusalCode> {
  if (issue.code === 'unrecognized_keys') {
    return refuse('request.field-unknown', { field: printable(issue.keys[0] ?? '') });
  }
  const field = printable(issue.path.map(String).join('.'));
  if (field === 'requestToken') return refuse('request.token-invalid', { field, least: 6, most: 16 });
  if (field === '') return refuse('request.malformed');
  if (at(raw, issue.path) === undefined) return refuse('request.field-missing', { field });
  return refuse('request.field-invalid', { field, allowed: allowed(issue) });
}

/** What would have been right, as a code that messages.ts turns into words: kind and figures, parted by a unit separator. */
function allowed(issue: Issue): Allowed {
  switch (issue.code) {
    case 'invalid_value':
      return code('oneOf', issue.values.map(String).join(', '));
    case 'too_small':
      return issue.origin === 'string' ? code('atLeastCharacters', issue.minimum) : code('atLeast', issue.minimum);
    case 'too_big':
      return issue.origin === 'string' ? code('atMostCharacters', issue.maximum) : code('atMost', issue.maximum);
    case 'invalid_type':
      return code(issue.expected === 'string' ? 'singleText' : issue.expected === 'int' ? 'integer' : 'number');
    case 'invalid_format':
      return isDecimal(issue) ? code('decimal') : code('format', printable(String(issue.pattern ?? issue.format)));
    case 'not_multiple_of':
      return code('multipleOf', String(issue.divisor));
    default:
      return code('documented');
  }
}

const SEPARATOR = '\u001f';

function code(kind: AllowedKind, ...values: (string | number | bigint)[]): Allowed {
  return [kind, ...values].join(SEPARATOR) as Allowed;
}

function isDecimal(issue: Issue): boolean {
  return 'pattern' in issue && String(issue.pattern).includes('\\d{1,18}');
}

function at(raw: unknown, path: readonly PropertyKey[]): unknown {
  let value = raw;
  for (const key of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, key)) return undefined;
    value = (value as Record<PropertyKey, unknown>)[key];
  }
  return value;
}

/** The client chose this name, so it is shown short and without control characters. */
function printable(text: string): string {
  return text.replace(/[\p{C}<>]/gu, '').slice(0, 64);
}
