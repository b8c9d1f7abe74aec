/**
 * A refusal is the answer "no" as data: a code (`<noun>.<reason>`), and the figures that explain it.
 * It is returned, never thrown; exceptions are kept for our own mistakes.
 */
export interface Refusal<Code extends string = string> {
  readonly refusal: Code;
  readonly params: Readonly<Record<string, string | number>>;
}

export function refuse<Code extends string>(code: Code, params: Record<string, string | number> = {}): Refusal<Code> {
  return { refusal: code, params };
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
