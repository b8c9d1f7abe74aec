import { Box, Stack, Typography, useMediaQuery, type Theme } from '@mui/material';
import { Fragment, type ReactNode } from 'react';
import { DataTable, ListNoResults, useListContext, useResourceContext, useTranslate, type RaRecord } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { showLink } from '../lib/addresses';
import { SideScroll } from './side-scroll';
import { Failed, Nothing, Waiting } from './states';

/** One column of a list: on phones a row is a card, whose first line is the `title` column and the `corner` one. */
export interface Column<Row> {
  source: string;
  render: (row: Row) => ReactNode;
  align?: 'right';
  fixedOrder?: boolean;
  phone?: 'title' | 'corner' | 'hidden';
  /** Hidden until the reader chooses it from the columns. */
  optional?: boolean;
  /** For phones only: on a desk another column shows the same. */
  phoneOnly?: boolean;
}

interface ListTableProps<Row> {
  columns: readonly Column<Row>[];
  /** Where a click on a row leads; its show page when absent; `false` when it leads nowhere. */
  rowLink?: ((row: Row) => string) | false;
  /** Whether these filters are the list's default, so that an empty list means that there is nothing. Without it no filters are. */
  isWhole?: (filter: Record<string, unknown>) => boolean;
}

/** Without rows: either there is nothing, or the filters leave nothing of it. */
function NoRows({ isWhole }: Pick<Required<ListTableProps<never>>, 'isWhole'>) {
  const { filterValues = {} } = useListContext();
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  if (!isWhole(filterValues as Record<string, unknown>)) return <ListNoResults />;
  return <Nothing text={translate(`console.empty.${resource}`)} />;
}

function PhoneCards<Row extends RaRecord>({ columns, rowLink }: Required<Omit<ListTableProps<Row>, 'isWhole'>>) {
  const { data = [] } = useListContext<Row>();
  const resource = useResourceContext();
  const translate = useTranslate();
  const navigate = useNavigate();
  const at = (place: Column<Row>['phone']) => columns.filter((column) => column.phone === place);
  return (
    <Box component="ul" sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {data.map((row) => (
        <Box
          component="li"
          data-keys="row"
          key={row.id}
          onClick={() => rowLink !== false && void navigate(rowLink(row))}
          sx={{
            borderBlockEnd: 1,
            borderColor: 'divider',
            padding: 1.5,
            cursor: rowLink === false ? 'auto' : 'pointer',
            '&:last-child': { border: 0 },
          }}
        >
          <Stack direction="row" sx={{ justifyContent: 'space-between', gap: 1, marginBlockEnd: 0.75 }}>
            <Box sx={{ minWidth: 0, fontWeight: 600 }}>
              {at('title').map((column) => (
                <Fragment key={column.source}>{column.render(row)}</Fragment>
              ))}
            </Box>
            <Box>
              {at('corner').map((column) => (
                <Fragment key={column.source}>{column.render(row)}</Fragment>
              ))}
            </Box>
          </Stack>
          <Box sx={{ display: 'grid', gridTemplateColumns: 'minmax(90px, auto) 1fr', columnGap: 2, rowGap: 0.25 }}>
            {at(undefined).map((column) => (
              <Box key={column.source} sx={{ display: 'contents', fontSize: 13 }}>
                <Typography variant="caption" color="textSecondary">
                  {translate(`resources.${resource}.fields.${column.source}`)}
                </Typography>
                <Box sx={{ textAlign: 'end', minWidth: 0, overflowWrap: 'anywhere', fontSize: 13 }}>
                  {column.render(row)}
                </Box>
              </Box>
            ))}
          </Box>
        </Box>
      ))}
    </Box>
  );
}

const isBare = (filter: Record<string, unknown>): boolean => Object.keys(filter).length === 0;

/** The rows of a list: a sortable table, or cards on a phone; waiting, failed and empty have their own look. */
export function ListTable<Row extends RaRecord>({ columns, rowLink, isWhole = isBare }: ListTableProps<Row>) {
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const { data, error, isPending, refetch } = useListContext<Row>();
  const resource = useResourceContext() ?? '';
  const translate = useTranslate();
  const link = rowLink ?? ((row: Row) => showLink(resource, row.id));
  if (error != null) return <Failed error={error} retry={() => void refetch()} />;
  if (isPending) return <Waiting />;
  if (data?.length === 0) return <NoRows isWhole={isWhole} />;
  if (phone) return <PhoneCards columns={columns} rowLink={link} />;
  return (
    <SideScroll label={translate(`resources.${resource}.name`, { smart_count: 2 })}>
      <DataTable<Row>
        bulkActionButtons={false}
        hiddenColumns={columns.flatMap(({ source, optional }) => (optional === true ? [source] : []))}
        rowClick={link === false ? false : (_id, _resource, row) => link(row as Row)}
        sx={{
          '& .RaDataTable-thead th': { position: 'static' },
          '& .RaDataTable-tableWrapper': { overflowX: 'visible' },
          '& td': { whiteSpace: 'nowrap' },
        }}
      >
        {columns
          .filter((column) => column.phoneOnly !== true)
          .map((column) => (
            <DataTable.Col
              key={column.source}
              source={column.source}
              disableSort={column.fixedOrder === true}
              render={(row: Row) => column.render(row)}
              {...(column.align === 'right'
                ? { sx: { textAlign: 'right', '& .MuiTableSortLabel-root': { flexDirection: 'row-reverse' } } }
                : {})}
            />
          ))}
      </DataTable>
    </SideScroll>
  );
}
