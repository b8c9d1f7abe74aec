import { Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCanAccess, useTranslate } from 'react-admin';
import type { EventRow, NamedId } from '../../contracts/staff-history.contract.js';
import { ownerOfAccount, parseEventId, showLink, streamLink, userIdOfActor, userIdOfOwner } from '../lib/addresses';
import { shorten } from '../lib/format';
import { useResources } from './resources';
import { Mono } from './hash';

/** A link that a clickable row does not follow a second time. */
export function TextLink({ to, children }: { to: string; children: ReactNode }) {
  return (
    <MuiLink component={Link} to={to} underline="hover" onClick={(event) => event.stopPropagation()}>
      {children}
    </MuiLink>
  );
}

/** Links only where the reader's roles may go; elsewhere the same text stands plain. */
export function GuardedLink({ resource, to, children }: { resource: string; to: string; children: ReactNode }) {
  const { canAccess = false } = useCanAccess({ resource, action: 'show' });
  return canAccess ? <TextLink to={to}>{children}</TextLink> : <>{children}</>;
}

/** A long id by its two ends; the whole of it on hover. Its page shows it whole. */
function Id({ text }: { text: string }) {
  return (
    <span title={text}>
      <Mono>{shorten(text, text.startsWith('user:') ? 14 : 10, 6)}</Mono>
    </span>
  );
}

/** The person behind a ledger owner, or the house account as it is. */
export function OwnerLink({ ownerId }: { ownerId: string }) {
  const userId = userIdOfOwner(ownerId);
  if (userId === undefined) return <Mono>{ownerId}</Mono>;
  return (
    <GuardedLink resource="users" to={showLink('users', userId)}>
      <Id text={ownerId} />
    </GuardedLink>
  );
}

/** Who acted: a person or one of the staff by name, where the events name them; policies, timers and the market as they are. */
export function ActorLink({ actor, ids = {} }: { actor: string; ids?: Record<string, NamedId> }) {
  const named = ids[actor];
  if (named !== undefined) return <NamedLink id={actor} named={named} />;
  const userId = userIdOfActor(actor);
  if (userId === undefined) return <Mono>{actor}</Mono>;
  return (
    <GuardedLink resource="users" to={showLink('users', userId)}>
      <Id text={actor} />
    </GuardedLink>
  );
}

/** An id by the name of what it is of, linked to its page; the whole id on hover. */
export function NamedLink({ id, named }: { id: string; named: NamedId }) {
  const translate = useTranslate();
  switch (named.of) {
    case 'person':
      return (
        <GuardedLink resource="users" to={showLink('users', named.userId)}>
          <span title={id}>{named.name}</span>
        </GuardedLink>
      );
    case 'staff': {
      const roles = named.roles.map((role) => translate(`console.role.${role}`, { _: role })).join(', ');
      return <span title={id}>{`${named.name} · ${roles}`}</span>;
    }
    case 'order':
      return <OrderLink orderId={id} />;
    case 'trade':
      return (
        <GuardedLink resource="trades" to={showLink('trades', id)}>
          <Mono>{id}</Mono>
        </GuardedLink>
      );
    case 'stream':
      return <ThingLink id={id} {...named} />;
  }
}

/** Things of a stream that have a page of their own are shown there, the others as streams. */
function ThingLink({ id, realm, stream }: { id: string; realm: string; stream: string }) {
  const kind = stream.slice(0, stream.indexOf('-'));
  const page = useResources().find(({ streams }) => streams === kind)?.name ?? 'streams';
  const { canAccess = false } = useCanAccess({ resource: page, action: 'show' });
  const to = canAccess && page !== 'streams' ? showLink(page, id) : streamLink(realm, stream);
  return (
    <GuardedLink resource={canAccess ? page : 'streams'} to={to}>
      <Mono>{id}</Mono>
    </GuardedLink>
  );
}

/** An order, or a request that staff review. */
export function OrderLink({ orderId }: { orderId: string | null }) {
  const resources = useResources();
  if (orderId === null) return <>–</>;
  // Every noun begins its ids with letters of its own; requests have those of their kind.
  const resource = resources.find(({ ids }) => ids !== undefined && orderId.startsWith(ids))?.name ?? 'reviews';
  return (
    <GuardedLink resource={resource} to={showLink(resource, orderId)}>
      <Mono>{orderId}</Mono>
    </GuardedLink>
  );
}

export function EventLink({ realm, position }: { realm: string; position: number }) {
  return (
    <GuardedLink resource="events" to={showLink('events', `${realm}:${position}`)}>
      <Mono>{`${realm}:${position}`}</Mono>
    </GuardedLink>
  );
}

/** What an event comes from, `<call or event>/<command>`; an event has a page. Where nothing caused the command, it names itself. */
export function CauseLink({ realm, position, causation }: Pick<EventRow, 'realm' | 'position' | 'causation'>) {
  const cut = causation.indexOf('/');
  const cause = causation.slice(0, cut);
  if (cause === `${realm}:${position}`) return <>{causation.slice(cut + 1)}</>;
  const event = parseEventId(cause);
  return (
    <>
      {causation.slice(cut + 1)} · {event === undefined ? <Id text={cause} /> : <EventLink {...event} />}
    </>
  );
}

export function StreamLink({ realm, stream, version }: { realm: string; stream: string; version?: number }) {
  return (
    <GuardedLink resource="streams" to={streamLink(realm, stream, version)}>
      <Mono>{stream}</Mono>
    </GuardedLink>
  );
}

export function AccountLink({ realm, account, asset }: { realm: string; account: string; asset: string }) {
  return (
    <GuardedLink resource="ledger-accounts" to={showLink('ledger-accounts', `${realm}:${account}:${asset}`)}>
      <Mono>{account}</Mono>
    </GuardedLink>
  );
}

/** Whose account it is, when it is a person's. */
export function ownerLinkOfAccount(account: string): ReactNode {
  const owner = ownerOfAccount(account);
  return owner === undefined ? null : <OwnerLink ownerId={owner} />;
}
