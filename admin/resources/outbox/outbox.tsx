import { Alert, Box, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack } from '@mui/material';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { readOutboxMessage, staffOutbox } from '../../../contracts/staff.calls.js';
import type { StaffMessageRow, StaffMessageView } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { Mono } from '../../ui/hash';
import { Page, Section } from '../../ui/page';
import { PlainTable, type PlainColumn } from '../../ui/plain-table';
import { Failed, Loaded, Nothing } from '../../ui/states';
import { Instant, StatusChip } from '../../ui/values';

const PAGE = 50;

/** Messages out, the newest first. Their words are opened one by one, and each opening is recorded. */
export function Outbox() {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.outbox.${key}`);
  const query = useInfiniteQuery({
    queryKey: ['outbox'],
    queryFn: ({ pageParam, signal }) =>
      api.call(staffOutbox, { limit: PAGE, ...(pageParam !== 0 && { before: pageParam }) }, { signal }),
    initialPageParam: 0,
    getNextPageParam: (last) => (last.length === PAGE ? last.at(-1)?.id : undefined),
    refetchInterval: 10_000,
  });
  const opened = useMutation({ mutationFn: (id: number) => api.call(readOutboxMessage, { id }) });
  return (
    <Page title={label('title')}>
      <Stack spacing={2}>
        <Alert severity="info" variant="outlined">
          {label('lead')}
        </Alert>
        {opened.error !== null && <Failed error={opened.error} />}
        <Loaded query={query}>
          {({ pages }) => (
            <Section flush>
              {pages.flat().length === 0 ? (
                <Nothing text={label('none')} />
              ) : (
                <Messages rows={pages.flat()} busy={opened.isPending} open={(id) => opened.mutate(id)} />
              )}
            </Section>
          )}
        </Loaded>
        {query.hasNextPage && (
          <Box>
            <Button onClick={() => void query.fetchNextPage()} disabled={query.isFetchingNextPage}>
              {label('more')}
            </Button>
          </Box>
        )}
      </Stack>
      {opened.data !== undefined && <Words message={opened.data} close={opened.reset} />}
    </Page>
  );
}

function Messages(props: { rows: StaffMessageRow[]; busy: boolean; open: (id: number) => void }) {
  const translate = useTranslate();
  const label = (key: string) => translate(`console.outbox.${key}`);
  const columns: PlainColumn<StaffMessageRow>[] = [
    { key: 'createdAt', label: label('createdAt'), render: ({ createdAt }) => <Instant at={createdAt} /> },
    { key: 'kind', label: label('kind'), render: ({ kind }) => label(`kind_${kind}`) },
    { key: 'address', label: label('address'), render: ({ address }) => <Mono>{address || '–'}</Mono> },
    { key: 'template', label: label('template'), render: ({ template }) => <Mono>{template}</Mono> },
    { key: 'status', label: label('status'), render: ({ status }) => <StatusChip status={`message-${status}`} /> },
    {
      key: 'open',
      label: label('words'),
      align: 'right',
      render: ({ id, address }) => (
        <Button size="small" disabled={props.busy || address === ''} onClick={() => props.open(id)}>
          {label('open')}
        </Button>
      ),
    },
  ];
  return <PlainTable label={label('title')} rows={props.rows} rowKey={({ id }) => id} columns={columns} />;
}

function Words({ message, close }: { message: StaffMessageView; close: () => void }) {
  const translate = useTranslate();
  return (
    <Dialog open onClose={close} maxWidth="sm" fullWidth aria-labelledby="message-subject">
      <DialogTitle id="message-subject">{message.subject}</DialogTitle>
      <DialogContent>
        <Box sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{message.text}</Box>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.close')}</Button>
      </DialogActions>
    </Dialog>
  );
}
