import { ButtonBase, TablePagination, Typography } from '@mui/material';
import { useEffect, useState } from 'react';
import { useGetList, useTranslate } from 'react-admin';
import type { EventRow } from '../../../contracts/staff-history.contract.js';
import { linkState } from '../../lib/chain-links';
import { ChainMark } from '../../ui/chain-mark';
import { Mono } from '../../ui/hash';
import { Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Failed, Waiting } from '../../ui/states';
import { ActorLink, EventLink } from '../../ui/text-link';
import { Instant } from '../../ui/values';

const PER_PAGE = 20;

interface StreamEventsProps {
  realm: string;
  stream: string;
  version: number;
  onChoose: (version: number) => void;
}

function VersionTable({
  rows,
  version,
  onChoose,
}: Pick<StreamEventsProps, 'version' | 'onChoose'> & { rows: EventRow[] }) {
  const translate = useTranslate();
  const field = (name: string) => translate(`resources.events.fields.${name}`);
  return (
    <PlainTable
      label={translate('console.stream.timeline')}
      rows={rows}
      rowKey={(row) => row.id}
      selected={(row) => row.version === version}
      columns={[
        {
          key: 'version',
          label: field('version'),
          render: (row) => (
            <ButtonBase
              onClick={() => onChoose(row.version)}
              aria-current={row.version === version ? 'step' : undefined}
            >
              <Typography component="span" color="primary" sx={{ fontWeight: row.version === version ? 700 : 500 }}>
                <Mono>{row.version}</Mono>
              </Typography>
            </ButtonBase>
          ),
        },
        { key: 'type', label: field('type'), render: (row) => <b>{row.type}</b> },
        { key: 'at', label: field('at'), render: (row) => <Instant at={row.at} /> },
        { key: 'actor', label: field('actor'), render: (row) => <ActorLink actor={row.actor} ids={row.ids} /> },
        { key: 'position', label: field('position'), render: (row) => <EventLink {...row} /> },
        { key: 'link', label: field('link'), render: (row) => <ChainMark state={linkState(row)} /> },
      ]}
    />
  );
}

/** The versions of a stream in time; the page follows the chosen version. */
export function StreamEvents({ realm, stream, version, onChoose }: StreamEventsProps) {
  const translate = useTranslate();
  const [page, setPage] = useState(() => Math.floor((version - 1) / PER_PAGE));
  useEffect(() => setPage(Math.floor((version - 1) / PER_PAGE)), [version]);
  const { data, total, error, isPending, refetch } = useGetList<EventRow>('events', {
    filter: { realm, stream },
    pagination: { page: page + 1, perPage: PER_PAGE },
    sort: { field: 'position', order: 'ASC' },
  });
  return (
    <Section title={translate('console.stream.timeline')} flush>
      {isPending ? (
        <Waiting />
      ) : error !== null ? (
        <Failed error={error} retry={() => void refetch()} />
      ) : (
        <VersionTable rows={data} version={version} onChoose={onChoose} />
      )}
      {total !== undefined && total > PER_PAGE && (
        <TablePagination
          component="div"
          count={total}
          page={page}
          rowsPerPage={PER_PAGE}
          rowsPerPageOptions={[PER_PAGE]}
          labelDisplayedRows={({ from, to, count }) =>
            translate('ra.navigation.page_range_info', { offsetBegin: from, offsetEnd: to, total: count })
          }
          onPageChange={(_event, chosen) => setPage(chosen)}
        />
      )}
    </Section>
  );
}
