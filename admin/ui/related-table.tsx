import type { ReactNode } from 'react';
import { useGetList, useTranslate, type RaRecord, type SortPayload } from 'react-admin';
import { Section } from './page';
import { PlainTable, type PlainColumn } from './plain-table';
import { Loaded } from './states';

interface RelatedTableProps<Row> {
  resource: string;
  filter: Record<string, string | number | boolean>;
  sort: SortPayload;
  rowsMax: number;
  /** Labels are the resource's own field names, unless the column says otherwise. */
  columns: readonly (Omit<PlainColumn<Row>, 'label'> & { label?: string })[];
  title?: string;
  action?: ReactNode;
}

/** The rows of another resource that belong to the record of this page: the newest few, in a section of their own. */
export function RelatedTable<Row extends RaRecord>(props: RelatedTableProps<Row>) {
  const { resource, filter, sort, rowsMax, columns, action } = props;
  const translate = useTranslate();
  const query = useGetList<Row>(resource, {
    filter,
    pagination: { page: 1, perPage: rowsMax },
    sort,
  });
  const title = props.title ?? translate(`resources.${resource}.name`, { smart_count: 2 });
  return (
    <Section title={title} flush action={action}>
      <Loaded query={query} empty={translate(`console.empty.${resource}`)} compact>
        {(rows) => (
          <PlainTable
            label={title}
            rows={rows}
            rowKey={(row) => row.id}
            columns={columns.map((column) => ({
              ...column,
              label: column.label ?? translate(`resources.${resource}.fields.${column.key}`),
            }))}
          />
        )}
      </Loaded>
    </Section>
  );
}
