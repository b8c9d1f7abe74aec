import BalancedIcon from '@mui/icons-material/BalanceOutlined';
import { Chip, Stack } from '@mui/material';
import { useGetOne, useTranslate } from 'react-admin';
import type { EventRow } from '../../../contracts/staff-history.contract.js';
import { sumByAsset } from '../../lib/postings';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { AccountLink } from '../../ui/text-link';
import { Amount } from '../../ui/values';

/** The sum of each asset over the lines, computed here; every one has to be zero. */
function Sums({ postings }: Pick<EventRow, 'postings'>) {
  const translate = useTranslate();
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {sumByAsset(postings).map(({ asset, sum }) => (
        <Chip
          key={asset}
          size="small"
          variant="outlined"
          icon={<BalancedIcon />}
          color={sum === '0' ? 'success' : 'error'}
          label={translate('console.event.sum', { asset, sum })}
        />
      ))}
    </Stack>
  );
}

export function PostingLines({ event }: { event: EventRow }) {
  const translate = useTranslate();
  const title = translate('resources.postings.name', { smart_count: 2 });
  const rows = event.postings.map((posting, index) => ({ ...posting, line: index }));
  return (
    <Section title={title} flush action={<Sums postings={event.postings} />}>
      {rows.length === 0 ? (
        <Nothing text={translate('console.event.no_postings')} />
      ) : (
        <PlainTable
          label={title}
          rows={rows}
          rowKey={(row) => row.line}
          columns={[
            { key: 'line', label: '#', render: (row) => row.line },
            {
              key: 'account',
              label: translate('resources.postings.fields.account'),
              render: (row) => <AccountLink realm={event.realm} account={row.account} asset={row.asset} />,
            },
            {
              key: 'amount',
              label: translate('resources.postings.fields.amount'),
              align: 'right',
              render: (row) => <Amount value={row.amount} asset={row.asset} signed />,
            },
          ]}
        />
      )}
    </Section>
  );
}

/** The postings of the event at a position, read on its own. */
export function EventPostings({ realm, position }: { realm: string; position: number }) {
  const { data, error, isPending, refetch } = useGetOne<EventRow>('events', { id: `${realm}:${position}` });
  if (isPending) return <Waiting />;
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  return <PostingLines event={data} />;
}
