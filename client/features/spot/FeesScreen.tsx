import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { FeesView, FeeTableView } from '../../../contracts/fee.contract';
import { api } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { useLoggedIn } from '../../lib/session';
import { orderKeys } from '../../market/keys';
import { feeCalls } from '../../orders/order-calls';
import { TRADED_PRODUCTS, type TradedProduct } from '../../market/traded-product';
import { FactList } from '../../ui/FactList';
import { Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import styles from './FeesScreen.module.css';

const LABELS = { spot: 'common:product.spot', contract: 'common:product.contracts' } as const;

/** `/fees`: the tiers of each product. The one that is looked at stands in the address. */
export default function FeesScreen() {
  const { t } = useTranslation(['spot', 'common']);
  const [search, setSearch] = useSearchParams();
  const product = TRADED_PRODUCTS.find((each) => each === search.get('product')) ?? 'spot';
  return (
    <div className={styles.page}>
      <h1>{t('common:screen.fees')}</h1>
      <p className={styles.lead}>{t('fees.lead')}</p>
      <Tabs
        label={t('common:product.title')}
        controls="fees-product"
        value={product}
        onChange={(next) => setSearch({ product: next }, { replace: true })}
        tabs={TRADED_PRODUCTS.map((value) => ({ value, label: t(LABELS[value]) }))}
      />
      <div id="fees-product" role="tabpanel" aria-label={t(LABELS[product])} className={styles.product}>
        <ProductFees key={product} product={product} />
      </div>
    </div>
  );
}

/** The own tier with what is missing for the next, and the table of all tiers. */
function ProductFees({ product }: { product: TradedProduct }) {
  const { t } = useTranslation('spot');
  const loggedIn = useLoggedIn();
  const calls = feeCalls[product];
  const own = useQuery({
    queryKey: orderKeys.fees(product),
    queryFn: () => api.call(calls.own),
    enabled: loggedIn,
  });
  const table = useQuery({ queryKey: orderKeys.feeTable(product), queryFn: () => api.call(calls.table) });
  return (
    <>
      <section className={styles.card} aria-labelledby="own-tier">
        <h2 id="own-tier">{t('fees.yours')}</h2>
        {loggedIn ? (
          <Loadable query={own} skeleton={<Skeleton rows={6} height={24} />}>
            {(fees) => <OwnTier fees={fees} />}
          </Loadable>
        ) : (
          <p className={styles.note}>{t('fees.login')}</p>
        )}
      </section>
      <section className={styles.card} aria-labelledby="tiers">
        <h2 id="tiers">{t('fees.table')}</h2>
        <Loadable query={table} skeleton={<Skeleton rows={9} height={28} />}>
          {(published) => <Tiers table={published} mine={own.data?.tier} />}
        </Loadable>
      </section>
    </>
  );
}

function OwnTier({ fees }: { fees: FeesView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 2)} USDT`;
  const { next } = fees;
  const rows = [
    [t('fees.column'), <b data-testid="fee-tier">{t('fees.tier', { tier: format.count(fees.tier) })}</b>],
    [t('fees.maker'), format.share(fees.makerRate)],
    [t('fees.taker'), format.share(fees.takerRate)],
    [t('fees.counted'), usdt(fees.volume)],
    [t('fees.until'), format.dateTime(fees.until)],
    [t('fees.running'), usdt(fees.runningVolume)],
    [t('fees.tomorrow'), t('fees.tier', { tier: format.count(fees.runningTier) })],
    [
      t('fees.nextLabel'),
      next === null
        ? t('fees.highest')
        : t('fees.next', { missing: format.amount(next.missing, 2), tier: format.count(next.tier) }),
    ],
  ] as const;
  return <FactList className={styles.facts} rows={rows} />;
}

function Tiers({ table: { tiers, policy }, mine }: { table: FeeTableView; mine: number | undefined }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return (
    <>
      <table className={styles.table} data-testid="fee-tiers">
        <thead>
          <tr>
            <th scope="col">{t('fees.column')}</th>
            <th scope="col">{t('fees.volume')}</th>
            <th scope="col">{t('fees.maker')}</th>
            <th scope="col">{t('fees.taker')}</th>
          </tr>
        </thead>
        <tbody>
          {tiers.map((tier) => (
            <TierRow key={tier.tier} tier={tier} isMine={tier.tier === mine} />
          ))}
        </tbody>
      </table>
      <ul className={styles.notes}>
        <li>{t('fees.products')}</li>
        <li>{t('fees.counts')}</li>
        {tiers.some(({ makerRate }) => makerRate.startsWith('-')) && <li>{t('fees.rebate')}</li>}
        <li>{t('fees.keeps')}</li>
      </ul>
      <p className={styles.note}>
        {t('fees.rule')}:{' '}
        <Link to="/security">
          {policy.name} v{format.count(policy.version)}
        </Link>
      </p>
    </>
  );
}

function TierRow({ tier, isMine }: { tier: FeeTableView['tiers'][number]; isMine: boolean }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  return (
    <tr aria-current={isMine ? 'true' : undefined}>
      <th scope="row">{t('fees.tier', { tier: format.count(tier.tier) })}</th>
      <td>{t('fees.atLeast', { volume: format.amount(tier.from, 2) })}</td>
      <td>{format.share(tier.makerRate)}</td>
      <td>{format.share(tier.takerRate)}</td>
    </tr>
  );
}
