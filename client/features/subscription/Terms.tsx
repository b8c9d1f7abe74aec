import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { NewCoin } from '../../../contracts/subscription.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import styles from './Subscription.module.css';

/** What an issue is sold by, and how it stands. */
export function Terms({ coin }: { coin: NewCoin }) {
  const { t } = useTranslation('subscription');
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 4)} USDT`;
  const coins = (count: number) => `${format.count(count)} ${coin.coin}`;
  const subscribed = t('fact.subscribedBy', { count: coin.subscribers, coins: coins(coin.subscribed) });
  const rows: (readonly [string, ReactNode])[] = [
    [t('fact.price'), usdt(coin.issuePrice)],
    [t('fact.volume'), coins(coin.volume)],
    [t('fact.subscribed'), subscribed],
    [t('fact.remaining'), coins(coin.remaining)],
    [t('fact.minimum'), coins(coin.minimum)],
    [t('fact.closes'), format.dateTime(coin.closesAt)],
    [t('fact.lists'), format.dateTime(coin.listsAt)],
    [
      t('fact.auction'),
      coin.tradesAt === null
        ? t('fact.auctionAfter', { minutes: format.count(coin.callMinutes) })
        : format.dateTime(coin.tradesAt),
    ],
    [t('fact.float'), coins(coin.floatCoins)],
    [t('fact.lockup'), t('fact.days', { count: coin.lockupDays })],
    [t('fact.fee'), t('fact.feeOf', { rate: format.share(coin.feeRate) })],
    [
      t('fact.range'),
      t('fact.between', { least: format.amount(coin.minimumUsdt, 2), most: format.amount(coin.maximumUsdt, 2) }),
    ],
    ...(coin.openPrice === null ? [] : [[t('fact.openPrice'), usdt(coin.openPrice)] as const]),
    ...(coin.unlocksAt === null ? [] : [[t('fact.unlocks'), format.dateTime(coin.unlocksAt)] as const]),
  ];
  return <FactList className={styles.facts} rows={rows} />;
}
