import type { z } from 'zod';
import { columnNameOf, type Columns, type ReadTable } from '../projections/read-table.js';
import { staffList, type ListCall, type More, type Reading, type Resource, type StaffList } from './staff-list.js';

/** A list whose call declares the fields of its rows one by one. */
type TableCall<Row> = ListCall<Row> & {
  readonly output: { readonly element: { readonly shape: Readonly<Record<keyof Row & string, z.ZodType>> } };
};
type Where<Filter extends z.ZodObject> = Resource<Filter, unknown>['where'];
/** The conditions of filters that are no columns; those that are columns may have one. */
type WhereOf<Filter extends z.ZodObject, Declared> = {
  readonly [Name in Exclude<keyof Where<Filter>, keyof Declared>]: Where<Filter>[Name];
} & { readonly [Name in Extract<keyof Where<Filter>, keyof Declared>]?: Where<Filter>[Name] };

/** What the table and the call don't say: a field that is a column of its own name is shown, filtered and sorted by it. */
interface TableResource<Filter extends z.ZodObject, Declared extends Columns, Row>
  extends
    Omit<Resource<Filter, Row>, 'from' | 'select' | 'orders' | 'where' | 'ids'>,
    Partial<Pick<Resource<Filter, Row>, 'ids'>> {
  readonly columns: Readonly<Record<Exclude<keyof Row & string, keyof Declared>, string>> &
    Readonly<Partial<Record<keyof Row & keyof Declared & string, string>>>;
  readonly sorts: readonly (keyof Declared & string)[];
  readonly orders?: Readonly<Record<string, readonly string[]>>;
  /** Sorted by after all else, so that pages neither skip nor double. */
  readonly then: readonly (keyof Declared & string)[];
  readonly where?: WhereOf<Filter, Declared>;
}

/** A list of the rows of one read table. */
export function tableList<Filter extends z.ZodObject, const Declared extends Columns, Row>(
  call: TableCall<Row>,
  table: ReadTable<Declared>,
  declared:
    | TableResource<Filter, Declared, NoInfer<Row>>
    | ((reading: Reading) => TableResource<Filter, Declared, NoInfer<Row>>),
  more?: More<Row>,
): StaffList<Row> {
  // A bare name would mean what is shown: amounts are shown as texts, and sorted as numbers.
  const qualified = (text: string): string => (/^\w+$/.test(text) ? `${table.name}.${text}` : text);
  return staffList<Filter, Row>(
    call,
    (reading) => {
      const { columns, sorts, orders, then, where, ...rest } =
        typeof declared === 'function' ? declared(reading) : declared;
      const special: Readonly<Partial<Record<string, string>>> = columns;
      const conditions: Readonly<Record<string, unknown>> = { ...where };
      const byField = {
        ...Object.fromEntries(sorts.map((field) => [field, [columnNameOf(field)]])),
        id: [special['id'] ?? ''],
        ...orders,
      };
      const select = Object.entries<z.ZodType>(call.output.element.shape).map(
        ([field, schema]) => `${special[field] ?? expressionOf(table, field, schema)} AS "${field}"`,
      );
      return {
        ids: special['id'] ?? '',
        ...rest,
        from: table.name,
        select: select.join(', '),
        orders: Object.fromEntries(
          Object.entries(byField).map(([field, first]) => [
            field,
            [...new Set([...first, ...then.map(columnNameOf)].map(qualified))],
          ]),
        ),
        where: Object.fromEntries(
          Object.keys(rest.filter.shape).map((field) => [field, conditions[field] ?? columnNameOf(field)]),
        ) as Where<Filter>,
      };
    },
    more,
  );
}

/** Amounts are decimal texts; a field that may be null is null where the column has nothing, '' or 0. */
function expressionOf(table: ReadTable, field: string, schema: z.ZodType): string {
  const { type, nullable } = table.declared[field] ?? {};
  const name = columnNameOf(field);
  if (type === 'amount') return `trim_scale(${name})::text`;
  if (nullable === true || !schema.safeParse(null).success) return name;
  return `nullif(${name}, ${type === 'text' ? "''" : '0'})`;
}
