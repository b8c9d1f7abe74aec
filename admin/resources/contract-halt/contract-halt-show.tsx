import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetIdentity, useTranslate } from 'react-admin';
import type { StaffHaltRow } from '../../../contracts/contract-halt.contract.js';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/page';
import { ReasonField } from '../../ui/reason-field';
import { RecordPage } from '../../ui/record-page';
import { Amount, Instant } from '../../ui/values';
import { HaltStatusChip, HaltText } from './contract-halt-list';
import { useHaltChange, useMayHalt, type HaltRequest } from './use-halt-change';

type Decision = Exclude<HaltRequest, 'propose'>;

/** One proposal about a contract: what it asks for, who decided what, and what can be done about it. */
export function HaltShow() {
  return (
    <RecordPage<StaffHaltRow>
      title={({ symbol }) => symbol}
      render={(halt) => (
        <>
          <Decisions halt={halt} />
          <Section>
            <HaltFacts halt={halt} />
          </Section>
        </>
      )}
    />
  );
}

function HaltFacts({ halt }: { halt: StaffHaltRow }) {
  const translate = useTranslate();
  const values = {
    change: <HaltText of="halt_change" code={halt.change} />,
    status: <HaltStatusChip status={halt.status} />,
    publicReason: <HaltText of="halt_reason" code={halt.publicReason} />,
    price: <Amount value={halt.price} />,
    proposedByName: halt.proposedByName || '–',
    proposedAt: <Instant at={halt.proposedAt} />,
    reason: halt.reason,
    decidedByName: halt.decidedByName || '–',
    decidedAt: halt.decidedAt === 0 ? '–' : <Instant at={halt.decidedAt} />,
    decision: halt.decision || '–',
  };
  const label = (field: string) => translate(`resources.contract-halts.fields.${field}`);
  return <Facts facts={Object.entries(values).map(([field, value]) => ({ label: label(field), value }))} />;
}

function Decisions({ halt }: { halt: StaffHaltRow }) {
  const translate = useTranslate();
  const mayDecide = useMayHalt();
  const { identity } = useGetIdentity();
  const [confirming, setConfirming] = useState<Decision>();
  if (!mayDecide || halt.status !== 'proposed') return null;
  const isOwn = identity?.id === halt.proposedBy;
  const decisions: Decision[] = isOwn ? ['withdraw'] : ['approve', 'reject'];
  return (
    <Stack direction="row" sx={{ gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
      {decisions.map((decision) => (
        <Button
          key={decision}
          size="small"
          variant={decision === 'approve' ? 'contained' : 'outlined'}
          onClick={() => setConfirming(decision)}
        >
          {translate(`console.halt.${decision}`)}
        </Button>
      ))}
      {isOwn && (
        <Typography variant="body2" color="textSecondary">
          {translate('console.halt.own')}
        </Typography>
      )}
      {confirming !== undefined && (
        <DecisionSheet halt={halt} decision={confirming} close={() => setConfirming(undefined)} />
      )}
    </Stack>
  );
}

/** Says what happens before it does; all but an approval asks for a reason. */
function DecisionSheet(props: { halt: StaffHaltRow; decision: Decision; close: () => void }) {
  const { halt, decision, close } = props;
  const translate = useTranslate();
  const [reason, setReason] = useState('');
  const approve = useHaltChange('approve', close);
  const reject = useHaltChange('reject', close);
  const withdraw = useHaltChange('withdraw', close);
  const change = { approve, reject, withdraw }[decision];
  const send = (): void => {
    const named = { symbol: halt.symbol, proposalId: halt.id };
    if (decision === 'approve') approve.mutate(named);
    else (decision === 'reject' ? reject : withdraw).mutate({ ...named, reason });
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="halt-decision">
      <DialogTitle id="halt-decision">{translate(`console.halt.${decision}_title`)}</DialogTitle>
      <DialogContent>
        <Stack spacing={1.5}>
          {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
          <Typography>
            {translate(decision === 'approve' ? `console.halt.${halt.change}_text` : 'console.halt.end_text')}
          </Typography>
          {decision !== 'approve' && <ReasonField autoFocus value={reason} set={setReason} />}
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button variant="contained" loading={change.isPending} onClick={send}>
          {translate(`console.halt.${decision}`)}
        </Button>
      </DialogActions>
    </Dialog>
  );
}
