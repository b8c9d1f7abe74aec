import { Box, Button, Stack } from '@mui/material';
import { Fragment } from 'react';
import { useCanAccess, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { asOfLink, listLink } from '../../lib/addresses';
import { useResources } from '../../ui/resources';
import { Facts } from '../../ui/facts';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { Count, Instant, RealmChip, StatusChip } from '../../ui/values';
import { UserDecisions } from '../policy/user-decisions';
import { FreezeAction } from './freeze-action';
import { StaffDecisions } from './staff-decisions';
import { UserBalances } from './user-balances';
import { UserOrders } from './user-orders';
import { UserOwned } from './user-owned';
import { UserTimeline } from './user-timeline';

/** Links to the lists that concern this person; those that the reader's roles hide are not there. */
function UserLinks({ user }: { user: StaffUserRow }) {
  const { id, realm, generation } = user;
  const links = useResources()
    .flatMap(({ name, ofUser }) => {
      const filter = ofUser?.filter({ id, realm, ownerId: `${id}.${generation}` });
      return ofUser === undefined || filter === undefined ? [] : [{ name, filter, order: ofUser.order }];
    })
    .sort((a, b) => a.order - b.order);
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1 }}>
      {links.map(({ name, filter }) => (
        <Fragment key={name}>
          <LinkButton resource={name} filter={filter} />
          {name === 'events' && <AsOfButton userId={user.id} />}
        </Fragment>
      ))}
      <FreezeAction user={user} />
    </Stack>
  );
}

function AsOfButton({ userId }: { userId: string }) {
  const translate = useTranslate();
  const { canAccess = false } = useCanAccess({ resource: 'events', action: 'list' });
  if (!canAccess) return null;
  return (
    <Button component={Link} to={asOfLink(userId)} size="small" variant="outlined">
      {translate('console.as_of.open')}
    </Button>
  );
}

function LinkButton({ resource, filter }: { resource: string; filter: Record<string, string> }) {
  const translate = useTranslate();
  const { canAccess = false } = useCanAccess({ resource, action: 'list' });
  if (!canAccess) return null;
  return (
    <Button component={Link} to={listLink(resource, filter)} size="small" variant="outlined">
      {translate(`resources.${resource}.name`, { smart_count: 2 })}
    </Button>
  );
}

function UserFacts({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.users.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('id'), value: <Hash value={user.id} whole /> },
        { label: label('realm'), value: <RealmChip realm={user.realm} /> },
        { label: label('name'), value: user.name },
        { label: label('status'), value: <StatusChip status={user.status} /> },
        { label: label('openedAt'), value: <Instant at={user.openedAt} /> },
        ...(user.realm === 'demo'
          ? [
              { label: label('expiresAt'), value: <Instant at={user.expiresAt} /> },
              { label: label('generation'), value: <Count value={user.generation} /> },
            ]
          : []),
        { label: label('ordersOpen'), value: <Count value={user.ordersOpen} /> },
        { label: label('trades'), value: <Count value={user.trades} /> },
      ]}
    />
  );
}

/** One person: the account, what it holds, its open orders, and in words everything that happened to it. */
export function UserShow() {
  const { canAccess: readsOrders = false } = useCanAccess({ resource: 'orders', action: 'list' });
  return (
    <RecordPage<StaffUserRow>
      title={(user) => user.name}
      render={(user) => (
        <>
          <UserLinks user={user} />
          <Section>
            <UserFacts user={user} />
          </Section>
          <Box
            sx={{
              display: 'grid',
              gap: 2,
              alignItems: 'start',
              gridTemplateColumns: { xs: 'minmax(0, 1fr)', lg: readsOrders ? 'minmax(0, 2fr) minmax(0, 3fr)' : '1fr' },
            }}
          >
            <UserBalances user={user} />
            {readsOrders && <UserOrders user={user} />}
          </Box>
          <UserOwned user={user} />
          <UserTimeline user={user} />
          {user.realm === 'real' && <StaffDecisions userId={user.id} />}
          <UserDecisions realm={user.realm} userId={user.id} />
        </>
      )}
    />
  );
}
