import { useTranslate } from 'react-admin';
import type { DashboardView } from '../../../contracts/staff.contract.js';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Nothing } from '../../ui/states';
import { Count, RealmChip, StatusChip } from '../../ui/values';

/** The read models: how far each has read, and how far it is behind. */
export function ProjectionTable({ projections }: Pick<DashboardView, 'projections'>) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.projection.${key}`);
  return (
    <Section title={label('title')} flush>
      {projections.length === 0 ? (
        <Nothing text={label('none')} />
      ) : (
        <PlainTable
          label={label('title')}
          rows={projections}
          rowKey={(row) => `${row.name} ${row.realm}`}
          columns={[
            { key: 'name', label: label('name'), render: (row) => <Mono>{row.name}</Mono> },
            { key: 'realm', label: label('realm'), render: (row) => <RealmChip realm={row.realm} /> },
            { key: 'state', label: label('state'), render: (row) => <StatusChip status={row.state} /> },
            {
              key: 'position',
              label: label('position'),
              align: 'right',
              render: (row) => <Count value={row.position} />,
            },
            { key: 'lag', label: label('lag'), align: 'right', render: (row) => <Count value={row.lagEvents} /> },
          ]}
        />
      )}
    </Section>
  );
}
