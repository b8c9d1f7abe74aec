import { useEffect, useState } from 'react';
import { LiveTable, type LiveColumn } from '../ui/LiveTable';
import { Amount, Change, Price } from '../ui/numbers';
import { PagedTable, type PagedColumn } from '../ui/PagedTable';
import type { Specimen } from './specimen';
import styles from './Gallery.module.css';

interface Row {
  symbol: string;
  last: string;
  change: string;
  volume: string;
}

const UPDATES_A_SECOND = 20;
const rowAt = (index: number, at: number): Row => ({
  symbol: `SYM${index}`,
  last: (100 + index + Math.sin(at + index) * 3).toFixed(2),
  change: (Math.sin(at + index) * 3).toFixed(2),
  volume: ((index + 1) * 123456.789 * (2 + Math.cos(at))).toFixed(3),
});

const COLUMNS: readonly LiveColumn<Row>[] = [
  { key: 'symbol', label: 'Instrument', width: '1fr', cell: (row) => row.symbol },
  { key: 'last', label: 'Price', width: '1fr', number: true, cell: (row) => <Price value={row.last} decimals={2} /> },
  { key: 'change', label: 'Change', width: '1fr', number: true, cell: (row) => <Change value={row.change} pill /> },
  { key: 'volume', label: 'Volume', width: '1fr', number: true, cell: (row) => row.volume },
];

/** Every other row moves, and only with `?live`, so that screenshots stay the same. */
function Live() {
  const live = new URLSearchParams(location.search).has('live');
  const size = live ? 60 : 5;
  const [rows, setRows] = useState(() => Array.from({ length: size }, (_, index) => rowAt(index, 0)));
  useEffect(() => {
    if (!live) return;
    const timer = setInterval(() => {
      const at = performance.now() / 400;
      setRows((before) => before.map((row, index) => (index % 2 === 0 ? rowAt(index, at) : row)));
    }, 1000 / UPDATES_A_SECOND);
    return () => clearInterval(timer);
  }, [live]);
  return <LiveTable label="Live prices" columns={COLUMNS} rows={rows} rowKey={(row) => row.symbol} />;
}

const PAGED: readonly PagedColumn<Row>[] = [
  { key: 'symbol', label: 'Instrument', cell: (row) => row.symbol },
  { key: 'last', label: 'Price', number: true, cell: (row) => row.last },
];

function Paged() {
  const query = {
    data: { pages: [{ items: [0, 1, 2].map((index) => rowAt(index, 0)), nextCursor: 'next' }] },
    isPending: false,
    error: null,
    refetch: () => undefined,
    hasNextPage: true,
    isFetchingNextPage: false,
    fetchNextPage: () => undefined,
  };
  return <PagedTable query={query} columns={PAGED} rowKey={(row) => row.symbol} skeleton={null} empty={null} />;
}

export const LIVE_SPECIMENS: readonly Specimen[] = [
  {
    of: [Price.name, Change.name],
    show: () => (
      <div className={styles.row}>
        <Price value="64210.5" decimals={2} />
        <Change value="2.41" />
        <Change value="-1.07" pill />
        <Change value="0.00" pill />
      </div>
    ),
  },
  {
    of: [Amount.name],
    show: () => (
      <div className={styles.row}>
        <Amount value="1234.56789123" decimals={2} unit="USDT" />
        <Amount value="12.5" decimals={2} unit="USDT" signed />
        <Amount value="-0.00031" decimals={8} unit="BTC" signed />
      </div>
    ),
  },
  { of: [LiveTable.name], show: Live },
  { of: [PagedTable.name], show: Paged },
];
