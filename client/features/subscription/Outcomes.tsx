import { useTranslation } from 'react-i18next';
import type { NewCoin } from '../../../contracts/subscription.contract';
import { useFormat } from '../../lib/format';
import styles from './Subscription.module.css';

const CASES = ['worst', 'middle', 'best', 'mean'] as const;

/** What a subscription may be worth at the opening: how often it loses, the worst first, and every band. */
export function Outcomes({ coin }: { coin: Pick<NewCoin, 'outcomes' | 'openMin' | 'openMax'> }) {
  const { t } = useTranslation('subscription');
  const format = useFormat();
  const { outcomes, openMin, openMax } = coin;
  const result = (share: string) => `${share.startsWith('-') ? '−' : '+'}${format.share(share.replace('-', ''), 2)}`;
  return (
    <section className={styles.outcomes} aria-label={t('outcome.title')}>
      <h3>{t('outcome.title')}</h3>
      <p>{t('outcome.lead', { least: format.share(openMin), most: format.share(openMax) })}</p>
      <p>
        <b>{t('outcome.losing', { cases: format.count(outcomes.losing) })}</b>
      </p>
      <table data-testid="coin-outcomes">
        <thead>
          <tr>
            <th scope="col">{t('outcome.case')}</th>
            <th scope="col">{t('outcome.result')}</th>
          </tr>
        </thead>
        <tbody>
          {CASES.map((each) => (
            <tr key={each}>
              <th scope="row">{t(`outcome.${each}`)}</th>
              <td className={outcomes[each].startsWith('-') ? 'down' : 'up'}>{result(outcomes[each])}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <Bands bands={outcomes.bands} />
      <p className={styles.note}>{t('outcome.after')}</p>
    </section>
  );
}

function Bands({ bands }: Pick<NewCoin['outcomes'], 'bands'>) {
  const { t } = useTranslation('subscription');
  const format = useFormat();
  return (
    <table className={styles.bands}>
      <thead>
        <tr>
          <th scope="col">{t('outcome.share')}</th>
          <th scope="col">{t('outcome.cases')}</th>
        </tr>
      </thead>
      <tbody>
        {bands.map(({ from, to, cases }) => (
          <tr key={from}>
            <th scope="row">
              {format.share(from)}–{format.share(to)}
            </th>
            <td>
              <span className={styles.bar} style={{ width: `${cases}%` }} aria-hidden />
              {format.amount(cases, 1)}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
