import DownloadIcon from '@mui/icons-material/FileDownloadOutlined';
import { Button } from '@mui/material';
import { useRef, useState } from 'react';
import { useListContext, useNotify, useResourceContext, useTranslate } from 'react-admin';
import { EXPORT_ROWS_MAX } from '../../contracts/staff-lists.contract.js';
import { toApiFilter } from '../lib/filters';
import { downloadList } from '../lib/download';
import { formatCount } from '../lib/format';
import { useTag } from './use-tag';

/** The whole list as CSV or JSON: its filter and order, without the limit of a page, with a count while it comes. */
export function ExportButton() {
  const translate = useTranslate();
  const notify = useNotify();
  const tag = useTag();
  const list = useResourceContext() ?? '';
  const { filterValues, sort } = useListContext();
  const [rows, setRows] = useState<number | null>(null);
  const stop = useRef<AbortController>(undefined);
  const start = async (format: 'csv' | 'json') => {
    stop.current = new AbortController();
    setRows(0);
    const query = new URLSearchParams({
      list,
      filter: JSON.stringify(toApiFilter((filterValues ?? {}) as Record<string, unknown>)),
      sort: JSON.stringify([sort.field, sort.order]),
      format,
    });
    try {
      const written = await downloadList(
        `/staff/export?${query}`,
        `glassbook-${list}.${format}`,
        setRows,
        stop.current.signal,
      );
      const key = written >= EXPORT_ROWS_MAX ? 'console.export.limit' : 'console.export.done';
      notify(key, { type: 'info', messageArgs: { rows: formatCount(tag, written) } });
    } catch (error) {
      if (!stop.current.signal.aborted) notify((error as Error).message, { type: 'error' });
    }
    setRows(null);
  };
  const title = translate('console.export.about', { rows: formatCount(tag, EXPORT_ROWS_MAX) });
  if (rows === null)
    return (
      <>
        <Button
          size="small"
          startIcon={<DownloadIcon />}
          title={title}
          onClick={() => void start('csv')}
          data-keys="export"
        >
          {translate('console.export.title')}
        </Button>
        <Button size="small" title={title} onClick={() => void start('json')} sx={{ minWidth: 0 }}>
          {translate('console.export.json')}
        </Button>
      </>
    );
  return (
    <Button size="small" color="warning" onClick={() => stop.current?.abort()} aria-live="polite">
      {translate('console.export.running', { rows: formatCount(tag, rows) })}
    </Button>
  );
}
