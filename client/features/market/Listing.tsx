import { useTranslation } from 'react-i18next';
import type { InstrumentDetailView } from '../../../contracts/market.contract';
import { useFormat } from '../../lib/format';
import styles from './InstrumentPage.module.css';

/** What is known of the real instrument, and which figures of the simulated one are drawn or from memory. */
export function Listing({ detail }: { detail: InstrumentDetailView }) {
  const { t } = useTranslation('market');
  const { tag } = useFormat();
  const { listing, instrument } = detail;
  const country = listing.country && new Intl.DisplayNames(tag, { type: 'region' }).of(listing.country);
  const listedAt = listing.listedAt === null ? t('listing.unknown') : dayText(tag, listing.listedAt);
  const rows = [
    ['sector', t(`sector.${instrument.sector}`)],
    ['country', country],
    ['venue', listing.venue],
    ['currency', listing.currency],
    ['listedAt', listedAt],
  ] as const;
  const figures = listing.drawn.map((figure) => t(`listing.figure.${figure}`));
  return (
    <section className={styles.card} aria-labelledby="listing">
      <h2 id="listing">{t('listing.title')}</h2>
      <dl className={styles.spec}>
        {rows.map(
          ([name, value]) =>
            value !== null && (
              <div key={name}>
                <dt>{t(`listing.${name}`)}</dt>
                <dd>{value}</dd>
              </div>
            ),
        )}
      </dl>
      {figures.length > 0 && (
        <p className={styles.small}>
          {t('listing.drawn', { figures: new Intl.ListFormat(tag, { type: 'conjunction' }).format(figures) })}
        </p>
      )}
      {!listing.drawn.includes('referencePrice') && <p className={styles.small}>{t('listing.remembered')}</p>}
    </section>
  );
}

/** A day, a month or a year, no more exact than it is known. */
function dayText(tag: string, listedAt: string): string {
  const [year = 0, month, day] = listedAt.split('-').map(Number);
  return new Intl.DateTimeFormat(tag, {
    timeZone: 'UTC',
    year: 'numeric',
    ...(month !== undefined && { month: 'short' }),
    ...(day !== undefined && { day: 'numeric' }),
  }).format(Date.UTC(year, (month ?? 1) - 1, day ?? 1));
}
