import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import type { LedgerAccountRow, PostingRow } from '../../../contracts/staff-history.contract.js';
import { runningBalances } from '../../lib/postings';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { RecordPage } from '../../ui/record-page';
import { Loaded } from '../../ui/states';
import { EventLink, ownerLinkOfAccount } from '../../ui/text-link';
import { Amount, Count, Instant, RealmChip } from '../../ui/values';

const STEP = 50;
const POSTINGS_MAX = 1000;

function PostingTable({ account, rows }: { account: LedgerAccountRow; rows: PostingRow[] }) {
  const translate = useTranslate();
  const field = (name: string) => translate(`resources.postings.fields.${name}`);
  const running = runningBalances(
    account.balance,
    rows.map((row) => row.amount),
  );
  return (
    <PlainTable
      label={translate('resources.postings.name', { smart_count: 2 })}
      rows={rows}
      rowKey={(row) => row.id}
      columns={[
        { key: 'event', label: field('position'), render: (row) => <EventLink {...row} /> },
        { key: 'at', label: field('at'), render: (row) => <Instant at={row.at} /> },
        { key: 'type', label: field('eventType'), render: (row) => row.eventType },
        {
          key: 'amount',
          label: field('amount'),
          align: 'right',
          render: (row) => <Amount value={row.amount} signed />,
        },
        {
          key: 'balance',
          label: translate('console.ledger.balance_after'),
          align: 'right',
          render: (_row, index) => <Amount value={running[index] ?? null} />,
        },
      ]}
    />
  );
}

/** Postings of one account, newest first, each with the balance after it; older ones on demand. */
function AccountPostings({ account }: { account: LedgerAccountRow }) {
  const translate = useTranslate();
  const [shown, setShown] = useState(STEP);
  const { realm, asset } = account;
  const query = useGetList<PostingRow>('postings', {
    filter: { realm, account: account.account, asset },
    pagination: { page: 1, perPage: shown },
    sort: { field: 'position', order: 'DESC' },
    // The balance and its postings are read apart; the count in the key makes a changed account read them again.
    meta: { postings: account.postings },
  });
  const { data, total = 0 } = query;
  return (
    <Section title={translate('resources.postings.name', { smart_count: 2 })} flush>
      <Loaded query={query} empty={translate('console.empty.postings')}>
        {(rows) => <PostingTable account={account} rows={rows} />}
      </Loaded>
      {data !== undefined && data.length < total && shown < POSTINGS_MAX && (
        <Stack sx={{ padding: 1 }}>
          <Button onClick={() => setShown(Math.min(shown * 2, POSTINGS_MAX))}>{translate('console.older')}</Button>
        </Stack>
      )}
    </Section>
  );
}

/** One ledger account in one asset: what it holds and every posting that made it so. */
export function AccountShow() {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.ledger-accounts.fields.${field}`);
  return (
    <RecordPage<LedgerAccountRow>
      title={(account) => `${account.account} · ${account.asset}`}
      render={(account) => (
        <>
          <Section>
            <Typography variant="h5" component="p" sx={{ marginBlockEnd: 2 }}>
              <Amount value={account.balance} asset={account.asset} />
            </Typography>
            <Facts
              facts={[
                { label: label('account'), value: <Hash value={account.account} whole /> },
                { label: label('realm'), value: <RealmChip realm={account.realm} /> },
                { label: label('postings'), value: <Count value={account.postings} /> },
                {
                  label: label('mayGoNegative'),
                  value: translate(account.mayGoNegative ? 'ra.boolean.true' : 'ra.boolean.false'),
                },
                { label: label('owner'), value: ownerLinkOfAccount(account.account) ?? '–' },
              ]}
            />
          </Section>
          <AccountPostings account={account} />
        </>
      )}
    />
  );
}
