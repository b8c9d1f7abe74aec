import { Alert, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type {
  ReconciliationItem,
  ReconciliationLine,
  StaffReconciliationRow,
} from '../../../contracts/reconciliation.contract.js';
import { Facts } from '../../ui/facts';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { RecordPage } from '../../ui/record-page';
import { Nothing } from '../../ui/states';
import { Amount, Count, Instant } from '../../ui/values';
import { StartedBy, Outcome } from './reconciliation-list';
import { RunButton } from './run-button';

/** Causes that leave something to do though nothing differs. */
const UNCLAIMED = ['wire-without-receipt', 'wire-unclaimed'] as const;
const SUMS = ['books', 'outside', 'arriving', 'leaving', 'difference'] as const;

function Lines({ lines }: { lines: readonly ReconciliationLine[] }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.reconciliation.${key}`);
  return (
    <Section title={label('lines')} flush>
      <PlainTable
        label={label('lines')}
        rows={lines}
        rowKey={({ source, asset }) => `${source} ${asset}`}
        selected={({ difference }) => difference !== '0'}
        columns={[
          { key: 'source', label: label('source'), render: ({ source }) => label(`source_${source}`) },
          { key: 'asset', label: label('asset'), render: ({ asset }) => asset },
          ...SUMS.map((sum) => ({
            key: sum,
            label: label(sum),
            align: 'right' as const,
            render: (line: ReconciliationLine) => <Amount value={line[sum]} />,
          })),
        ]}
      />
    </Section>
  );
}

function Items({ items }: { items: readonly ReconciliationItem[] }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.reconciliation.${key}`);
  return (
    <Section title={label('items')} flush>
      {items.length === 0 ? (
        <Nothing compact text={label('no_items')} />
      ) : (
        <PlainTable
          label={label('items')}
          rows={items}
          rowKey={({ cause, asset, amount, reference }) => `${cause} ${asset} ${amount} ${reference}`}
          columns={[
            { key: 'cause', label: label('cause'), render: ({ cause }) => label(`cause_${cause}`) },
            { key: 'source', label: label('source'), render: ({ source }) => label(`source_${source}`) },
            {
              key: 'amount',
              label: label('amount'),
              align: 'right',
              render: ({ amount, asset }) => <Amount value={amount} asset={asset} />,
            },
            { key: 'reference', label: label('reference'), render: ({ reference }) => <Mono>{reference}</Mono> },
          ]}
        />
      )}
    </Section>
  );
}

/** One comparison: each asset outside beside the books, and what the sums are made of. */
export function ReconciliationShow() {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.reconciliation.${key}`);
  return (
    <RecordPage<StaffReconciliationRow>
      title={({ day }) => translate('console.reconciliation.title', { day })}
      render={(run) => (
        <>
          <Section action={<RunButton />} title={<Outcome {...run} />}>
            <Facts
              facts={[
                { label: label('asked_at'), value: <Instant at={run.askedAt} /> },
                { label: label('asked_by'), value: <StartedBy {...run} /> },
                { label: label('done_at'), value: <Instant at={run.doneAt} /> },
                { label: label('position'), value: <Count value={run.position} /> },
              ]}
            />
            <Typography color="textSecondary" sx={{ marginBlockStart: 1.5 }}>
              {label('lead')} {label('inside_only')}
            </Typography>
          </Section>
          {run.differences > 0 && <Alert severity="error">{label('act')}</Alert>}
          {run.doneAt !== null && <Lines lines={run.lines} />}
          {UNCLAIMED.filter((unclaimed) => run.items.some(({ cause }) => cause === unclaimed)).map((cause) => (
            <Alert key={cause} severity="info">
              <b>{label(`cause_${cause}`)}:</b> {label(`act_${cause}`)}
            </Alert>
          ))}
          {run.doneAt !== null && <Items items={run.items} />}
        </>
      )}
    />
  );
}
