import { useGetIdentity, useTranslate } from 'react-admin';
import type { StaffHaltRow } from '../../../contracts/contract-halt.contract.js';
import { Decisions, DecisionSheet } from '../../ui/decisions';
import { Facts } from '../../ui/facts';
import { Section } from '../../ui/page';
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
          <HaltDecisions halt={halt} />
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

function HaltDecisions({ halt }: { halt: StaffHaltRow }) {
  const translate = useTranslate();
  const mayDecide = useMayHalt();
  const { identity } = useGetIdentity();
  if (!mayDecide || halt.status !== 'proposed') return null;
  const isOwn = identity?.id === halt.proposedBy;
  const decisions: Decision[] = isOwn ? ['withdraw'] : ['approve', 'reject'];
  return (
    <Decisions
      decisions={decisions}
      label={(decision) => translate(`console.halt.${decision}`)}
      note={isOwn ? translate('console.halt.own') : null}
      sheet={(decision, close) => <HaltSheet halt={halt} decision={decision} close={close} />}
    />
  );
}

function HaltSheet(props: { halt: StaffHaltRow; decision: Decision; close: () => void }) {
  const { halt, decision, close } = props;
  const translate = useTranslate();
  const approve = useHaltChange('approve', close);
  const reject = useHaltChange('reject', close);
  const withdraw = useHaltChange('withdraw', close);
  const send = (reason: string): void => {
    const named = { symbol: halt.symbol, proposalId: halt.id };
    if (decision === 'approve') approve.mutate(named);
    else (decision === 'reject' ? reject : withdraw).mutate({ ...named, reason });
  };
  return (
    <DecisionSheet
      title={translate(`console.halt.${decision}_title`)}
      text={translate(decision === 'approve' ? `console.halt.${halt.change}_text` : 'console.halt.end_text')}
      label={translate(`console.halt.${decision}`)}
      needsReason={decision !== 'approve'}
      change={{ approve, reject, withdraw }[decision]}
      send={send}
      close={close}
    />
  );
}
