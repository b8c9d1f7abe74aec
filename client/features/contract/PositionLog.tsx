import { useInfiniteQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getPositionEvents } from '../../../contracts/contract.calls';
import { api } from '../../lib/api';
import { Button } from '../../ui/Button';
import ModalPanel from '../../ui/ModalPanel';
import { Loadable, Skeleton } from '../../ui/states';
import { contractKeys } from './contract.feature';
import { PositionLogEntry } from './PositionLogEntry';
import styles from './PositionLog.module.css';

const PAGE = 30;

export interface NamedPosition {
  readonly symbol: string;
  readonly side: 'long' | 'short';
  readonly number: number;
}

/** One position: what happened to it, newest first, with the figures and formulas of each amount. */
export default function PositionLog({ position, onClose }: { position: NamedPosition; onClose: () => void }) {
  const { t } = useTranslation(['contract', 'common', 'order']);
  const { symbol, side } = position;
  const query = usePositionEvents(position);
  const { data, hasNextPage, isFetchingNextPage, fetchNextPage } = query;
  return (
    <ModalPanel title={`${t('log.title')} · ${symbol} ${t(`side.${side}`)}`} onClose={onClose} size={720} tall>
      <Loadable query={{ ...query, data: data?.pages }} skeleton={<Skeleton rows={8} height={26} />}>
        {(pages) => (
          <div className={styles.log} data-testid="position-log">
            <p className={styles.note}>{t('log.lead')}</p>
            <ol className={styles.timeline}>
              {pages.flatMap((page) =>
                page.items.map((event) => <PositionLogEntry key={event.version} event={event} of={page} />),
              )}
            </ol>
            {hasNextPage && (
              <Button kind="plain" size="s" busy={isFetchingNextPage} onClick={() => void fetchNextPage()}>
                {t('common:action.more')}
              </Button>
            )}
            <p className={styles.note}>
              {t('order:detail.proof', { stream: pages[0]?.stream ?? '', realm: pages[0]?.realm ?? '' })}
            </p>
          </div>
        )}
      </Loadable>
    </ModalPanel>
  );
}

function usePositionEvents({ symbol, side, number }: NamedPosition) {
  return useInfiniteQuery({
    queryKey: contractKeys.log(symbol, side, number),
    queryFn: async ({ pageParam, signal }) => {
      const ask = (cursor: string) =>
        api.call(getPositionEvents, { symbol, side, number, limit: PAGE, ...(cursor && { cursor }) }, { signal });
      let page = await ask(pageParam);
      // Of an owner who traded much elsewhere, a page may have no event and yet come nearer to the next.
      while (page.items.length === 0 && page.nextCursor !== null) page = await ask(page.nextCursor);
      return page;
    },
    initialPageParam: '',
    getNextPageParam: (page) => page.nextCursor,
  });
}
