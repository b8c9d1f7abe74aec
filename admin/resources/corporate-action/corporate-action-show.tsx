import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import type { StaffActionRow } from '../../../contracts/corporate-action.contract.js';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/page';
import { ReasonField } from '../../ui/reason-field';
import { RecordPage } from '../../ui/record-page';
import { Amount, Count, Instant } from '../../ui/values';
import { Code, Ratio, StatusChip } from './corporate-action-list';
import { useActionChange, useMayChangeActions, type ActionRequest } from './use-action-change';

type Decision = Exclude<ActionRequest, 'propose'>;

/** One corporate action: what it is, who decided what, what was paid, and what can be done about it. */
export function CorporateActionShow() {
  return (
    <RecordPage<StaffActionRow>
      title={({ symbol, date }) => `${symbol} · ${date}`}
      render={(action) => (
        <>
          <Decisions action={action} />
          <Section>
            <ActionFacts action={action} />
          </Section>
        </>
      )}
    />
  );
}

function ActionFacts({ action }: { action: StaffActionRow }) {
  const translate = useTranslate();
  const { kind, status, session, perShare, closePrice, openPrice } = action;
  const priced = (value: string | null) => (value === null ? '–' : <Amount value={value} />);
  const values = {
    kind: <Code text={`console.action_kind.${kind}`} />,
    status: <StatusChip status={status} />,
    date: action.date,
    dueAt: <Instant at={action.dueAt} />,
    session: session === null ? '–' : <Code text={`console.action_session.${session}`} />,
    perShare: priced(perShare),
    ratio: <Ratio action={action} />,
    proposedByName: action.proposedByName || '–',
    proposedAt: <Instant at={action.proposedAt} />,
    reason: action.reason,
    decidedByName: action.decidedByName || '–',
    decidedAt: <Instant at={action.decidedAt} />,
    decision: action.decision || '–',
    closePrice: priced(closePrice),
    openPrice: priced(openPrice),
    holders: <Count value={action.holders} />,
    paid: priced(action.paid || null),
  };
  const label = (field: string) => translate(`resources.corporate-actions.fields.${field}`);
  return <Facts facts={Object.entries(values).map(([field, value]) => ({ label: label(field), value }))} />;
}

function Decisions({ action }: { action: StaffActionRow }) {
  const translate = useTranslate();
  const mayDecide = useMayChangeActions();
  const { identity } = useGetIdentity();
  const [confirming, setConfirming] = useState<Decision>();
  const isOwn = identity?.id === action.proposedBy;
  const isOpen = action.status === 'proposed' || action.status === 'announced';
  if (!mayDecide || !isOpen) return null;
  const decisions: Decision[] = action.status === 'announced' || isOwn ? ['withdraw'] : ['approve', 'reject'];
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="small"
          variant={decision === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setConfirming(decision)}
        >
          {translate(`console.action.${decision}`)}
        </Button>
      ))}
      {isOwn && action.status === 'proposed' && (
        <Typography variant="body2" color="textSecondary">
          {translate('console.action.own')}
        </Typography>
      )}
      {confirming !== undefined && (
        <DecisionSheet action={action} decision={confirming} close={() => setConfirming(undefined)} />
      )}
    </Stack>
  );
}

/** Says what happens before it does; all but an approval asks for a reason. */
function DecisionSheet(props: { action: StaffActionRow; decision: Decision; close: () => void }) {
  const { action, decision, close } = props;
  const translate = useTranslate();
  const [reason, setReason] = useState('');
  const approve = useActionChange('approve', close);
  const reject = useActionChange('reject', close);
  const withdraw = useActionChange('withdraw', close);
  const needsReason = decision !== 'approve';
  const change = { approve, reject, withdraw }[decision];
  const send = (): void => {
    const named = { symbol: action.symbol, actionId: action.id };
    if (decision === 'approve') approve.mutate(named);
    else (decision === 'reject' ? reject : withdraw).mutate({ ...named, reason });
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="action-decision">
      <DialogTitle id="action-decision">{translate(`console.action.${decision}_title`)}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <Typography>{translate(`console.action.${decision}_text`)}</Typography>
          {needsReason && <ReasonField autoFocus value={reason} set={setReason} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={change.isPending} onClick={send}>
          {translate(`console.action.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
