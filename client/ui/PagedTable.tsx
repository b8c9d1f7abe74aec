import { useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { Page } from '../../contracts/envelope.contract';
import { Button } from './Button';
import { Loadable } from './states';
import styles from './PagedTable.module.css';

export interface PagedColumn<Item> {
  key: string;
  label: string;
  number?: boolean;
  cell: (item: Item) => ReactNode;
}

interface PagedTableProps<Item, Row> {
  query: {
    data: { pages: Page<Item>[] } | undefined;
    isPending: boolean;
    error: unknown;
    refetch: () => unknown;
    hasNextPage: boolean;
    isFetchingNextPage: boolean;
    fetchNextPage: () => unknown;
  };
  columns: readonly PagedColumn<Row>[];
  /** What makes rows of the items, where a row is more than one of them. */
  rowsOf?: (items: Item[]) => Row[];
  rowKey: (row: Row) => string;
  skeleton: ReactNode;
  empty: ReactNode;
}

/**
 * A list walked by cursor: a table where there is room, labelled cards on phones. The roles are spelled out, because a row that
 * is laid out as a grid is no row any more to a screen reader.
 */
export function PagedTable<Item, Row = Item>({
  query,
  columns,
  // oxlint-disable-next-line house/no-erasing-cast -- without the prop, a row is an item.
  rowsOf = (items) => items as unknown as Row[],
  rowKey,
  skeleton,
  empty,
}: PagedTableProps<Item, Row>) {
  return (
    <Loadable
      query={query}
      skeleton={skeleton}
      isEmpty={(data) => data.pages.every((page) => page.items.length === 0)}
      empty={empty}
    >
      {(data) => (
        <>
          <table role="table" className={styles.table}>
            <thead>
              <tr>
                {columns.map((column) => (
                  <th key={column.key} scope="col" className={column.number ? styles.number : undefined}>
                    {column.label}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {rowsOf(data.pages.flatMap((page) => page.items)).map((row) => (
                <tr role="row" key={rowKey(row)}>
                  {columns.map((column) => (
                    <td
                      role="cell"
                      key={column.key}
                      data-label={column.label}
                      className={column.number ? styles.number : undefined}
                    >
                      {column.cell(row)}
                    </td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
          {query.hasNextPage && <More query={query} />}
        </>
      )}
    </Loadable>
  );
}

/** The next page comes by itself when the end of this one is scrolled into view; the button is for who does not scroll. */
function More<Item>({ query }: Pick<PagedTableProps<Item, Item>, 'query'>) {
  const { t } = useTranslation('common');
  const end = useRef<HTMLDivElement>(null);
  const { isFetchingNextPage, fetchNextPage } = query;
  useEffect(() => {
    if (end.current === null || isFetchingNextPage) return;
    const observer = new IntersectionObserver(([entry]) => entry?.isIntersecting && void fetchNextPage());
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isFetchingNextPage, fetchNextPage]);
  return (
    <div className={styles.more} ref={end}>
      <Button kind="plain" size="s" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
        {t('action.more')}
      </Button>
    </div>
  );
}
