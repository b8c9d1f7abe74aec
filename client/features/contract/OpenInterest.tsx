import type { CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { ContractView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { format as textOf, overOrZero, toAmount } from '../../../shared/money';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { interestOf } from './interest';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

interface OpenInterestProps {
  contract: Pick<ContractView, 'openLong' | 'openShort' | 'openInterestMax'>;
  book: Pick<InstrumentView, 'base'>;
}

/** What users have open on each side, what the market makers hold against it, and how much more users may open. */
export function OpenInterest({ contract, book }: OpenInterestProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { openLong, openShort, openInterestMax: most } = contract;
  const { longShare, shortShare, makers } = interestOf(contract);
  const lots = (text: string) => `${format.compact(text)} ${book.base}`;
  const used = (open: string) =>
    most === null ? null : format.share(textOf(overOrZero(toAmount(open), toAmount(most), 'up')), 1);
  const ofUsers = (side: 'long' | 'short', open: string) => {
    const share = used(open);
    return [
      `${t('interest.users')} · ${t(`side.${side}`)}`,
      `${lots(open)}${share === null ? '' : ` · ${t('interest.used', { share })}`}`,
    ] as const;
  };
  return (
    <section className={styles.interest} aria-label={t('interest.title')} data-testid="open-interest">
      <h2>{t('interest.title')}</h2>
      {longShare !== null && (
        <p className={styles.interestBar} style={{ '--long': `${Number(longShare) * 100}%` } as CSSProperties}>
          {t('interest.bar', { long: format.share(longShare, 1), short: format.share(shortShare, 1) })}
        </p>
      )}
      <FactList
        className={order.summary}
        rows={[
          ofUsers('long', openLong),
          ofUsers('short', openShort),
          [
            t('interest.makers'),
            <Link key="makers" className={styles.link} to={pathOf('housePositions')}>
              {makers === null ? t('interest.flat') : `${t(`side.${makers.side}`)} ${lots(makers.quantity)}`}
            </Link>,
          ],
          [t('interest.max'), most === null ? t('interest.flat') : lots(most)],
        ]}
      />
      <p className={styles.note}>{t('interest.makersHint')}</p>
    </section>
  );
}
