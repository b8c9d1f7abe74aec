import { Box } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { StaffDecisionRow } from '../../../contracts/policy-change.contract.js';
import { showLink } from '../../lib/addresses';
import { RelatedTable } from '../../ui/related-table';
import { EventLink, GuardedLink } from '../../ui/text-link';
import { Instant } from '../../ui/values';
import { useValueLabel, ValueText } from './value-tables';

const ROWS_MAX = 20;

/** The rules that decided about a user, with version and figures: the same that the user sees. */
export function UserDecisions({ realm, userId }: { realm: string; userId: string }) {
  const translate = useTranslate();
  return (
    <RelatedTable<StaffDecisionRow>
      resource="decisions"
      filter={{ realm, userId }}
      sort={{ field: 'at', order: 'DESC' }}
      rowsMax={ROWS_MAX}
      columns={[
        { key: 'at', render: ({ at }) => <Instant at={at} /> },
        {
          key: 'event',
          render: (row) => <Decided row={row} />,
        },
        {
          key: 'policy',
          render: ({ policy, version }) => (
            <GuardedLink resource="policies" to={showLink('policies', policy)}>
              {translate(`policy.name.${policy}`, { _: policy })} · {translate('policy.version', { version })}
            </GuardedLink>
          ),
        },
        { key: 'inputs', render: ({ policy, inputs }) => <Inputs policy={policy} inputs={inputs} /> },
      ]}
    />
  );
}

function Decided({ row: { event, realm, position } }: { row: StaffDecisionRow }) {
  const translate = useTranslate();
  return (
    <>
      {translate(`policy.event.${event}`, { _: event })} <EventLink realm={realm} position={position} />
    </>
  );
}

function Inputs({ policy, inputs }: Pick<StaffDecisionRow, 'policy' | 'inputs'>) {
  const label = useValueLabel();
  return (
    <Box sx={{ display: 'grid', fontSize: 12.5, whiteSpace: 'normal' }}>
      {Object.entries(inputs).map(([key, value]) => (
        <span key={key}>
          {label(policy, key)} <ValueText policy={policy} name={key} value={value} />
        </span>
      ))}
    </Box>
  );
}
