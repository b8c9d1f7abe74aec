import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import { useFormContext } from '../../orders/use-form-context';
import { SPOT_ORDERS } from './spot-orders';
import styles from './InstrumentCard.module.css';

/** The instrument's own rules: sizes, limits and fees, as the catalogue has them now. */
export default function InstrumentCard({ instrument }: { instrument: InstrumentView }) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const { rates } = useFormContext(SPOT_ORDERS, instrument);
  const limits = instrument.session.priceLimits;
  const price = (text: string) => format.decimal(text, instrument.priceDecimals);
  const rules = [
    ['tick', `${format.amount(instrument.tickSize, 12)} ${instrument.quote}`],
    ['lot', `${format.amount(instrument.lotSize, 12)} ${instrument.base}`],
    ['least', `${format.amount(instrument.minNotional, 8)} ${instrument.quote}`],
    ['most', `${format.amount(instrument.maxQuantity, 8)} ${instrument.base}`],
    ...(limits === null
      ? []
      : [['priceLimits', `${price(limits.low)} – ${price(limits.high)} ${instrument.quote}`] as const]),
    ['maker', rates ? format.share(rates.maker) : '–'],
    ['taker', rates ? format.share(rates.taker) : '–'],
    ['version', format.count(instrument.version)],
  ] as const;
  return (
    <section className={styles.card} aria-label={t('rules.title')}>
      <h2>{t('rules.title')}</h2>
      <dl>
        {rules.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`rules.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
