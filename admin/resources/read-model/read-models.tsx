import { Alert, Stack } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Mono } from '../../ui/hash';
import { Page, Section } from '../../ui/page';
import { PlainTable } from '../../ui/plain-table';
import { Loaded, Nothing } from '../../ui/states';
import { Count, RealmChip, StatusChip } from '../../ui/values';
import { useDashboard } from '../dashboard/use-dashboard';

/** The read models: how far each has read, how far it is behind, whether it is being rebuilt, and what halted it. */
export function ReadModels() {
  const translate = useTranslate();
  const { query } = useDashboard();
  const label = (key: string) => translate(`console.projection.${key}`);
  return (
    <Page title={label('title')}>
      <Alert severity="info" variant="outlined">
        {label('lead')}
      </Alert>
      <Loaded query={query}>
        {({ projections: rows }) => (
          <Stack spacing={2}>
            {rows
              .filter((row) => row.error !== null)
              .map((row) => (
                <Alert key={`${row.name} ${row.realm}`} severity="error">
                  <Mono>{`${row.name} · ${row.realm}: ${row.error}`}</Mono>
                </Alert>
              ))}
            <Section flush>
              {rows.length === 0 ? (
                <Nothing text={label('none')} />
              ) : (
                <PlainTable
                  label={label('title')}
                  rows={rows}
                  rowKey={(row) => `${row.name} ${row.realm}`}
                  columns={[
                    { key: 'name', label: label('name'), render: (row) => <Mono>{row.name}</Mono> },
                    { key: 'realm', label: label('realm'), render: (row) => <RealmChip realm={row.realm} /> },
                    { key: 'state', label: label('state'), render: (row) => <StatusChip status={row.state} /> },
                    {
                      key: 'position',
                      label: label('position'),
                      align: 'right',
                      render: (row) => <Count value={row.position} />,
                    },
                    {
                      key: 'lag',
                      label: label('lag'),
                      align: 'right',
                      render: (row) => <Count value={row.lagEvents} />,
                    },
                  ]}
                />
              )}
            </Section>
          </Stack>
        )}
      </Loaded>
    </Page>
  );
}
