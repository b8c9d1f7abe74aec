import { Box, Button } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import type {
  StaffPolicyProposalRow,
  StaffPolicyRow,
  StaffPolicyVersionRow,
} from '../../../contracts/policy-change.contract.js';
import { isPolicyName } from '../../../contracts/policy.contract.js';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { RelatedTable } from '../../ui/related-table';
import { EventLink } from '../../ui/text-link';
import { Count, Instant, StatusChip } from '../../ui/values';
import { ProposeForm } from './propose-form';
import { useMayChangePolicies } from './use-policy-change';
import { Differences, PolicyName, ValueTable } from './value-tables';
import { rejectionText } from './values';
import { WaitingProposal } from './waiting-proposal';

/** One policy: its values with their meaning, what waits, and who changed what, when and why. */
export function PolicyShow() {
  return <RecordPage<StaffPolicyRow> title={({ id }) => id} render={(policy) => <Policy policy={policy} />} />;
}

function Policy({ policy }: { policy: StaffPolicyRow }) {
  // The record is polled; once another member has decided, everything that depends on it is refetched.
  const decided = `${policy.version} ${policy.waiting ?? ''}`;
  return (
    <>
      {policy.waiting !== null && <WaitingProposal id={policy.waiting} />}
      <InForce policy={policy} />
      <Versions key={`versions ${decided}`} policy={policy} />
      <Proposals key={`proposals ${decided}`} policy={policy} />
    </>
  );
}

function InForce({ policy }: { policy: StaffPolicyRow }) {
  const translate = useTranslate();
  const mayChange = useMayChangePolicies();
  const [writing, setWriting] = useState(false);
  const label = (field: string) => translate(`resources.policies.fields.${field}`);
  // Two proposals of one policy would each be weighed against values that the other may change.
  const mayPropose = mayChange && policy.waiting === null && isPolicyName(policy.id);
  return (
    <>
      <Section
        title={<PolicyName name={policy.id} />}
        flush
        action={
          mayPropose &&
          !writing && (
            <Button size="small" variant="outlined" onClick={() => setWriting(true)}>
              {translate('console.policy.propose')}
            </Button>
          )
        }
      >
        <Box sx={{ padding: '2px 16px 14px' }}>
          <Facts
            facts={[
              { label: label('version'), value: <Count value={policy.version} /> },
              { label: label('publishedAt'), value: <Instant at={policy.publishedAt} /> },
              { label: label('approvedBy'), value: policy.approvedByName || translate('console.policy.first') },
              { label: label('position'), value: <EventLink realm="house" position={policy.position} /> },
            ]}
          />
        </Box>
        <ValueTable policy={policy.id} values={policy.values} />
      </Section>
      {writing && mayPropose && <ProposeForm key={policy.version} policy={policy} close={() => setWriting(false)} />}
    </>
  );
}

function Versions({ policy }: { policy: StaffPolicyRow }) {
  const translate = useTranslate();
  return (
    <RelatedTable<StaffPolicyVersionRow>
      resource="policy-versions"
      filter={{ name: policy.id }}
      sort={{ field: 'version', order: 'DESC' }}
      rowsMax={50}
      columns={[
        { key: 'version', render: ({ version }) => <Count value={version} /> },
        {
          key: 'inForce',
          render: ({ inForce }) => <StatusChip status={inForce ? 'in-force' : 'superseded'} />,
        },
        {
          key: 'changes',
          render: ({ before, values }) => <Differences policy={policy.id} before={before} after={values} />,
        },
        { key: 'reason', render: ({ reason }) => <Reason text={reason || translate('console.policy.first')} /> },
        { key: 'proposedBy', render: ({ proposedByName }) => proposedByName || '–' },
        { key: 'approvedBy', render: (version) => <Agreed {...version} /> },
        { key: 'publishedAt', render: ({ publishedAt }) => <Instant at={publishedAt} /> },
        { key: 'position', render: ({ position }) => <EventLink realm="house" position={position} /> },
      ]}
    />
  );
}

function Proposals({ policy }: { policy: StaffPolicyRow }) {
  const translate = useTranslate();
  return (
    <RelatedTable<StaffPolicyProposalRow>
      resource="policy-proposals"
      filter={{ name: policy.id }}
      sort={{ field: 'proposedAt', order: 'DESC' }}
      rowsMax={50}
      columns={[
        { key: 'proposedAt', render: ({ proposedAt }) => <Instant at={proposedAt} /> },
        { key: 'state', render: ({ state }) => <StatusChip status={state} /> },
        {
          key: 'effectiveFrom',
          render: ({ effectiveFrom }) => (effectiveFrom === 0 ? '–' : <Instant at={effectiveFrom} />),
        },
        {
          key: 'changes',
          render: ({ before, values }) => <Differences policy={policy.id} before={before} after={values} />,
        },
        { key: 'reason', render: ({ reason }) => <Reason text={reason} /> },
        { key: 'proposedBy', render: ({ proposedByName }) => proposedByName || '–' },
        { key: 'decidedBy', render: ({ decidedByName }) => decidedByName || '–' },
        { key: 'decision', render: (row) => <Reason text={rejectionText(row, translate)} /> },
      ]}
    />
  );
}

/** One person alone may stop something. */
function Agreed({ proposedBy, approvedByName }: Pick<StaffPolicyVersionRow, 'proposedBy' | 'approvedByName'>) {
  const translate = useTranslate();
  return <>{approvedByName || (proposedBy === '' ? '–' : translate('console.policy.at_once'))}</>;
}

/** Reasons are sentences; they wrap instead of widening the table. */
function Reason({ text }: { text: string }) {
  return <span style={{ whiteSpace: 'normal' }}>{text}</span>;
}
