/**
 * Every type of event there is, its newest schema, and how older schemas are lifted. Nouns declare theirs in their
 * `*.events.ts`; a golden JSON of every type and schema in `test/golden/events` must still lift.
 */
export interface EventType {
  readonly type: string;
  readonly schema: number;
  /**
   * Fields of its data that name a person in clear: who may not see persons sees them masked. A type with a field that only
   * looks like one, such as the name of an instrument, says `[]`; a test asks for it.
   */
  readonly personal?: readonly string[];
  /** `upcasts[n]` lifts data of schema n to n + 1. */
  readonly upcasts?: Readonly<Record<number, (data: unknown) => unknown>>;
}

const types = new Map<string, EventType>();

export function declareEventTypes(...declared: readonly EventType[]): void {
  for (const type of declared) types.set(type.type, type);
}

export function eventTypes(): readonly EventType[] {
  return [...types.values()];
}

export function personalFieldsOf(type: string): readonly string[] {
  return types.get(type)?.personal ?? [];
}

/** Lifts data to the newest schema. An unknown type or a schema from the future is our own mistake, and halts. */
export function upcast(type: string, schema: number, data: unknown): { schema: number; data: unknown } {
  const known = types.get(type);
  if (known === undefined) throw new Error(`no such event type: ${type}`);
  if (schema > known.schema)
    throw new Error(`${type} of schema ${schema} is newer than this program (${known.schema})`);
  let lifted = data;
  for (let from = schema; from < known.schema; from++) {
    const lift = known.upcasts?.[from];
    if (lift === undefined) throw new Error(`${type} has no way from schema ${from} to ${from + 1}`);
    lifted = lift(lifted);
  }
  return { schema: known.schema, data: lifted };
}
