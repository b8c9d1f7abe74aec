import { Suspense, lazy, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DISPLAY_CURRENCIES, type AssetsView } from '../../../contracts/asset.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { useSession } from '../../lib/session';
import { Button, ButtonLink } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import { byCoin } from './asset-rows';
import { AsOf } from './AsOf';
import { AssetViews } from './AssetViews';
import { Gains } from './Gains';
import { allocation, converted } from './asset-value';
import { decimalsOf, useDisplayCurrency } from './display-currency';
import { useAsOf } from './use-fresh-assets';
import styles from './AssetPage.module.css';
import { useAmounts } from './use-amounts';

const StatementDialog = lazy(() => import('../statement/StatementDialog'));

/** The total in the chosen currency, its result, what it consists of, and the ways between the two views of the assets. */
export function AssetHead({ assets, view }: { assets: AssetsView | undefined; view: 'coins' | 'spaces' }) {
  const { t } = useTranslation('asset');
  const { t: common } = useTranslation('common');
  return (
    <header className={styles.head}>
      <div>
        <h1>{t('title')}</h1>
        <Total assets={assets} />
      </div>
      <div className={styles.ways}>
        <FirstWays assets={assets} />
        <ButtonLink to="/authenticationcj" kind="plain">
          {common('screen.withdrawal')}
        </ButtonLink>
        <ButtonLink to="/transfer" kind="plain">
          {t('transfer')}
        </ButtonLink>
        <StatementButton />
      </div>
      {assets && <Allocation assets={assets} />}
      <div className={styles.viewsRow}>
        <AssetViews view={view} />
        <AsOf assets={assets} />
      </div>
    </header>
  );
}

/** Without a balance there is nothing to trade with, so depositing comes first. */
function FirstWays({ assets }: { assets: AssetsView | undefined }) {
  const { t } = useTranslation('asset');
  const real = useSession((state) => state.session?.realm === 'real');
  const nothing = real && assets?.rows.every(({ total }) => toAmount(total) === 0n);
  const ways = [
    ['/currencyTrade', t('trade')],
    ['/authenticationrj', t('deposit')],
  ] as const;
  return (nothing ? ways.toReversed() : ways).map(([to, text], place) => (
    <ButtonLink key={to} to={to} kind={place === 0 ? 'primary' : 'plain'}>
      {text}
    </ButtonLink>
  ));
}

function Total({ assets }: { assets: AssetsView | undefined }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const { hideAmounts, set } = usePreferences();
  const { currency, choose } = useDisplayCurrency();
  const [at] = useAsOf();
  const rate = assets?.rates[currency];
  const shown = rate === undefined ? 'USDT' : currency;
  const decimals = decimalsOf(shown);
  const total = assets && amounts(format.amount(converted(assets.totalUsdt, rate ?? '1'), decimals, decimals));
  return (
    <>
      <p className={styles.label}>
        {t('total')}
        <button
          type="button"
          aria-pressed={hideAmounts}
          aria-label={t('hideAmounts')}
          onClick={() => set({ hideAmounts: !hideAmounts })}
        >
          <Icon name={hideAmounts ? 'eyeOff' : 'eye'} size={16} />
        </button>
      </p>
      <p className={styles.total}>
        <span data-testid="total">{total ?? '–'}</span>{' '}
        <select
          className={styles.currency}
          aria-label={t('displayCurrency')}
          value={shown}
          onChange={(event) => choose(event.target.value)}
        >
          {DISPLAY_CURRENCIES.filter((each) => each === 'USDT' || assets?.rates[each] !== undefined).map((each) => (
            <option key={each}>{each}</option>
          ))}
        </select>
        {assets && at === undefined && (
          <small className={styles.pricesAt}>{t('pricesAt', { time: format.time(assets.at) })}</small>
        )}
      </p>
      {assets && at === undefined && <Gains assets={assets} />}
    </>
  );
}

/** Opens the statement by period. */
function StatementButton() {
  const { t } = useTranslation('asset');
  const [open, setOpen] = useState(false);
  return (
    <>
      <Button kind="plain" onClick={() => setOpen(true)} aria-haspopup="dialog">
        {t('statement')}
      </Button>
      {open && (
        <Suspense fallback={null}>
          <StatementDialog onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

/** One bar of all holdings, and in words what its parts are. */
function Allocation({ assets }: { assets: AssetsView }) {
  const { t } = useTranslation('asset');
  const format = useFormat();
  const slices = allocation(byCoin(assets.rows));
  if (slices.length === 0) return null;
  return (
    <div className={styles.allocation}>
      <div className={styles.bar} aria-hidden="true">
        {slices.map(({ currency, share }, at) => (
          <i key={currency} data-slice={at} style={{ flexGrow: share }} />
        ))}
      </div>
      <ul aria-label={t('allocation')}>
        {slices.map(({ currency, share }, at) => (
          <li key={currency}>
            <i data-slice={at} aria-hidden="true" />
            {currency || t('others')} <b>{format.amount(`${share * 100}`, 1)}%</b>
          </li>
        ))}
      </ul>
    </div>
  );
}
