import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { OwnedView } from '../../../contracts/owned.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { Loadable, Skeleton } from '../../ui/states';
import { AssetViews } from './AssetViews';
import { Income } from './owned/Income';
import { Items } from './owned/Items';
import { Ladder } from './owned/Ladder';
import { Shares } from './owned/Shares';
import { useOwned, useUsdt } from './owned/use-owned';
import assets from './AssetPage.module.css';
import styles from './owned/Owned.module.css';

/** `/netAssets`: what is owned over all products less debts, what it consists of, when it can be had and what comes in. */
export default function OwnedScreen() {
  const { t } = useTranslation('common');
  const query = useOwned();
  return (
    <div className={assets.page}>
      <header className={assets.head}>
        <h1>{t('screen.netAssets')}</h1>
        <div className={assets.viewsRow}>
          <AssetViews view="owned" />
        </div>
      </header>
      <Loadable query={query} skeleton={<Skeleton rows={6} height={64} />}>
        {(view) => (
          <>
            <Net view={view} />
            <Ladder view={view} />
            <Shares view={view} />
            <Income view={view} />
            <Items view={view} />
          </>
        )}
      </Loadable>
    </div>
  );
}

function Net({ view }: { view: OwnedView }) {
  const { t } = useTranslation('owned');
  const format = useFormat();
  const usdt = useUsdt();
  const isEstimate = view.ladder.some((rung) => rung.isEstimate);
  return (
    <section className={styles.card} aria-labelledby="net">
      <h2 id="net" className={styles.label}>
        {t('net')}
      </h2>
      <p className={styles.net} data-testid="net">
        {usdt(view.netUsdt, isEstimate)} <small>USDT</small>
      </p>
      <FactList
        className={styles.facts}
        rows={[
          [t('spaces'), <Link to={pathOf('assets')}>{usdt(view.spacesUsdt, isEstimate)}</Link>],
          [
            t('beyond'),
            usdt(
              view.beyondUsdt,
              view.products.some((each) => each.isEstimate && each.beyondUsdt !== '0'),
            ),
          ],
          [t('debts'), usdt(view.debtsUsdt)],
        ]}
      />
      <p className={styles.note}>
        {t('net.how')} {t('beyond.how')} {t('estimate', { time: format.dateTime(view.at) })}
      </p>
    </section>
  );
}
