import { useTranslation } from 'react-i18next';
import type { FundFacts, FundView } from '../../../contracts/fund.contract';
import { useFormat } from '../../lib/format';
import { useUtcDay } from '../../lib/use-utc-day';
import { FactList } from '../../ui/FactList';
import styles from './Fund.module.css';

/** What a fund costs, how far it fell, and what it is measured by. */
export function FactSheet({ fund: { nav, facts } }: { fund: Pick<FundView, 'nav' | 'facts'> }) {
  const { t } = useTranslation('fund');
  const format = useFormat();
  const day = useUtcDay();
  const { worstFall, benchmark, benchmarkFall, fee, perThousand } = facts;
  const fallOf = (fall: FundFacts['worstFall']) =>
    fall === null
      ? t('facts.noFall')
      : t('facts.fallText', { share: format.share(fall.share), from: day(fall.from), to: day(fall.to) });
  return (
    <section className={styles.card} aria-labelledby="fund-facts">
      <h2 id="fund-facts">{t('facts.title')}</h2>
      <div data-testid="fund-facts">
        <FactList
          className={styles.facts}
          rows={[
            [
              t('facts.nav'),
              nav === null
                ? t('facts.noNav')
                : t('facts.navDate', { nav: format.amount(nav.nav, 8, 2), date: day(nav.date) }),
            ],
            [t('facts.cost'), t('facts.costText', { share: format.share(fee), usdt: format.amount(perThousand, 2) })],
            [t('facts.fall'), fallOf(worstFall)],
            [
              t('facts.benchmark'),
              benchmarkFall === null
                ? benchmark
                : t('facts.benchmarkText', { asset: benchmark, share: format.share(benchmarkFall.share) }),
            ],
          ]}
        />
      </div>
      <p className={styles.note}>{t('facts.past')}</p>
    </section>
  );
}
