import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { CustodyProducts, CustodyVip } from '../../../contracts/custody.contract';
import { toAmount } from '../../../shared/money';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { Icon } from '../../ui/icons';
import { useUtcDay } from '../../lib/use-utc-day';
import styles from './Custody.module.css';

interface GatesProps {
  /** `null` where nobody is logged in with a real account: then the gates are shown without a verdict. */
  vip: CustodyVip | null;
  rules: CustodyProducts['vipRules'];
}

/** The screen on which a gate is passed. */
const SCREENS = { advanced: 'advanced', form: 'questionnaire', class: 'risk' } as const;

/** What VIP products need, and how far the person is. */
export function Gates({ vip, rules }: GatesProps) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const usdt = (text: string) => format.amountDown(text, 2);
  const met = vip && {
    advanced: vip.advanced,
    form: vip.form,
    class: vip.classes.some((one) => one === vip.class),
  };
  const yours = (own: CustodyVip) =>
    isMet(own)
      ? t('vip.yoursMet', { average: usdt(own.average) })
      : t('vip.yours', { average: usdt(own.average), missing: format.amount(own.missing, 8, 2) });
  return (
    <section className={styles.card} aria-labelledby="vip-gates">
      <h2 id="vip-gates">{t('vip.title')}</h2>
      <ul className={styles.gates} data-testid="vip-gates">
        {(['advanced', 'form', 'class'] as const).map((gate) => (
          <li key={gate} data-gate={gate}>
            <Verdict met={met && met[gate]} />
            <span>
              {met?.[gate] === false ? (
                <Link className={styles.link} to={pathOf(SCREENS[gate])}>
                  {t(`vip.${gate}`)}
                </Link>
              ) : (
                t(`vip.${gate}`)
              )}
            </span>
          </li>
        ))}
        <li data-gate="average">
          <Verdict met={vip && isMet(vip)} />
          <span>
            {t('vip.average', { days: rules.days, needed: usdt(rules.averageUsdt) })}
            {vip && <b>{yours(vip)}</b>}
          </span>
        </li>
      </ul>
      {vip && <Average days={vip.days} />}
    </section>
  );
}

/** Whether the average is high enough. */
const isMet = ({ missing }: CustodyVip): boolean => toAmount(missing) === 0n;

function Verdict({ met }: { met: boolean | null }) {
  const { t } = useTranslation('custody');
  if (met === null) return <Icon name="info" size={18} />;
  return (
    <span className={met ? 'up' : 'down'} role="img" aria-label={t(met ? 'vip.met' : 'vip.unmet')}>
      <Icon name={met ? 'check' : 'close'} size={18} />
    </span>
  );
}

/** Each date with its net assets, so that the average can be reckoned again. */
function Average({ days }: Pick<CustodyVip, 'days'>) {
  const { t } = useTranslation('custody');
  const format = useFormat();
  const day = useUtcDay();
  return (
    <details className={styles.folded}>
      <summary>{t('vip.how')}</summary>
      <p className={styles.note}>{t('vip.howText', { days: days.length })}</p>
      <p className={styles.note}>{t('vip.howZero')}</p>
      <div className={styles.scroll} tabIndex={0} role="group" aria-label={t('vip.how')}>
        <table className={styles.days}>
          <thead>
            <tr>
              <th scope="col">{t('column.date')}</th>
              <th scope="col">{t('vip.assets')}</th>
            </tr>
          </thead>
          <tbody>
            {days.toReversed().map(({ date, usdt }) => (
              <tr key={date}>
                <th scope="row">{day(date)}</th>
                <td>{format.amountDown(usdt, 2)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}
