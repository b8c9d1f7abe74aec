import { Stack } from '@mui/material';
import type { ReactNode } from 'react';
import { ShowBase, useResourceContext, useShowContext, useTranslate, type RaRecord } from 'react-admin';
import { Page } from './page';
import { Failed, Waiting } from './states';

interface RecordPageProps<Row> {
  title: (row: Row) => string;
  render: (row: Row) => ReactNode;
}

function RecordBody<Row extends RaRecord>({ title, render }: RecordPageProps<Row>) {
  const { record, error, isPending, refetch } = useShowContext<Row>();
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  if (record !== undefined) return <Page title={title(record)}>{render(record)}</Page>;
  return (
    <Page title={translate(`resources.${resource}.name`, { smart_count: 1 })}>
      {isPending ? <Waiting /> : <Failed error={error} retry={() => void refetch()} />}
    </Page>
  );
}

/** A list leaves its rows where a page would find them, and a row is less than the whole: the page keeps its own. */
const WHOLE = { whole: true };

/** The page of one record, kept fresh; a failed read shows its reason on the page. */
export function RecordPage<Row extends RaRecord>(props: RecordPageProps<Row>) {
  return (
    <ShowBase queryOptions={{ onError: () => undefined, refetchInterval: 5000, meta: WHOLE }}>
      <Stack sx={{ minWidth: 0 }}>
        <RecordBody {...props} />
      </Stack>
    </ShowBase>
  );
}
