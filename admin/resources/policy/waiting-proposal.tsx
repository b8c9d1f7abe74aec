import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetIdentity, useGetOne, useTranslate } from 'react-admin';
import type { StaffPolicyProposalRow } from '../../../contracts/policy-change.contract.js';
import { Section } from '../../ui/page';
import { ReasonField } from '../../ui/reason-field';
import { Failed, Waiting } from '../../ui/states';
import { Instant } from '../../ui/values';
import { useMayChangePolicies, usePolicyChange, type PolicyRequest } from './use-policy-change';
import { DifferenceTable } from './value-tables';

type Decision = Exclude<PolicyRequest, 'propose'>;

/** The proposal that waits: what would change, who proposes it and why, and what can be done about it. */
export function WaitingProposal({ id }: { id: string }) {
  const { data, error, isPending, refetch } = useGetOne<StaffPolicyProposalRow>('policy-proposals', { id });
  if (isPending) return <Waiting />;
  if (error !== null || data === undefined) return <Failed error={error} retry={() => void refetch()} />;
  return <Proposal proposal={data} />;
}

function Proposal({ proposal }: { proposal: StaffPolicyProposalRow }) {
  const translate = useTranslate();
  const mayDecide = useMayChangePolicies();
  const { identity } = useGetIdentity();
  const isOwn = identity?.id === proposal.proposedBy;
  const isAgreed = proposal.state === 'scheduled';
  return (
    <Section title={translate('resources.policies.fields.waiting')} flush>
      <Stack spacing={1.5} sx={{ padding: '0 16px 14px' }}>
        <Typography variant="body2">
          {translate('console.policy.waits', { name: proposal.proposedByName })} <Instant at={proposal.proposedAt} />
        </Typography>
        {proposal.effectiveFrom > 0 && (
          <Typography variant="body2" data-effective>
            {translate(isAgreed ? 'console.policy.scheduled' : 'console.policy.effective', {
              name: proposal.decidedByName,
            })}{' '}
            <Instant at={proposal.effectiveFrom} />
          </Typography>
        )}
        <Typography
          component="blockquote"
          sx={{ margin: 0, borderInlineStart: 3, borderColor: 'divider', paddingInlineStart: 1.5 }}
        >
          {proposal.reason}
        </Typography>
        {isOwn && !isAgreed && <Alert severity="info">{translate('console.policy.own')}</Alert>}
      </Stack>
      <DifferenceTable policy={proposal.name} before={proposal.before} after={proposal.values} />
      {mayDecide && <Decisions proposal={proposal} isOwn={isOwn} />}
    </Section>
  );
}

function Decisions({ proposal, isOwn }: { proposal: StaffPolicyProposalRow; isOwn: boolean }) {
  const translate = useTranslate();
  const [confirming, setConfirming] = useState<Decision>();
  const isAgreed = proposal.state === 'scheduled';
  const decisions: Decision[] = isOwn ? ['withdraw'] : isAgreed ? ['reject'] : ['approve', 'reject'];
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', padding: '12px 16px' }}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          variant={decision === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setConfirming(decision)}
        >
          {translate(`console.policy.${decision}`)}
        </Button>
      ))}
      {confirming !== undefined && (
        <DecisionSheet proposal={proposal} decision={confirming} close={() => setConfirming(undefined)} />
      )}
    </Stack>
  );
}

/** Describes the effect before it happens; a rejection asks for a reason. */
function DecisionSheet(props: { proposal: StaffPolicyProposalRow; decision: Decision; close: () => void }) {
  const { proposal, decision, close } = props;
  const translate = useTranslate();
  const [reason, setReason] = useState('');
  const change = usePolicyChange(decision, close);
  const body = { name: proposal.name, proposalId: proposal.id, ...(decision === 'reject' ? { reason } : {}) };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="decision-title">
      <DialogTitle id="decision-title">{translate(`console.policy.${decision}_title`)}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <Typography>{translate(`console.policy.${decision}_text`)}</Typography>
          {decision === 'reject' && <ReasonField autoFocus value={reason} set={setReason} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={change.isPending} onClick={() => change.mutate(body)}>
          {translate(`console.policy.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
