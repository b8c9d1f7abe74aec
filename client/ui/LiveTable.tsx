import { memo, type CSSProperties, type ReactNode } from 'react';
import { cx } from '../lib/cx';
import styles from './LiveTable.module.css';

export interface LiveColumn<Row> {
  key: string;
  label: string;
  /** A grid track: `120px`, `1fr`, `minmax(80px, 2fr)`. Never the content's own width, which would lay out everything again. */
  width: string;
  number?: boolean;
  cell: (row: Row) => ReactNode;
}

interface LiveTableProps<Row> {
  label: string;
  /** Kept between renders (a constant, or memoised): new columns render every row. */
  columns: readonly LiveColumn<Row>[];
  /** A row that did not change is the same object as before, and costs nothing. */
  rows: readonly Row[];
  rowKey: (row: Row) => string;
  rowHeight?: number;
}

/**
 * A table for what changes many times a second: each row renders only when its own object changed, has a size of its own and
 * is contained, so that a change in it lays out and paints nothing else.
 */
export function LiveTable<Row>({ label, columns, rows, rowKey, rowHeight = 32 }: LiveTableProps<Row>) {
  const tracks = columns.map((column) => column.width).join(' ');
  return (
    <div
      role="table"
      aria-label={label}
      aria-rowcount={rows.length}
      className={styles.table}
      style={{ '--tracks': tracks, '--row-height': `${rowHeight}px` } as CSSProperties}
    >
      <div role="row" className={styles.head}>
        {columns.map((column) => (
          <span role="columnheader" key={column.key} className={cx(column.number && styles.number)}>
            {column.label}
          </span>
        ))}
      </div>
      <div role="rowgroup">
        {rows.map((row) => (
          <LiveRow key={rowKey(row)} row={row} columns={columns as readonly LiveColumn<unknown>[]} />
        ))}
      </div>
    </div>
  );
}

const LiveRow = memo(function LiveRow({ row, columns }: { row: unknown; columns: readonly LiveColumn<unknown>[] }) {
  return (
    <div role="row" className={styles.row}>
      {columns.map((column) => (
        <span role="cell" key={column.key} className={cx(column.number && styles.number)}>
          {column.cell(row)}
        </span>
      ))}
    </div>
  );
});
