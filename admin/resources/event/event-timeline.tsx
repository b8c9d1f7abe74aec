import { Button } from '@mui/material';
import { useGetList, useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import type { EventRow } from '../../../contracts/staff-history.contract.js';
import { listLink } from '../../lib/addresses';
import { Hash } from '../../ui/hash';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Loaded } from '../../ui/states';
import { ActorLink, EventLink, StreamLink } from '../../ui/text-link';
import { Instant } from '../../ui/values';

const SHOWN_MAX = 50;

function TimelineTable({ events, label }: { events: EventRow[]; label: string }) {
  const translate = useTranslate();
  const field = (name: string) => translate(`resources.events.fields.${name}`);
  return (
    <PlainTable
      label={label}
      rows={events}
      rowKey={(row) => row.id}
      columns={[
        { key: 'position', label: field('position'), render: (row) => <EventLink {...row} /> },
        { key: 'at', label: field('at'), render: (row) => <Instant at={row.at} /> },
        { key: 'type', label: field('type'), render: (row) => <b>{row.type}</b> },
        { key: 'stream', label: field('stream'), render: (row) => <StreamLink {...row} /> },
        { key: 'version', label: field('version'), align: 'right', render: (row) => row.version },
        { key: 'actor', label: field('actor'), render: (row) => <ActorLink actor={row.actor} ids={row.ids} /> },
        { key: 'hash', label: field('hash'), render: (row) => <Hash value={row.hash} copy={false} /> },
      ]}
    />
  );
}

/** The events behind a record, in the order in which they happened. */
export function EventTimeline({ filter }: { filter: Record<string, string>; realm: string }) {
  const translate = useTranslate();
  const query = useGetList<EventRow>('events', {
    filter,
    pagination: { page: 1, perPage: SHOWN_MAX },
    sort: { field: 'position', order: 'ASC' },
  });
  const title = translate('resources.events.name', { smart_count: 2 });
  return (
    <Section
      title={title}
      flush
      action={
        <Button component={Link} to={listLink('events', filter)} size="small">
          {translate('console.event.open_explorer')}
        </Button>
      }
    >
      <Loaded query={query} empty={translate('console.empty.events')}>
        {(events) => <TimelineTable events={events} label={title} />}
      </Loaded>
    </Section>
  );
}
