/** What a field of a call may be; each kind has its words in `message.json`. */
export type AllowedKind =
  | 'atLeast'
  | 'atLeastCharacters'
  | 'atMost'
  | 'atMostCharacters'
  | 'decimal'
  | 'documented'
  | 'format'
  | 'integer'
  | 'multipleOf'
  | 'number'
  | 'oneOf'
  | 'plainText'
  | 'singleText';

/** A kind, and its figures behind unit separators. */
export type Allowed = AllowedKind | `${AllowedKind}\u001f${string}`;

/** Figures of a refusal by name. `allowed` is the edge's own name: no other text may travel under it. */
export type RefusalParams = Readonly<Record<string, string | number>> & { readonly allowed?: Allowed };

/**
 * A refusal is the answer "no" as data: a code (`<noun>.<reason>`), and the figures that explain it.
 * It is returned, never thrown; exceptions are kept for our own mistakes.
 */
export interface Refusal<Code extends string = string> {
  readonly refusal: Code;
  readonly params: Readonly<Record<string, string | number>>;
}

export function refuse<Code extends string>(code: Code, params: RefusalParams = {}): Refusal<Code> {
  return { refusal: code, params };
}

/** A refusal without a caller: a step that must succeed, such as a seed at the start. */
export class Refused extends Error {
  constructor(
    what: string,
    readonly refusal: Refusal,
  ) {
    super(`${what} was refused: ${refusal.refusal} ${JSON.stringify(refusal.params)}`);
  }
}

export function isRefusal(value: unknown): value is Refusal {
  return typeof value === 'object' && value !== null && 'refusal' in value;
}
