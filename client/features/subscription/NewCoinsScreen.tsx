import { useTranslation } from 'react-i18next';
import type { NewCoin } from '../../../contracts/subscription.contract';
import { pathOf } from '../../app/routes';
import { ButtonLink } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { Terms } from './Terms';
import { useNewCoins } from './use-subscription';
import styles from './Subscription.module.css';

/** `/subscription`: issues of new coins, with their terms and how they stand. */
export default function NewCoinsScreen() {
  const { t } = useTranslation(['common', 'subscription']);
  return (
    <div className={styles.page}>
      <div className={styles.head}>
        <h1>{t('screen.newCoins')}</h1>
        <ButtonLink kind="plain" size="s" to={pathOf('newCoinRecords')}>
          {t('screen.newCoinRecords')}
        </ButtonLink>
      </div>
      <p className={styles.note}>{t('subscription:index.lead')}</p>
      <Loadable
        query={useNewCoins()}
        skeleton={<Skeleton rows={4} height={120} />}
        isEmpty={({ coins }) => coins.length === 0}
        empty={
          <Empty text={t('subscription:index.none')}>
            <p className={styles.note}>{t('subscription:index.noneText')}</p>
          </Empty>
        }
      >
        {({ coins, at }) => (
          <section className={styles.coins} aria-label={t('subscription:index.coins')}>
            {coins.map((coin) => (
              <Coin key={coin.issueId} coin={coin} at={at} />
            ))}
          </section>
        )}
      </Loadable>
    </div>
  );
}

function Coin({ coin, at }: { coin: NewCoin; at: number }) {
  const { t } = useTranslation('subscription');
  const { issueId, name, status, failure, closesAt } = coin;
  const isOpen = status === 'open' && at < closesAt;
  return (
    <article className={styles.card} aria-labelledby={`coin-${issueId}`}>
      <div className={styles.title}>
        <h2 id={`coin-${issueId}`}>
          {name} <small>{coin.coin}</small>
        </h2>
        <span className={styles.status} data-status={status}>
          {t(`status.${status === 'open' && !isOpen ? 'closed' : status}`)}
        </span>
      </div>
      {failure !== null && <p className={styles.note}>{t(`failure.${failure}`)}</p>}
      <Terms coin={coin} />
      <ButtonLink kind="plain" to={`${pathOf('newCoinBuy')}?coin=${encodeURIComponent(issueId)}`}>
        {t('index.subscribe')}
      </ButtonLink>
    </article>
  );
}
