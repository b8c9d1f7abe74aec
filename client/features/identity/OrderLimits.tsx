import { useTranslation } from 'react-i18next';
import type { KnownPolicies } from '../../../contracts/policy.contract';
import { c2cMaxOf, type C2cLimits } from '../../../shared/c2c-limit';
import { custodyMaxOf } from '../../../shared/custody';
import { useFormat } from '../../lib/format';
import { usePublishedPolicy } from '../../lib/published-policy';
import styles from './Identity.module.css';

/** What an order of C2C may buy with the level, by the rules in force. */
export function C2cMax({ level }: { level: 'primary' | 'advanced' }) {
  const { t } = useTranslation('identity');
  const format = useFormat();
  const limits = usePublishedPolicy('c2c.rules').data?.values as C2cLimits | undefined;
  if (limits === undefined) return null;
  const [before, most] = [false, true].map((isAdvanced) => format.amount(c2cMaxOf(limits, isAdvanced), 2));
  return (
    <p className={styles.unlocks} data-testid={`c2c-max-${level}`}>
      {level === 'primary' ? t('c2cMax.primary', { max: before }) : t('c2cMax.advanced', { before, max: most })}
    </p>
  );
}

/** What an order of custody may be of with advanced verification, by the rules in force: a line for each product on sale. */
export function CustodyMax() {
  const { t } = useTranslation(['identity', 'custody']);
  const format = useFormat();
  const rules = usePublishedPolicy('custody.rules').data?.values as KnownPolicies['custody.rules'] | undefined;
  if (rules === undefined) return null;
  const { cycleDays, flatForSale, flatMaxUsdt, dailyForSale, dailyMaxUsdt } = rules;
  const products = [
    { penalty: 'flat', forSale: flatForSale, maximum: flatMaxUsdt },
    { penalty: 'remaining-days', forSale: dailyForSale, maximum: dailyMaxUsdt },
  ] as const;
  return products
    .filter(({ forSale }) => forSale)
    .map(({ penalty, maximum }) => (
      <p key={penalty} className={styles.unlocks} data-testid="custody-max">
        {t('custodyMax', {
          product: t(`custody:name.${penalty}`, { count: cycleDays }),
          before: format.amount(maximum, 2),
          max: format.amount(custodyMaxOf(maximum, true), 2),
        })}
      </p>
    ));
}
