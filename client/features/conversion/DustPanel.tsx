import { useMutation, useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { convert, quoteDust } from '../../../contracts/conversion.calls';
import type { DustQuoteView } from '../../../contracts/conversion.contract';
import { api, QUIET, requestToken, toastError } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { Button } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Icon } from '../../ui/icons';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { onceUnlocked } from '../security/unlock-trading';
import styles from '../transfer/Money.module.css';
import { conversionKeys } from './conversion.feature';
import { Problem } from './BuyParts';
import { Countdown, useLeft } from './Countdown';
import { movedOf } from './use-accept';

type Offered = DustQuoteView & { receivedAt: number };

/** Every small balance with what it gives, and one button for all of them. */
export function DustPanel() {
  const query = useQuery({
    queryKey: conversionKeys.dust(),
    queryFn: async (): Promise<Offered> => ({
      ...(await api.call(quoteDust, {}, QUIET)),
      receivedAt: performance.now(),
    }),
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section className={styles.card}>
      <Loadable query={query} skeleton={<Skeleton rows={5} height={36} />}>
        {(offer) => <Dust offer={offer} busy={query.isFetching} refresh={() => void query.refetch()} />}
      </Loadable>
    </section>
  );
}

function Dust({ offer, busy, refresh }: { offer: Offered; busy: boolean; refresh: () => void }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const left = useLeft(offer);
  const accepting = useMutation({
    mutationFn: async (quote: string) => {
      const token = requestToken();
      return onceUnlocked(() => api.call(convert, { quote }, { quietRefusals: true, requestToken: token }));
    },
    onError: (error) => {
      if (movedOf(error) === undefined) toastError(error);
    },
    // The table is quoted again as well.
    onSettled: () => queryClient.invalidateQueries(EVERYTHING_OWN),
  });
  const refreshAll = () => {
    accepting.reset();
    refresh();
  };
  const { quote, spreadRate, moveToleranceRate, dustBelowUsdt } = offer;
  return (
    <>
      <Problem text={movedOf(accepting.error)} />
      <p className={styles.note}>{t('dust.lead', { limit: format.amount(dustBelowUsdt, 8) })}</p>
      {quote === null ? (
        <Empty text={t('dust.none')} />
      ) : (
        <>
          <div className={styles.standing}>
            <Countdown leftMs={left} validMs={offer.validMs} />
            <Button kind="plain" size="s" busy={busy} onClick={refreshAll}>
              <Icon name="refresh" size={16} /> {t('refresh')}
            </Button>
          </div>
          <DustTable offer={offer} />
          <p className={styles.note}>
            {t('spread')}: {format.share(spreadRate)}. {t('noFee')}.{' '}
            {t('holds', { share: format.share(moveToleranceRate) })}
          </p>
          <Button
            wide
            busy={accepting.isPending || busy}
            onClick={() => (left === 0 ? refreshAll() : accepting.mutate(quote))}
          >
            {t(left === 0 ? 'refresh' : 'dust.accept')}
          </Button>
        </>
      )}
      {offer.skipped.length > 0 && <Skipped balances={offer.skipped} />}
    </>
  );
}

/** Small ones that stay, and why. */
function Skipped({ balances }: { balances: DustQuoteView['skipped'] }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const rows = balances.map(({ currency, amount, reason }) => {
    return [`${format.amountDown(amount, 18)} ${currency}`, t(`dust.${reason}`)] as const;
  });
  return (
    <>
      <h2>{t('dust.skipped')}</h2>
      <FactList className={styles.facts} rows={rows} />
    </>
  );
}

function DustTable({ offer }: { offer: Offered }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  return (
    <div className={styles.scroll} tabIndex={0} role="region" aria-label={t('dust.table')}>
      <table className={styles.table}>
        <thead>
          <tr>
            <th scope="col">{t('dust.coin')}</th>
            <th scope="col">{t('dust.amount')}</th>
            <th scope="col">{t('dust.gets')}</th>
          </tr>
        </thead>
        <tbody>
          {offer.items.map(({ currency, amount, priceUsdt, receives }) => (
            <tr key={currency}>
              <td>{currency}</td>
              <td>
                {format.amountDown(amount, 18)}
                <br />
                <small>
                  {t('dust.price')} {format.amount(priceUsdt, 8)}
                </small>
              </td>
              <td>{format.amountDown(receives, 8)}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={2}>
              {t('dust.total')}
            </th>
            <td>{format.amountDown(offer.receives, 8)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
