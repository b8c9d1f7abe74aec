import { z } from 'zod';
import { refuse, type Refusal } from '../../core/refusal.js';

/** Rows of one page at most, and how deep a list may be walked before it wants a narrower filter. */
const LIST_LIMITS = { rowsMax: 1_000, offsetMax: 1_000_000 } as const;

/** The question as it comes over the wire. */
export interface ListInput {
  filter?: string | undefined;
  range?: string | undefined;
  sort?: string | undefined;
}

/** A checked request of ra-data-simple-rest. `ids` when it names certain rows. */
export interface ListRequest<Filter> {
  readonly filter: Filter;
  readonly ids: readonly string[] | undefined;
  readonly from: number;
  readonly count: number;
  readonly sort: string;
  readonly descending: boolean;
}

export interface ListShape<Filter extends z.ZodObject> {
  /** What may be filtered by; everything else is refused by name. */
  readonly filter: Filter;
  readonly sorts: readonly string[];
  readonly defaultSort: readonly [field: string, order: 'ASC' | 'DESC'];
}

const rangeShape = z.tuple([z.int().min(0), z.int().min(0)]);
const sortShape = z.tuple([z.string().max(64), z.enum(['ASC', 'DESC'])]);
const idsShape = z.array(z.union([z.string().max(300), z.int()])).max(LIST_LIMITS.rowsMax);

/** Reads `filter`, `range` and `sort`; the refusal names the part that is wrong. */
export function readListRequest<Filter extends z.ZodObject>(
  shape: ListShape<Filter>,
  input: ListInput,
): ListRequest<z.output<Filter>> | Refusal {
  const { id, ...given } = objectOf(input.filter) ?? { id: undefined, '': undefined };
  if ('' in given) return invalid('filter');
  const ids = id === undefined ? undefined : idsShape.safeParse(Array.isArray(id) ? id : [id]);
  if (ids?.success === false) return invalid('filter.id');
  const filter = shape.filter.strict().safeParse(given);
  if (!filter.success) return explain(filter.error.issues[0]);
  const range = input.range === undefined ? [0, 24] : valueOf(rangeShape, input.range);
  const sort = input.sort === undefined ? shape.defaultSort : valueOf(sortShape, input.sort);
  if (range === undefined || (range[1] as number) < (range[0] as number)) return invalid('range');
  if (sort === undefined || !shape.sorts.includes(sort[0])) return invalid('sort');
  const [from, to] = range as [number, number];
  if (to - from >= LIST_LIMITS.rowsMax || from > LIST_LIMITS.offsetMax) return invalid('range');
  return {
    // Strictness only refuses more; what it lets through has the shape's own type.
    filter: filter.data as z.output<Filter>,
    ids: ids?.data.map(String),
    from,
    count: to - from + 1,
    sort: sort[0],
    descending: sort[1] === 'DESC',
  };
}

function explain(issue: z.core.$ZodIssue | undefined): Refusal {
  if (issue?.code === 'unrecognized_keys') return refuse('request.field-unknown', { field: `filter.${issue.keys[0]}` });
  return invalid(`filter.${issue?.path.map(String).join('.') ?? ''}`);
}

function invalid(field: string): Refusal {
  return refuse('request.field-invalid', { field, allowed: 'documented' });
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}

function objectOf(text: string | undefined): Record<string, unknown> | undefined {
  if (text === undefined || text === '') return {};
  // PostgreSQL keeps no NUL characters, and could not look for one either.
  const value = text.includes('\\u0000') ? undefined : parsed(text);
  return typeof value === 'object' && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : undefined;
}

function valueOf<Shape extends z.ZodType>(shape: Shape, text: string): z.output<Shape> | undefined {
  const read = shape.safeParse(parsed(text));
  return read.success ? read.data : undefined;
}
