import NextIcon from '@mui/icons-material/ChevronRight';
import PreviousIcon from '@mui/icons-material/ChevronLeft';
import { Button, Chip, Stack, Typography } from '@mui/material';
import { useEffect } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import { Link, useNavigate } from 'react-router-dom';
import type { EventRow } from '../../../contracts/staff-history.contract.js';
import { listLink, showLink } from '../../lib/addresses';
import { linkState } from '../../lib/chain-links';
import { checkEventHash, isMasked } from '../../lib/event-hash';
import { splitWords } from '../../lib/format';
import { ChainMark } from '../../ui/chain-mark';
import { CheckButton } from '../../ui/check-button';
import { CopyText, Hash, Mono } from '../../ui/hash';
import { Facts } from '../../ui/facts';
import { JsonTree } from '../../ui/json-tree';
import { Section } from '../../ui/page';
import { RecordPage } from '../../ui/record-page';
import { ActorLink, CauseLink, EventLink, StreamLink, TextLink } from '../../ui/text-link';
import { Instant, RealmChip } from '../../ui/values';
import { PostingLines } from './event-postings';

/** The neighbours in the realm's history; one is missing at either end. */
function useNeighbours({ realm, position }: EventRow): {
  previous?: EventRow | undefined;
  next?: EventRow | undefined;
} {
  const { data = [] } = useGetList<EventRow>('events', {
    filter: { realm, positionFrom: position - 1, positionTo: position + 1 },
    pagination: { page: 1, perPage: 3 },
    sort: { field: 'position', order: 'ASC' },
  });
  const at = (wanted: number) => data.find((event) => event.realm === realm && event.position === wanted);
  return { previous: at(position - 1), next: at(position + 1) };
}

/** Left and right arrow walk the history, unless something else has the keyboard. */
function useArrowKeys(previous: EventRow | undefined, next: EventRow | undefined) {
  const navigate = useNavigate();
  useEffect(() => {
    const walk = (key: KeyboardEvent) => {
      if (key.altKey || key.ctrlKey || key.metaKey || key.target !== document.body) return;
      const to = key.key === 'ArrowLeft' ? previous : key.key === 'ArrowRight' ? next : undefined;
      if (to !== undefined) void navigate(showLink('events', to.id));
    };
    document.addEventListener('keydown', walk);
    return () => document.removeEventListener('keydown', walk);
  }, [previous, next, navigate]);
}

function Steps({
  event,
  previous,
  next,
}: {
  event: EventRow;
  previous: EventRow | undefined;
  next: EventRow | undefined;
}) {
  const translate = useTranslate();
  const step = (to: EventRow | undefined) =>
    to === undefined ? { disabled: true } : { component: Link, to: showLink('events', to.id) };
  return (
    <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
      <Button size="small" variant="outlined" startIcon={<PreviousIcon />} {...step(previous)}>
        {translate('console.event.previous')}
      </Button>
      <Button size="small" variant="outlined" endIcon={<NextIcon />} {...step(next)}>
        {translate('console.event.next')}
      </Button>
      <RealmChip realm={event.realm} />
      <Chip size="small" variant="outlined" label={`#${event.position}`} />
      <ChainMark labelled state={linkState(event)} />
    </Stack>
  );
}

/** Recomputes the event's hash here; what is masked for the reader only the server can hash again. */
function HashCheck({ event }: { event: EventRow }) {
  const translate = useTranslate();
  if (isMasked(event))
    return (
      <Typography component="span" variant="body2" color="textSecondary">
        {translate('console.check.masked')} {translate('console.check.by_server')}:{' '}
        {translate(event.hashRight ? 'console.check.equal' : 'console.check.unequal')}
      </Typography>
    );
  return <CheckButton key={event.id} run={() => checkEventHash(event)} />;
}

function EventFacts({ event, previous }: { event: EventRow; previous: EventRow | undefined }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.events.fields.${field}`);
  return (
    <Facts
      facts={[
        { label: label('type'), value: event.type },
        { label: label('stream'), value: <StreamLink {...event} /> },
        { label: label('version'), value: event.version },
        { label: label('schema'), value: event.schema },
        { label: label('at'), value: <Instant at={event.at} /> },
        { label: label('actor'), value: <ActorLink actor={event.actor} ids={event.ids} /> },
        { label: label('causation'), value: <CauseLink {...event} /> },
        { label: label('command'), value: <Mono>{event.command}</Mono> },
        {
          label: label('correlation'),
          value: (
            <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', columnGap: 1 }}>
              <Mono>{event.correlation}</Mono>
              <TextLink
                to={listLink('events', { correlation: event.correlation, atFrom: new Date(event.at).toISOString() })}
              >
                {translate('console.event.what_followed')}
              </TextLink>
            </Stack>
          ),
        },
        {
          label: label('hash'),
          value: (
            <Stack direction="row" sx={{ alignItems: 'center', flexWrap: 'wrap', gap: 1 }}>
              <Hash value={event.hash} whole />
              <HashCheck event={event} />
            </Stack>
          ),
          wide: true,
        },
        { label: label('previousHash'), value: <Hash value={event.previousHash} whole />, wide: true },
        ...(previous === undefined
          ? []
          : [{ label: translate('console.event.before'), value: <EventLink {...previous} /> }]),
      ]}
    />
  );
}

function EventBody({ event }: { event: EventRow }) {
  const translate = useTranslate();
  const { previous, next } = useNeighbours(event);
  useArrowKeys(previous, next);
  return (
    <>
      <Steps event={event} previous={previous} next={next} />
      <Section>
        <EventFacts event={event} previous={previous} />
      </Section>
      <Section
        title={translate('resources.events.fields.data')}
        action={<CopyText text={JSON.stringify(event.data, null, 2)} />}
      >
        <JsonTree value={event.data} openTo={3} ids={event.ids} />
      </Section>
      <PostingLines event={event} />
    </>
  );
}

/** One event: its data, its postings and its place in the hash chain. */
export function EventShow() {
  return (
    <RecordPage<EventRow>
      title={(event) => `${splitWords(event.type)} · ${event.id}`}
      render={(event) => <EventBody event={event} />}
    />
  );
}
