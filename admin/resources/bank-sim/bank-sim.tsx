import { Alert, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffBank } from '../../../contracts/bank.calls.js';
import type { StaffBankView } from '../../../contracts/bank.contract.js';
import { api } from '../../lib/http';
import { Facts } from '../../ui/facts';
import { Page, Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Loaded, Nothing } from '../../ui/states';
import { Amount, Count, Instant } from '../../ui/values';

/** The simulated bank: what is under way, what came in, and when it works. */
export function BankSim() {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.bank.${key}`);
  const query = useQuery({
    queryKey: ['bank-sim'],
    queryFn: ({ signal }) => api.call(staffBank, {}, { signal }),
    refetchInterval: 10_000,
  });
  return (
    <Page title={label('title')}>
      <Stack spacing={2}>
        <Alert severity="info" variant="outlined">
          {label('lead')}
        </Alert>
        <Loaded query={query}>{(bank) => <Bank bank={bank} />}</Loaded>
      </Stack>
    </Page>
  );
}

function Bank({ bank }: { bank: StaffBankView }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.bank.${key}`);
  const { opens, closes, minutesMin, minutesMax, closedAccountEnding } = bank.rules;
  return (
    <>
      <Section title={label('state')}>
        <Facts
          facts={[
            { label: label('now'), value: label(bank.open ? 'open' : 'closed') },
            { label: label(bank.open ? 'closes_at' : 'opens_at'), value: <Instant at={bank.changesAt} /> },
            { label: label('last_settled'), value: <Instant at={bank.lastSettledAt} /> },
            { label: label('next_due'), value: <Instant at={bank.nextDueAt} /> },
            { label: label('last_wire'), value: <Instant at={bank.lastWireAt} /> },
            { label: label('hours'), value: `${opens}–${closes} UTC` },
            { label: label('minutes'), value: `${minutesMin}–${minutesMax}` },
            { label: label('closed_accounts'), value: `…${closedAccountEnding}` },
          ]}
        />
      </Section>
      <Section title={label('payouts')} flush>
        <Sums
          name="payouts"
          heading="status"
          rows={bank.payouts.map((row) => ({ ...row, key: label(`status_${row.status}`), asset: 'USDT' }))}
        />
      </Section>
      <Section title={label('wires')} flush>
        {bank.wires.length === 0 ? (
          <Nothing compact text={label('no_wires')} />
        ) : (
          <Sums
            name="wires"
            heading="currency"
            rows={bank.wires.map((row) => ({ ...row, key: row.currency, asset: row.currency }))}
          />
        )}
      </Section>
    </>
  );
}

interface Sum {
  key: string;
  count: number;
  amount: string;
  asset: string;
}

function Sums({ name, heading, rows }: { name: string; heading: string; rows: Sum[] }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.bank.${key}`);
  return (
    <PlainTable
      label={label(name)}
      rows={rows}
      rowKey={({ key }) => key}
      columns={[
        { key: 'key', label: label(heading), render: ({ key }) => key },
        { key: 'count', label: label('count'), align: 'right', render: ({ count }) => <Count value={count} /> },
        {
          key: 'amount',
          label: label('amount'),
          align: 'right',
          render: ({ amount, asset }) => <Amount value={amount} asset={asset} />,
        },
      ]}
    />
  );
}
