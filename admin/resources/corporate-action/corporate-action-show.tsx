import { useGetIdentity, useTranslate } from 'react-admin';
import type { StaffActionRow } from '../../../contracts/corporate-action.contract.js';
import { Decisions, DecisionSheet } from '../../ui/decisions';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/page';
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
          <ActionDecisions action={action} />
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

function ActionDecisions({ action }: { action: StaffActionRow }) {
  const translate = useTranslate();
  const mayDecide = useMayChangeActions();
  const { identity } = useGetIdentity();
  const isOwn = identity?.id === action.proposedBy;
  const isOpen = action.status === 'proposed' || action.status === 'announced';
  if (!mayDecide || !isOpen) return null;
  const decisions: Decision[] = action.status === 'announced' || isOwn ? ['withdraw'] : ['approve', 'reject'];
  return (
    <Decisions
      decisions={decisions}
      label={(decision) => translate(`console.action.${decision}`)}
      note={isOwn && action.status === 'proposed' ? translate('console.action.own') : null}
      sheet={(decision, close) => <ActionSheet action={action} decision={decision} close={close} />}
    />
  );
}

function ActionSheet(props: { action: StaffActionRow; decision: Decision; close: () => void }) {
  const { action, decision, close } = props;
  const translate = useTranslate();
  const approve = useActionChange('approve', close);
  const reject = useActionChange('reject', close);
  const withdraw = useActionChange('withdraw', close);
  const send = (reason: string): void => {
    const named = { symbol: action.symbol, actionId: action.id };
    if (decision === 'approve') approve.mutate(named);
    else (decision === 'reject' ? reject : withdraw).mutate({ ...named, reason });
  };
  return (
    <DecisionSheet
      title={translate(`console.action.${decision}_title`)}
      text={translate(`console.action.${decision}_text`)}
      label={translate(`console.action.${decision}`)}
      needsReason={decision !== 'approve'}
      change={{ approve, reject, withdraw }[decision]}
      send={send}
      close={close}
    />
  );
}
