import { useTranslation } from 'react-i18next';
import { pathOf } from '../../app/routes';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { Calculator } from './Calculator';
import { DemoNote } from './DemoNote';
import { Honest } from './Honest';
import { OwnLimit } from './OwnLimit';
import { Terms } from './Terms';
import { useMy, useProducts } from './use-loan';
import styles from './Loan.module.css';

/** `/ldcoin`: loans as they are offered, with a calculator for everybody and the own limit. */
export default function ProductsScreen() {
  const { t } = useTranslation('common');
  const demo = useSession((state) => state.session?.realm === 'demo');
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('screen.loanProducts')}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf('loans')}>
          {t('screen.loans')}
        </ButtonLink>
      </div>
      <Honest />
      <Loadable query={useProducts()} skeleton={<Skeleton rows={6} height={60} />}>
        {(product) => (
          <div className={styles.columns}>
            <Terms product={product} />
            <Calculator product={product} />
          </div>
        )}
      </Loadable>
      {demo ? <DemoNote /> : <Own />}
    </div>
  );
}

function Own() {
  const { t } = useTranslation('loan');
  return (
    <Loadable query={useMy()} skeleton={<Skeleton rows={3} height={60} />}>
      {({ own }) =>
        own && (
          <>
            <OwnLimit own={own} />
            {own.problems.length === 0 && <ButtonLink to={pathOf('loans')}>{t('apply.title')}</ButtonLink>}
          </>
        )
      }
    </Loadable>
  );
}
