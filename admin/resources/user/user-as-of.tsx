import { Box, Button, Stack } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import { useParams, useSearchParams } from 'react-router-dom';
import { staffUserAsOf } from '../../../contracts/staff-history.calls.js';
import type { PersonAsOfView } from '../../../contracts/staff-history.contract.js';
import { api } from '../../lib/http';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { InstantField } from '../../ui/instant-field';
import { Page, Section } from '../../ui/page';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { EventLink, OwnerLink } from '../../ui/text-link';
import { Count, Instant, RealmChip, StatusChip } from '../../ui/values';
import { BalancesThen, OrdersThen, PoliciesThen, StreamsThen } from './as-of-tables';

/** One account as it stood at an instant. The page's address keeps the instant, so that it can be handed on. */
export function UserAsOf() {
  const translate = useTranslate();
  const { id = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const at = readInstant(search.get('at'));
  return (
    <Page title={translate('console.as_of.title', { user: id })}>
      <Section>
        <InstantForm key={at} at={at} onChoose={(chosen) => setSearch({ at: String(chosen) })} />
      </Section>
      {at === null ? <Nothing text={translate('console.as_of.choose')} /> : <Then id={id} at={at} />}
    </Page>
  );
}

function readInstant(text: string | null): number | null {
  return text !== null && /^\d{1,15}$/.test(text) ? Number.parseInt(text, 10) : null;
}

function InstantForm({ at, onChoose }: { at: number | null; onChoose: (at: number) => void }) {
  const translate = useTranslate();
  const [chosen, setChosen] = useState(at);
  return (
    <Stack
      component="form"
      direction="row"
      sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}
      onSubmit={(event) => {
        event.preventDefault();
        if (chosen !== null) onChoose(chosen);
      }}
    >
      <InstantField label={translate('console.as_of.at')} value={chosen} onChange={setChosen} />
      <Button type="submit" variant="contained" disabled={chosen === null}>
        {translate('console.as_of.show')}
      </Button>
    </Stack>
  );
}

function Then({ id, at }: { id: string; at: number }) {
  // An instant is chosen to the second: everything within that second is meant.
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['user-as-of', id, at],
    queryFn: ({ signal }) => api.call(staffUserAsOf, { id, at: at + 999 }, { signal }),
    retry: false,
  });
  if (isPending) return <Waiting />;
  if (error !== null) return <Failed error={error} retry={() => void refetch()} />;
  return (
    <>
      <Section>
        <AccountThen view={data} />
      </Section>
      <BalancesThen view={data} />
      <OrdersThen view={data} />
      <RightsThen view={data} />
      <PoliciesThen view={data} />
      <StreamsThen view={data} />
    </>
  );
}

function AccountThen({ view }: { view: PersonAsOfView }) {
  const translate = useTranslate();
  const field = (name: string) => translate(`resources.users.fields.${name}`);
  return (
    <Facts
      facts={[
        { label: field('id'), value: <OwnerLink ownerId={view.ownerId} /> },
        { label: field('realm'), value: <RealmChip realm={view.realm} /> },
        { label: field('status'), value: <StatusChip status={view.status} /> },
        ...(view.generation === null ? [] : [{ label: field('generation'), value: <Count value={view.generation} /> }]),
        { label: translate('console.as_of.position'), value: <EventLink {...view} /> },
        { label: translate('resources.events.fields.hash'), value: <Hash value={view.hash} whole />, wide: true },
      ]}
    />
  );
}

/** Identity, factors and what limits followed from. */
function RightsThen({ view: { identity, factors, limits } }: { view: PersonAsOfView }) {
  const translate = useTranslate();
  const text = (key: string) => translate(`console.as_of.${key}`);
  return (
    <Box sx={{ display: 'grid', gap: 2, gridTemplateColumns: 'repeat(auto-fit, minmax(min(280px, 100%), 1fr))' }}>
      <Section title={text('identity')}>
        <Facts
          facts={identity.map(({ level, status }) => ({
            label: translate(`review.kind.identity-${level}`),
            value: text(`level_status.${status}`),
          }))}
        />
      </Section>
      <Section title={text('factors')}>
        <Facts
          facts={factors.map(({ factor, isSet, since }) => ({
            label: text(`factor.${factor}`),
            value: (
              <>
                {text(isSet ? 'is_set' : 'is_unset')} {since !== null && <Instant at={since} />}
              </>
            ),
          }))}
        />
      </Section>
      <Section title={text('limits')}>
        <Facts
          facts={[
            { label: text('risk_class'), value: text(`class.${limits.riskClass}`) },
            {
              label: text('credit_score'),
              value: limits.creditScore === null ? '–' : <Count value={limits.creditScore} />,
            },
            { label: text('withdrawals_of_day'), value: <Count value={limits.withdrawalsOfDay} /> },
          ]}
        />
      </Section>
    </Box>
  );
}
