import { Box } from '@mui/material';
import type { StaffPolicyRow } from '../../../contracts/staff-desk.contract.js';
import { textFilter, yesFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { ActorLink, EventLink } from '../../ui/text-link';
import { Count, Instant, StatusChip } from '../../ui/values';

const filters = [textFilter('name', true), yesFilter('inForce')];

/** Names and values side by side; values are figures and codes, the same in every language. */
function Values({ values }: { values: StaffPolicyRow['values'] }) {
  return (
    <Box sx={{ display: 'grid', gridTemplateColumns: 'auto 1fr', columnGap: 2, fontSize: 12.5 }}>
      {Object.entries(values).map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {name}
          </Box>
          <Mono>{String(value)}</Mono>
        </Box>
      ))}
    </Box>
  );
}

const columns: Column<StaffPolicyRow>[] = [
  { source: 'name', phone: 'title', render: ({ name }) => <b>{name}</b> },
  { source: 'version', align: 'right', render: ({ version }) => <Count value={version} /> },
  {
    source: 'inForce',
    fixedOrder: true,
    phone: 'corner',
    render: ({ inForce }) => <StatusChip status={inForce ? 'in-force' : 'superseded'} />,
  },
  { source: 'values', fixedOrder: true, render: ({ values }) => <Values values={values} /> },
  { source: 'publishedAt', render: ({ publishedAt }) => <Instant at={publishedAt} /> },
  { source: 'actor', fixedOrder: true, render: ({ actor }) => <ActorLink actor={actor} /> },
  { source: 'position', fixedOrder: true, render: ({ position }) => <EventLink realm="house" position={position} /> },
];

/** Every version of every policy value: decisions name the version that they followed. */
export function PolicyList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'name', order: 'ASC' }}>
      <ListTable columns={columns} rowLink={false} />
    </ResourceList>
  );
}
