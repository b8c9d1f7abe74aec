import { useQuery } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { previewDust } from '../../../contracts/conversion.calls';
import type { ConversionLeg, DustPreview } from '../../../contracts/conversion.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import styles from '../transfer/Money.module.css';
import { conversionKeys } from './conversion.feature';
import { QuoteNews, Standing } from './LiveQuote';
import { useLiveQuote } from './use-live-quote';

const PREVIEWED_EVERY_MS = 10_000;

/** Every small balance with what it gives, and one live quote for all of them. */
export function DustPanel() {
  const query = useQuery({
    queryKey: conversionKeys.dust(),
    queryFn: ({ signal }) => api.call(previewDust, {}, { signal }),
    refetchInterval: PREVIEWED_EVERY_MS,
    staleTime: 0,
    gcTime: 0,
  });
  return (
    <section className={styles.card}>
      <Loadable query={query} skeleton={<Skeleton rows={5} height={36} />}>
        {(preview) => <Dust preview={preview} />}
      </Loadable>
    </section>
  );
}

function Dust({ preview }: { preview: DustPreview }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const quote = useLiveQuote();
  const live = quote.live?.kind === 'dust' ? quote.live : undefined;
  const legs = live?.legs ?? preview.items;
  const { spreadRate, moveToleranceRate, receives } = live ?? preview;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    void (live === undefined ? quote.get('dust') : quote.accept(live.quoteId));
  };
  return (
    <form className={styles.plain} aria-label={t('dust.table')} noValidate onSubmit={submit}>
      <QuoteNews quote={quote} />
      <p className={styles.note}>{t('dust.lead', { limit: format.amount(preview.dustBelowUsdt, 8) })}</p>
      {legs.length === 0 ? (
        <Empty text={t('dust.none')} />
      ) : (
        <>
          {live && <Standing quote={quote} offer={live} />}
          <DustTable legs={legs} receives={receives} />
          <p className={styles.note}>
            {live && `${t('dust.onHold')} `}
            {t('spread')}: {format.share(spreadRate)}. {t('noFee')}.{' '}
            {live
              ? t('holds', { share: format.share(moveToleranceRate) })
              : t('previewed', { seconds: format.count(preview.validMs / 1000) })}
          </p>
          <Button type="submit" wide busy={quote.busy}>
            {t(live === undefined ? 'getQuote' : 'dust.accept')}
          </Button>
        </>
      )}
      {preview.skipped.length > 0 && <Skipped balances={preview.skipped} />}
    </form>
  );
}

/** Small ones that stay, and why. */
function Skipped({ balances }: { balances: DustPreview['skipped'] }) {
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

function DustTable({ legs, receives: total }: { legs: readonly ConversionLeg[]; receives: string }) {
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
          {legs.map(({ currency, amount, priceUsdt, receives }) => (
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
            <td>{format.amountDown(total, 8)}</td>
          </tr>
        </tfoot>
      </table>
    </div>
  );
}
