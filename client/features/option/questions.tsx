import { useTranslation } from 'react-i18next';
import type { OptionChances } from '../../../contracts/option.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import type { Bet } from './option-form';
import styles from './Option.module.css';

/** What the person saw when they clicked; nothing of it is known while the quote is on its way. */
export interface BetFigures {
  payoutRate: string;
  wins: string | null;
  chances: OptionChances | null;
  cost: string | null;
}

/** What is bought, before it is. */
export function BetQuestion({ bet, figures }: { bet: Bet; figures: BetFigures }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const usdt = (text: string) => `${format.amount(text, 4, 2)} USDT`;
  const chance = figures.chances?.[bet.direction];
  return (
    <FactList
      className={styles.facts}
      rows={[
        [t('field.delivery'), `${t(`delivery.${bet.delivery}`)} · ${format.share(figures.payoutRate, 2)}`],
        [t('field.stake'), usdt(bet.stake)],
        ...(figures.wins === null ? [] : [[t('quote.won'), `+${format.amountDown(figures.wins, 4)} USDT`] as const]),
        [t('quote.lost'), `−${usdt(bet.stake)}`],
        ...(chance === undefined ? [] : [[t(`quote.chance.${bet.direction}`), format.share(chance, 2)] as const]),
        ...(figures.cost === null ? [] : [[t('quote.cost'), `≈ ${usdt(figures.cost)}`] as const]),
      ]}
    />
  );
}

/** What regulators think of these products, and what they cost: read once, before the first purchase. */
export function Warning() {
  const { t } = useTranslation('option');
  return (
    <div className={styles.warning}>
      <p>
        <b>{t('warning.ban')}</b>
      </p>
      <p>{t('warning.cost')}</p>
      <p>{t('warning.limits')}</p>
    </div>
  );
}
