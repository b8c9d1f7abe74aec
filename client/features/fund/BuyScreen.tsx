import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { FundView } from '../../../contracts/fund.contract';
import { FUND_LEVELS, type FundLevel } from '../../../shared/fund';
import { pathOf } from '../../app/routes';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { Tabs } from '../../ui/Tabs';
import { RealOnly } from '../payee/PayeePage';
import { BuyForm } from './BuyForm';
import { Chart } from './Chart';
import { FactSheet } from './FactSheet';
import { Holdings } from './Holdings';
import { Problems } from './Problems';
import { useFund } from './use-fund';
import styles from './Fund.module.css';

/** `/etflow_buy?level=low|balanced`: the fact sheet before the form, then what the fund holds. */
export default function BuyScreen() {
  const { t } = useTranslation(['common', 'fund']);
  const [search, setSearch] = useSearchParams();
  const level: FundLevel = search.get('level') === 'balanced' ? 'balanced' : 'low';
  const mine = level === 'low' ? 'myLowRisk' : 'myBalanced';
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('screen.buyFund')}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf(mine)}>
          {t(`screen.${mine}`)}
        </ButtonLink>
      </div>
      <Tabs
        label={t('fund:switch')}
        look="pills"
        value={level}
        onChange={(next) => setSearch({ level: next }, { replace: true })}
        tabs={FUND_LEVELS.map((value) => ({ value, label: t(`fund:level.${value}`) }))}
      />
      <Loadable key={level} query={useFund(level)} skeleton={<Skeleton rows={4} height={120} />}>
        {(fund) => <Fund fund={fund} />}
      </Loadable>
    </div>
  );
}

function Fund({ fund }: { fund: FundView }) {
  const { t } = useTranslation('fund');
  const demo = useSession((state) => state.session?.realm === 'demo');
  return (
    <>
      <div className={styles.order}>
        <FactSheet fund={fund} />
        <section className={styles.card} aria-labelledby="fund-buy">
          <h2 id="fund-buy">{t(`level.${fund.level}`)}</h2>
          {!demo && <Problems problems={fund.problems} />}
          <BuyForm fund={fund} demo={demo} />
          {demo && <RealOnly why={t('buy.demo')} />}
        </section>
      </div>
      <Chart fund={fund} />
      <Holdings fund={fund} />
    </>
  );
}
