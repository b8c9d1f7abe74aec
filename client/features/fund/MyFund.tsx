import { useTranslation } from 'react-i18next';
import type { FundView } from '../../../contracts/fund.contract';
import type { FundLevel } from '../../../shared/fund';
import { pathOf } from '../../app/routes';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Amount } from '../../ui/numbers';
import { Loadable, Skeleton } from '../../ui/states';
import { RealOnly } from '../payee/PayeePage';
import { Holdings } from './Holdings';
import { Orders } from './Orders';
import { Plans } from './Plans';
import { RedeemForm } from './RedeemForm';
import { useFund } from './use-fund';
import styles from './Fund.module.css';

/** Own units of a fund: what they are worth and cost, the way out, and every order. */
export function MyFund({ level }: { level: FundLevel }) {
  const { t } = useTranslation(['common', 'fund']);
  const demo = useSession((state) => state.session?.realm === 'demo');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t(level === 'low' ? 'screen.myLowRisk' : 'screen.myBalanced')}</h1>
        <ButtonLink kind="plain" size="s" to={`${pathOf('buyFund')}?level=${level}`}>
          {t('screen.buyFund')}
        </ButtonLink>
      </div>
      <Loadable query={useFund(level)} skeleton={<Skeleton rows={4} height={90} />}>
        {(fund) => (
          <>
            {demo ? <RealOnly why={t('fund:buy.demo')} /> : <Own fund={fund} />}
            {!demo && <Plans fund={fund} />}
            {!demo && <Orders level={level} />}
            <Holdings fund={fund} />
          </>
        )}
      </Loadable>
    </div>
  );
}

function Own({ fund }: { fund: FundView }) {
  const { t } = useTranslation('fund');
  const { own } = fund;
  if (own === null) return null;
  const usdt = (value: string) => (
    <>
      <Amount value={value} decimals={2} /> USDT
    </>
  );
  return (
    <div className={styles.order}>
      <section className={styles.card} aria-labelledby="fund-own">
        <h2 id="fund-own">{t('own.title')}</h2>
        <div data-testid="fund-own">
          <FactList
            className={styles.facts}
            rows={[
              [t('own.units'), <Amount key="units" value={own.units} decimals={6} />],
              [t('own.value'), usdt(own.value)],
              [t('own.cost'), usdt(own.cost)],
              [t('own.pending'), usdt(own.pendingUsdt)],
            ]}
          />
        </div>
      </section>
      <section className={styles.card} aria-labelledby="fund-redeem">
        <h2 id="fund-redeem">{t('redeem.title')}</h2>
        <RedeemForm fund={fund} free={own.free} />
      </section>
    </div>
  );
}
