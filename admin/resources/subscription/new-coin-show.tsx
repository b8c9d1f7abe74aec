import { useGetIdentity, useTranslate } from 'react-admin';
import type { StaffNewCoinRow } from '../../../contracts/subscription.staff.contract.js';
import { Decisions, DecisionSheet } from '../../ui/decisions';
import { Facts } from '../../ui/facts';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
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
          <IssueDecisions issue={issue} />
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

function IssueDecisions({ issue }: { issue: StaffNewCoinRow }) {
  const translate = useTranslate();
  const mayDecide = useMayChangeNewCoins();
  const { identity } = useGetIdentity();
  if (!mayDecide) return null;
  const reader = String(identity?.id ?? '');
  const decisions = decisionsOf(issue, reader);
  const note =
    issue.status === 'proposed' && issue.proposedBy === reader
      ? 'console.new_coin.own'
      : issue.status === 'open' && issue.cancelBy !== ''
        ? 'console.new_coin.cancel_waiting'
        : null;
  return (
    <Decisions
      decisions={decisions}
      label={(decision) => translate(`console.new_coin.${decision}`)}
      note={note && translate(note)}
      sheet={(decision, close) => <IssueSheet issue={issue} decision={decision} close={close} />}
    />
  );
}

function IssueSheet(props: { issue: StaffNewCoinRow; decision: Decision; close: () => void }) {
  const { issue, decision, close } = props;
  const translate = useTranslate();
  const approve = useNewCoinChange('approve', close);
  const reject = useNewCoinChange('reject', close);
  const cancel = useNewCoinChange('cancel', close);
  const send = (reason: string): void => {
    const named = { issueId: issue.id };
    if (decision === 'approve') approve.mutate(named);
    else (decision === 'reject' ? reject : cancel).mutate({ ...named, reason });
  };
  return (
    <DecisionSheet
      title={translate(`console.new_coin.${decision}_title`)}
      text={translate(`console.new_coin.${decision}_text`)}
      label={translate(`console.new_coin.${decision}`)}
      needsReason={decision !== 'approve'}
      change={{ approve, reject, cancel }[decision]}
      send={send}
      close={close}
    />
  );
}
