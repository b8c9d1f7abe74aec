import { useTranslation } from 'react-i18next';
import type { InstrumentDetailView, InstrumentVersionView } from '../../../contracts/market.contract';
import { toAmount, format as textOf } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import styles from './InstrumentPage.module.css';

/** The rules that the matching engine holds orders to, with every version that ever was in force. */
export function Specification({ detail }: { detail: InstrumentDetailView }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const { instrument, fees } = detail;
  const { base, quote } = instrument;
  const percent = (rate: string) => `${format.amount(textOf(toAmount(rate) * 100n), 4)}%`;
  const price = (text: string) => format.decimal(text, instrument.priceDecimals);
  const limits = instrument.session.priceLimits;
  const rows = [
    ['tick', `${format.amount(instrument.tickSize, 12)} ${quote}`],
    ['lot', `${format.amount(instrument.lotSize, 12)} ${base}`],
    ['priceDecimals', format.count(instrument.priceDecimals)],
    ['quantityDecimals', format.count(instrument.quantityDecimals)],
    ['minQuantity', `${format.amount(instrument.minQuantity, 8)} ${base}`],
    ['maxQuantity', `${format.amount(instrument.maxQuantity, 8)} ${base}`],
    ['minNotional', `${format.amount(instrument.minNotional, 8)} ${quote}`],
    ...(limits === null ? [] : [['priceLimits', `${price(limits.low)} – ${price(limits.high)} ${quote}`] as const]),
    ['leverage', `${format.count(instrument.leverageMax)}×`],
    ['maker', percent(fees.makerRate)],
    ['taker', percent(fees.takerRate)],
    ['feePolicy', `${fees.policy} · v${fees.policyVersion}`],
    ['calendar', detail.alwaysOpen ? t('session.always') : `${instrument.session.calendar} · ${detail.timeZone}`],
  ] as const;
  return (
    <section className={styles.card} aria-labelledby="specification">
      <h2 id="specification">{t('spec.title')}</h2>
      <dl className={styles.spec}>
        {rows.map(([name, value]) => (
          <div key={name}>
            <dt>{t(`spec.${name}`)}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <h3>{t('spec.versions')}</h3>
      <ol className={styles.versions}>
        {detail.versions.map((version, at) => (
          <Version key={version.version} version={version} before={detail.versions[at + 1]} />
        ))}
      </ol>
    </section>
  );
}

const FIELDS = {
  tickSize: 'tick',
  lotSize: 'lot',
  minNotional: 'minNotional',
  maxQuantity: 'maxQuantity',
  leverageMax: 'leverage',
  calendar: 'calendar',
} as const;

/** A version with what it changed against the one before. */
function Version({ version, before }: { version: InstrumentVersionView; before: InstrumentVersionView | undefined }) {
  const { t } = useTranslation('market');
  const format = useFormat();
  const fields = Object.keys(FIELDS) as (keyof typeof FIELDS)[];
  const changed = before ? fields.filter((field) => version[field] !== before[field]) : [];
  return (
    <li>
      <b>{t('spec.version', { version: version.version })}</b> <time>{format.dateTime(version.at)}</time>
      <span>
        {before === undefined
          ? t('spec.listed')
          : changed.map((field) => `${t(`spec.${FIELDS[field]}`)}: ${before[field]} → ${version[field]}`).join(', ')}
      </span>
    </li>
  );
}
