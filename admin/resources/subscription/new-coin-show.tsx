import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import type { StaffNewCoinRow } from '../../../contracts/subscription.staff.contract.js';
import { Facts } from '../../ui/facts';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { ReasonField } from '../../ui/reason-field';
import { RecordPage } from '../../ui/record-page';
import { Amount, Count, Instant } from '../../ui/values';
import { StatusChip } from './new-coin-list';
import { useMayChangeNewCoins, useNewCoinChange, type NewCoinRequest } from './use-new-coin-change';

type Decision = Exclude<NewCoinRequest, 'propose'>;

/** One issue: its terms, who decided what, what it was shared out by, and what can be done about it. */
export function NewCoinShow() {
  return (
    <RecordPage<StaffNewCoinRow>
      title={({ coin, name }) => `${coin} · ${name}`}
      render={(issue) => (
        <>
          <Decisions issue={issue} />
          <Section>
            <IssueFacts issue={issue} />
          </Section>
        </>
      )}
    />
  );
}

function IssueFacts({ issue }: { issue: StaffNewCoinRow }) {
  const translate = useTranslate();
  const values = {
    status: <StatusChip status={issue.status} />,
    issuePrice: <Amount value={issue.issuePrice} />,
    volume: <Count value={issue.volume} />,
    minimum: <Count value={issue.minimum} />,
    subscribed: <Count value={issue.subscribed} />,
    subscribers: <Count value={issue.subscribers} />,
    closesAt: <Instant at={issue.closesAt} />,
    listsAt: <Instant at={issue.listsAt} />,
    lockupDays: <Count value={issue.lockupDays} />,
    proposedByName: issue.proposedByName || '–',
    proposedAt: <Instant at={issue.proposedAt} />,
    reason: issue.reason,
    decidedByName: issue.decidedByName || '–',
    decidedAt: issue.decidedAt === 0 ? '–' : <Instant at={issue.decidedAt} />,
    decision: issue.decision || '–',
    cancelReason: issue.cancelReason || '–',
    tradesAt: issue.tradesAt === null ? '–' : <Instant at={issue.tradesAt} />,
    openPrice: issue.openPrice === null ? '–' : <Amount value={issue.openPrice} />,
    total: <Count value={issue.total} />,
    leftover: <Count value={issue.leftover} />,
    epoch: issue.epoch === null ? '–' : <Count value={issue.epoch} />,
    seed: issue.seed === '' ? '–' : <Mono>{issue.seed}</Mono>,
  };
  const label = (field: string) => translate(`resources.new-coins.fields.${field}`);
  return <Facts facts={Object.entries(values).map(([field, value]) => ({ label: label(field), value }))} />;
}

/** Nobody approves their own proposal, and nobody confirms their own cancelling. */
function decisionsOf({ status, proposedBy, cancelBy }: StaffNewCoinRow, reader: string): Decision[] {
  if (status === 'proposed') return proposedBy === reader ? ['reject'] : ['approve', 'reject'];
  return status === 'open' && cancelBy !== reader ? ['cancel'] : [];
}

function Decisions({ issue }: { issue: StaffNewCoinRow }) {
  const translate = useTranslate();
  const mayDecide = useMayChangeNewCoins();
  const { identity } = useGetIdentity();
  const [confirming, setConfirming] = useState<Decision>();
  if (!mayDecide) return null;
  const reader = String(identity?.id ?? '');
  const note =
    issue.status === 'proposed' && issue.proposedBy === reader
      ? 'console.new_coin.own'
      : issue.status === 'open' && issue.cancelBy !== ''
        ? 'console.new_coin.cancel_waiting'
        : null;
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {decisionsOf(issue, reader).map((decision) => (
        <Button
          key={decision}
          size="small"
          variant={decision === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setConfirming(decision)}
        >
          {translate(`console.new_coin.${decision}`)}
        </Button>
      ))}
      {note !== null && (
        <Typography variant="body2" color="textSecondary">
          {translate(note)}
        </Typography>
      )}
      {confirming !== undefined && (
        <DecisionSheet issueId={issue.id} decision={confirming} close={() => setConfirming(undefined)} />
      )}
    </Stack>
  );
}

/** Says what happens before it does; all but an approval asks for a reason. */
function DecisionSheet({ issueId, decision, close }: { issueId: string; decision: Decision; close: () => void }) {
  const translate = useTranslate();
  const [reason, setReason] = useState('');
  const approve = useNewCoinChange('approve', close);
  const reject = useNewCoinChange('reject', close);
  const cancel = useNewCoinChange('cancel', close);
  const change = { approve, reject, cancel }[decision];
  const send = (): void => {
    if (decision === 'approve') approve.mutate({ issueId });
    else (decision === 'reject' ? reject : cancel).mutate({ issueId, reason });
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="new-coin-decision">
      <DialogTitle id="new-coin-decision">{translate(`console.new_coin.${decision}_title`)}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <Typography>{translate(`console.new_coin.${decision}_text`)}</Typography>
          {decision !== 'approve' && <ReasonField autoFocus value={reason} set={setReason} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={change.isPending} onClick={send}>
          {translate(`console.new_coin.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
