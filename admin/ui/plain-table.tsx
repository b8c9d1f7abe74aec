import {
  Box,
  Table,
  TableBody,
  TableCell,
  TableHead,
  TableRow,
  Typography,
  useMediaQuery,
  type Theme,
} from '@mui/material';
import type { ReactNode } from 'react';
import { SideScroll } from './side-scroll';

export interface PlainColumn<Row> {
  key: string;
  label: string;
  align?: 'right';
  render: (row: Row, index: number) => ReactNode;
}

interface PlainTableProps<Row> {
  label: string;
  columns: readonly PlainColumn<Row>[];
  rows: readonly Row[];
  rowKey: (row: Row) => string | number;
  selected?: (row: Row) => boolean;
}

/** On a phone every row is a card of labelled values. */
function PhoneRows<Row>({ label, columns, rows, rowKey, selected }: PlainTableProps<Row>) {
  return (
    <Box component="ul" aria-label={label} sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
      {rows.map((row, index) => (
        <Box
          component="li"
          data-keys="row"
          key={rowKey(row)}
          sx={{
            display: 'grid',
            gridTemplateColumns: 'minmax(80px, auto) 1fr',
            columnGap: 2,
            rowGap: 0.25,
            padding: '10px 16px',
            borderBlockStart: 1,
            borderColor: 'divider',
            bgcolor: selected?.(row) === true ? 'action.selected' : 'transparent',
          }}
        >
          {columns.map((column) => (
            <Box key={column.key} sx={{ display: 'contents' }}>
              <Typography variant="caption" color="textSecondary">
                {column.label}
              </Typography>
              <Box sx={{ textAlign: 'end', minWidth: 0, overflowWrap: 'anywhere', fontSize: 13 }}>
                {column.render(row, index)}
              </Box>
            </Box>
          ))}
        </Box>
      ))}
    </Box>
  );
}

/** A small table inside a page, without sorting or pages. */
export function PlainTable<Row>(props: PlainTableProps<Row>) {
  const { label, columns, rows, rowKey, selected } = props;
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  if (phone) return <PhoneRows {...props} />;
  return (
    <SideScroll label={label}>
      <Table size="small" aria-label={label} sx={{ '& td': { whiteSpace: 'nowrap' } }}>
        <TableHead>
          <TableRow>
            {columns.map((column) => (
              <TableCell key={column.key} align={column.align ?? 'left'}>
                {column.label}
              </TableCell>
            ))}
          </TableRow>
        </TableHead>
        <TableBody>
          {rows.map((row, index) => (
            <TableRow key={rowKey(row)} data-keys="row" selected={selected?.(row) === true}>
              {columns.map((column) => (
                <TableCell key={column.key} align={column.align ?? 'left'}>
                  {column.render(row, index)}
                </TableCell>
              ))}
            </TableRow>
          ))}
        </TableBody>
      </Table>
    </SideScroll>
  );
}
