import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StaffPolicyRow } from '../../../contracts/policy-change.contract.js';
import { Banners } from '../../ui/resources';
import { yesFilter } from '../../ui/filter-inputs';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { EventLink } from '../../ui/text-link';
import { Count, Instant, StatusChip } from '../../ui/values';
import { PolicyName, useValueLabel, ValueText } from './value-tables';

const VALUES_SHOWN = 6;

const filters = [yesFilter('waiting', true)];

/** The first values with their meaning; the page of the policy shows all. */
function Values({ id, values }: StaffPolicyRow) {
  const label = useValueLabel();
  const all = Object.entries(values);
  return (
    <Box
      sx={{
        display: 'grid',
        gridTemplateColumns: 'minmax(min(240px, 50vw), auto) 1fr',
        columnGap: 2,
        fontSize: 12.5,
        whiteSpace: 'normal',
      }}
    >
      {all.slice(0, VALUES_SHOWN).map(([name, value]) => (
        <Box key={name} sx={{ display: 'contents' }}>
          <Box component="span" sx={{ color: 'text.secondary' }}>
            {label(id, name)}
          </Box>
          <ValueText policy={id} name={name} value={value} />
        </Box>
      ))}
      {all.length > VALUES_SHOWN && <span>… +{all.length - VALUES_SHOWN}</span>}
    </Box>
  );
}

function Approver({ name }: { name: string }) {
  const translate = useTranslate();
  return <>{name || translate('console.policy.first')}</>;
}

const columns: Column<StaffPolicyRow>[] = [
  { source: 'id', phone: 'title', render: ({ id }) => <PolicyName name={id} /> },
  { source: 'version', align: 'right', render: ({ version }) => <Count value={version} /> },
  {
    source: 'waiting',
    fixedOrder: true,
    phone: 'corner',
    render: ({ waiting }) => (waiting === null ? null : <StatusChip status="waiting" />),
  },
  { source: 'values', fixedOrder: true, render: (policy) => <Values {...policy} /> },
  { source: 'publishedAt', render: ({ publishedAt }) => <Instant at={publishedAt} /> },
  { source: 'approvedBy', fixedOrder: true, render: ({ approvedByName }) => <Approver name={approvedByName} /> },
  { source: 'position', fixedOrder: true, render: ({ position }) => <EventLink realm="house" position={position} /> },
];

/** Every policy as it is in force: decisions name the version that they followed. */
export function PolicyList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'id', order: 'ASC' }} lead={<Banners />}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
