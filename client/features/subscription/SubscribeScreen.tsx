import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { NewCoin, NewCoins } from '../../../contracts/subscription.contract';
import { pathOf } from '../../app/routes';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { Empty, Loadable, Skeleton } from '../../ui/states';
import { RealOnly } from '../payee/PayeePage';
import { Outcomes } from './Outcomes';
import { Problems } from './Problems';
import { SubscribeForm } from './SubscribeForm';
import { Terms } from './Terms';
import { useNewCoins } from './use-subscription';
import styles from './Subscription.module.css';

/** `/subscriptionBuy?coin=`: all terms of an issue and what a subscription may lead to, then the form. */
export default function SubscribeScreen() {
  const { t } = useTranslation('common');
  const [search] = useSearchParams();
  return (
    <div className={styles.page}>
      <h1>{t('screen.newCoinBuy')}</h1>
      <Loadable query={useNewCoins()} skeleton={<Skeleton rows={4} height={120} />}>
        {(list) => <Chosen list={list} wanted={search.get('coin')} />}
      </Loadable>
    </div>
  );
}

function Chosen({ list, wanted }: { list: NewCoins; wanted: string | null }) {
  const { t } = useTranslation('subscription');
  const coin = list.coins.find(({ issueId }) => issueId === wanted);
  if (coin === undefined)
    return (
      <Empty text={t('buy.unknown')}>
        <ButtonLink to={pathOf('newCoins')}>{t('buy.choose')}</ButtonLink>
      </Empty>
    );
  return (
    <div className={styles.order}>
      <section className={styles.form} aria-labelledby="coin-name">
        <h2 id="coin-name">
          {coin.name} <small>{coin.coin}</small>
        </h2>
        <Outcomes coin={coin} />
        <Order coin={coin} list={list} />
      </section>
      <section className={styles.card} aria-label={t('index.subscribe')}>
        <Terms coin={coin} />
      </section>
    </div>
  );
}

function Order({ coin, list }: { coin: NewCoin; list: NewCoins }) {
  const { t } = useTranslation('subscription');
  const demo = useSession((state) => state.session?.realm === 'demo');
  const { own, status, closesAt, problems } = coin;
  if (own !== null)
    return (
      <p className={styles.note}>
        {t('buy.done')}{' '}
        <ButtonLink kind="plain" size="s" to={`${pathOf('newCoinRecords')}?subscription=${own}`}>
          {t('buy.own')}
        </ButtonLink>
      </p>
    );
  if (status !== 'open' || list.at >= closesAt) return <p className={styles.note}>{t('buy.over')}</p>;
  return (
    <>
      {!demo && <Problems problems={problems} />}
      <SubscribeForm coin={coin} cap={list.cap} demo={demo} />
      {demo && <RealOnly why={t('buy.demo')} />}
    </>
  );
}
