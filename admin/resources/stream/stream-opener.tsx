import { Button, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { REALMS } from '../../../contracts/account.contract.js';
import type { EventRow } from '../../../contracts/staff.contract.js';
import { streamLink } from '../../lib/addresses';
import { callApi } from '../../lib/http';
import { Page, Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Nothing, Waiting } from '../../ui/states';
import { StreamLink } from '../../ui/text-link';
import { Instant } from '../../ui/values';

const LATEST_EVENTS = 200;

/** The streams of a realm that changed last, each by its newest event. */
async function readLatestStreams(realm: string, signal: AbortSignal): Promise<EventRow[]> {
  const query = new URLSearchParams({
    filter: JSON.stringify({ realm }),
    range: JSON.stringify([0, LATEST_EVENTS - 1]),
    sort: JSON.stringify(['position', 'DESC']),
  });
  const { json } = await callApi(`/staff/events?${query.toString()}`, { signal });
  const newest = new Map<string, EventRow>();
  for (const event of json as EventRow[]) if (!newest.has(event.stream)) newest.set(event.stream, event);
  return [...newest.values()];
}

function LatestStreams({ realm }: { realm: string }) {
  const translate = useTranslate();
  const { data, error, isPending, refetch } = useQuery({
    queryKey: ['latest-streams', realm],
    queryFn: ({ signal }) => readLatestStreams(realm, signal),
  });
  const title = translate('console.stream.latest');
  const field = (name: string) => translate(`resources.events.fields.${name}`);
  return (
    <Section title={title} flush>
      {isPending ? (
        <Waiting />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : data.length === 0 ? (
        <Nothing text={translate('console.empty.streams')} />
      ) : (
        <PlainTable
          label={title}
          rows={data}
          rowKey={(row) => row.stream}
          columns={[
            {
              key: 'stream',
              label: field('stream'),
              render: ({ stream }) => <StreamLink realm={realm} stream={stream} />,
            },
            { key: 'version', label: field('version'), align: 'right', render: (row) => row.version },
            { key: 'type', label: translate('console.stream.last_event'), render: (row) => row.type },
            { key: 'at', label: field('at'), render: (row) => <Instant at={row.at} /> },
          ]}
        />
      )}
    </Section>
  );
}

/** Opens a stream by name, or one of those that changed last. */
export function StreamOpener() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [realm, setRealm] = useState<string>('demo');
  const [stream, setStream] = useState('');
  const open = (event: FormEvent) => {
    event.preventDefault();
    if (stream.trim() !== '') void navigate(streamLink(realm, stream.trim()));
  };
  return (
    <Page title={translate('resources.streams.name', { smart_count: 2 })}>
      <Section>
        <Typography color="text.secondary" sx={{ marginBlockEnd: 1 }}>
          {translate('console.stream.lead')}
        </Typography>
        <Stack component="form" direction={{ xs: 'column', sm: 'row' }} spacing={1} onSubmit={open}>
          <TextField
            select
            label={translate('resources.events.fields.realm')}
            value={realm}
            onChange={(event) => setRealm(event.target.value)}
            sx={{ maxWidth: { sm: 180 } }}
          >
            {REALMS.map((key) => (
              <MenuItem key={key} value={key}>
                {translate(`console.realm.${key}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            label={translate('resources.events.fields.stream')}
            value={stream}
            onChange={(event) => setStream(event.target.value)}
          />
          <Button type="submit" variant="contained" sx={{ flexShrink: 0, alignSelf: { sm: 'center' } }}>
            {translate('console.stream.open')}
          </Button>
        </Stack>
      </Section>
      <LatestStreams realm={realm} />
    </Page>
  );
}
