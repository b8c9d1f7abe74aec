import { Box, Chip, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useCanAccess, useTranslate } from 'react-admin';
import type { ReviewMoneyView } from '../../../contracts/review.contract.js';
import { listLink, showLink } from '../../lib/addresses';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { GuardedLink, OwnerLink, TextLink } from '../../ui/text-link';
import { Amount, Count, Instant } from '../../ui/values';

type Part<Name extends keyof ReviewMoneyView> = { rows: ReviewMoneyView[Name] };

/** The money around a withdrawal: what the person has, what came in, what went out, and who else is paid there. */
export function MoneyAround({ details: { money }, userId }: { details: { money?: ReviewMoneyView }; userId: string }) {
  const translate = useTranslate();
  if (money === undefined) return null;
  return (
    <Section title={translate('console.review.money.title')} flush>
      <Stack data-money sx={{ paddingBlockEnd: 1 }}>
        <Heading text={translate('console.review.money.balances')} />
        <Balances rows={money.balances} />
        <Heading
          text={translate('console.review.money.arrived')}
          more={<AllOf resource="deposits" userId={userId} />}
        />
        <Arrived rows={money.arrived} />
        <Heading
          text={translate('console.review.money.payouts')}
          more={<AllOf resource="withdrawals" userId={userId} />}
        />
        <Payouts rows={money.payouts} />
        <Heading text={translate('console.review.money.sharing')} />
        <Sharing rows={money.sharing} />
      </Stack>
    </Section>
  );
}

function Heading({ text, more }: { text: string; more?: ReactNode }) {
  return (
    <Stack direction="row" sx={{ justifyContent: 'space-between', paddingInline: 2, paddingBlockStart: 1.5 }}>
      <Typography component="h3" variant="body2" color="textSecondary">
        {text}
      </Typography>
      {more !== undefined && <Typography variant="body2">{more}</Typography>}
    </Stack>
  );
}

/** The way to the whole list, for those who may open it. */
function AllOf({ resource, userId }: { resource: 'deposits' | 'withdrawals'; userId: string }) {
  const translate = useTranslate();
  const { canAccess = false } = useCanAccess({ resource, action: 'list' });
  return canAccess ? (
    <TextLink to={listLink(resource, { userId })}>{translate(`console.review.money.all_${resource}`)}</TextLink>
  ) : null;
}

function None() {
  const translate = useTranslate();
  return (
    <Typography variant="body2" sx={{ paddingInline: 2 }}>
      {translate('console.review.money.none')}
    </Typography>
  );
}

function Balances({ rows }: Part<'balances'>) {
  const translate = useTranslate();
  if (rows.length === 0) return <None />;
  return (
    <PlainTable
      label={translate('console.review.money.balances')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'space',
          label: translate('console.balance.space'),
          render: ({ space }) => translate(`console.space.${space}`),
        },
        {
          key: 'available',
          label: translate('console.balance.available'),
          align: 'right',
          render: ({ available, asset }) => <Amount value={available} asset={asset} />,
        },
        {
          key: 'frozen',
          label: translate('console.balance.frozen'),
          align: 'right',
          render: ({ frozen, asset }) => <Amount value={frozen} asset={asset} />,
        },
      ]}
    />
  );
}

function Arrived({ rows }: Part<'arrived'>) {
  const translate = useTranslate();
  if (rows.length === 0) return <None />;
  return (
    <PlainTable
      label={translate('console.review.money.arrived')}
      rows={rows}
      rowKey={({ source, asset }) => `${source}:${asset}`}
      columns={[
        {
          key: 'source',
          label: translate('console.review.money.source'),
          render: ({ source, count }) => (
            <>
              {source === 'c2c'
                ? translate('review.queue.c2c')
                : translate('resources.deposits.name', { smart_count: 2 })}{' '}
              (<Count value={count} />)
            </>
          ),
        },
        {
          key: 'sum',
          label: translate('console.review.money.sum'),
          align: 'right',
          render: ({ sum, asset }) => <Amount value={sum} asset={asset} />,
        },
        {
          key: 'lastAt',
          label: translate('console.review.money.last'),
          align: 'right',
          render: ({ lastAt }) => <Instant short at={lastAt} />,
        },
      ]}
    />
  );
}

function Payouts({ rows }: Part<'payouts'>) {
  const translate = useTranslate();
  if (rows.length === 0) return <None />;
  return (
    <PlainTable
      label={translate('console.review.money.payouts')}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          key: 'requestedAt',
          label: translate('console.review.money.when'),
          render: ({ id, requestedAt }) => (
            <GuardedLink resource="reviews" to={showLink('reviews', id)}>
              <Instant short at={requestedAt} />
            </GuardedLink>
          ),
        },
        {
          key: 'amount',
          label: translate('console.review.money.sum'),
          align: 'right',
          render: ({ amount, currency }) => <Amount value={amount} asset={currency} />,
        },
        {
          key: 'status',
          label: translate('resources.withdrawals.fields.status'),
          render: ({ status, samePayee }) => (
            <Box sx={{ display: 'flex', gap: 0.75, flexWrap: 'wrap', alignItems: 'center' }}>
              {translate(`console.withdrawal.status.${status}`)}
              {samePayee && <Chip size="small" label={translate('console.review.money.same')} />}
            </Box>
          ),
        },
      ]}
    />
  );
}

function Sharing({ rows }: Part<'sharing'>) {
  const translate = useTranslate();
  if (rows.length === 0) return <None />;
  return (
    <PlainTable
      label={translate('console.review.money.sharing')}
      rows={rows}
      rowKey={({ userId }) => userId}
      columns={[
        {
          key: 'userId',
          label: translate('resources.reviews.fields.userId'),
          render: ({ userId }) => <OwnerLink ownerId={userId} />,
        },
        {
          key: 'withdrawals',
          label: translate('resources.withdrawals.name', { smart_count: 2 }),
          align: 'right',
          render: ({ withdrawals }) => <Count value={withdrawals} />,
        },
        {
          key: 'saved',
          label: translate('console.review.money.saved'),
          render: ({ saved }) => translate(saved ? 'ra.boolean.true' : 'ra.boolean.false'),
        },
      ]}
    />
  );
}
