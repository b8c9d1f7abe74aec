/**
 * Every type of event there is, its newest schema, and how older schemas are lifted. Nouns declare theirs in their
 * `*.events.ts`; a golden JSON of every type and schema in `test/golden/events` must still lift.
 */
export interface EventType {
  readonly type: string;
  readonly schema: number;
  /**
   * Fields of its data that name a person in clear: staff without that permission see them masked. A type with a field that only
   * looks like one, such as the name of an instrument, declares `[]`; a test requires it.
   */
  readonly personal?: readonly string[];
  /** Fields of its data, at any depth, that hold ids, besides those that mean the same in every event. */
  readonly ids?: IdFields;
  /** `upcasts[n]` lifts data of schema n to n + 1. */
  readonly upcasts?: Readonly<Record<number, (data: unknown) => unknown>>;
}

/**
 * What an id is of: a person, a life of a person's account, one of the staff, an order, a trade, or `stream <kind>`: the stream
 * whose id it is. `none`: it leads nowhere, or where everybody who reads the event is already.
 */
export type IdOf = 'person' | 'owner' | 'staff' | 'order' | 'trade' | 'none' | `stream ${string}`;
export type IdFields = Readonly<Record<string, IdOf>>;

/** These names mean the same in every event. */
const EVERYWHERE: IdFields = { userId: 'person', ownerId: 'owner', staffId: 'staff' };

const types = new Map<string, EventType>();

/** Registers the types for readers of the history, and returns them for the noun's declaration. */
export function declareEventTypes(...declared: readonly EventType[]): readonly EventType[] {
  for (const type of declared) types.set(type.type, type);
  return declared;
}

/** The same for types whose data share names of ids. */
export function declareEventTypesWith(ids: IdFields, ...declared: readonly EventType[]): readonly EventType[] {
  return declareEventTypes(...declared.map((type) => ({ ...type, ids })));
}

export function eventTypes(): readonly EventType[] {
  return [...types.values()];
}

export function personalFieldsOf(type: string): readonly string[] {
  return types.get(type)?.personal ?? [];
}

/** Which fields of a type's data hold ids, and of what; a test requires every field whose value looks like one. */
export function idFieldsOf(type: string): IdFields {
  return { ...EVERYWHERE, ...types.get(type)?.ids };
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
