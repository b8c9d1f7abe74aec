import { Link as MuiLink } from '@mui/material';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { useCanAccess } from 'react-admin';
import { ownerOfAccount, showLink, streamLink, userIdOfActor, userIdOfOwner } from '../lib/addresses';
import { shorten } from '../lib/format';
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

export function ActorLink({ actor }: { actor: string }) {
  const userId = userIdOfActor(actor);
  if (userId === undefined) return <Mono>{actor}</Mono>;
  return (
    <GuardedLink resource="users" to={showLink('users', userId)}>
      <Id text={actor} />
    </GuardedLink>
  );
}

/** What an id is of: every noun begins its ids with letters of its own. */
function resourceOf(id: string): string {
  if (id.startsWith('c2c-')) return 'c2c-orders';
  return id.startsWith('o-') ? 'orders' : 'reviews';
}

/** An order, or a request that staff review. */
export function OrderLink({ orderId }: { orderId: string | null }) {
  if (orderId === null) return <>–</>;
  const resource = resourceOf(orderId);
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
