import { useTranslation } from 'react-i18next';
import type { NewCoin, NewCoins } from '../../../contracts/subscription.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { beyond, capLeft, figuresOf } from './subscribe-form';
import styles from './Subscription.module.css';

interface FiguresProps {
  typed: string;
  coin: NewCoin;
  cap: NewCoins['cap'];
}

/** What so many coins cost and put on hold, how many may pass, and what stands against it. */
export function Figures({ typed, coin, cap }: FiguresProps) {
  const { t } = useTranslation(['subscription', 'refusal']);
  const format = useFormat();
  const figures = figuresOf(typed, coin);
  if (figures === null) return null;
  const usdt = (text: string) => `${format.amount(text, 8, 2)} USDT`;
  const left = capLeft(cap);
  const passed = beyond(figures.cost, coin, cap);
  const words = Object.entries(passed?.params ?? {}).map(([name, value]) => [name, format.amountDown(value, 2)]);
  const rows: (readonly [string, string])[] = [
    [t('buy.cost'), usdt(figures.cost)],
    [t('buy.fee'), usdt(figures.fee)],
    [t('buy.hold'), usdt(figures.hold)],
    [t('buy.estimate'), `≈ ${format.count(figures.estimate)} ${coin.coin}`],
    ...(left === null
      ? []
      : [
          [
            t('buy.capLeft'),
            t('buy.capOf', { left: format.amount(left, 2), limit: format.amount(cap?.cap ?? '0', 2) }),
          ] as const,
        ]),
  ];
  return (
    <div className={styles.figures} data-testid="coin-figures">
      <FactList className={styles.facts} rows={rows} />
      <p className={styles.note}>{t('buy.estimateNote')}</p>
      {passed !== null && <p role="status">{String(t(`refusal:${passed.refusal}`, Object.fromEntries(words)))}</p>}
    </div>
  );
}
