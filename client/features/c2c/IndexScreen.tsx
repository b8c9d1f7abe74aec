import { useTranslation } from 'react-i18next';
import { Link } from 'react-router-dom';
import type { C2cQuoteView, C2cView } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { ButtonLink } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { C2cPage, PrimaryNeeded } from './C2cPage';
import { wholeTime } from './c2c-form';
import { Facts } from './Standing';
import { useOffer } from './use-c2c';
import styles from './C2c.module.css';

/** `/c2c_index`: what it is, what it costs now, by which rules, and where it begins. */
export default function IndexScreen() {
  const { t } = useTranslation(['c2c', 'common']);
  const offer = useOffer();
  return (
    <C2cPage title={t('index.title')}>
      <p className={styles.lead}>{t('index.lead')}</p>
      <Loadable query={offer} skeleton={<Skeleton rows={3} height={140} />}>
        {(view) => (
          <div className={styles.columns}>
            <div className={styles.column}>
              <Prices view={view} />
              <Start view={view} />
            </div>
            <div className={styles.column}>
              <How view={view} />
            </div>
          </div>
        )}
      </Loadable>
    </C2cPage>
  );
}

function Prices({ view }: { view: C2cView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const { quotes, closed, asset, spread, closedMargin, closedMax, policy, version, indexAt } = view;
  const isShut = quotes.some(({ opensAt }) => opensAt !== null);
  return (
    <section className={styles.card} aria-labelledby="c2c-prices">
      <div className={styles.head}>
        <h2 id="c2c-prices">{t('price.title', { asset })}</h2>
        <WhyButton policy={policy} version={version} inputs={{ spread, closedMargin }} />
      </div>
      <ul className={styles.prices}>
        {quotes.map((quote) => (
          <Price key={quote.currency} quote={quote} />
        ))}
      </ul>
      {isShut && (
        <p className={styles.quiet}>
          {t('price.closedHow', { margin: format.share(closedMargin), max: format.amount(closedMax, 2), asset })}
        </p>
      )}
      {closed.length > 0 && <p className={styles.quiet}>{t('price.none', { currencies: closed.join(', ') })}</p>}
      <p className={styles.quiet}>{t('price.how', { spread: format.share(spread), time: format.time(indexAt) })}</p>
    </section>
  );
}

function Price({ quote: { currency, price, index, margin, opensAt } }: { quote: C2cQuoteView }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  return (
    <li>
      <b>
        {format.decimal(price, 4)} <small>{currency}</small>
      </b>
      <small>{t('price.index', { index: format.amount(index, 8), margin: format.share(margin) })}</small>
      {opensAt !== null && <small>{t('price.closedUntil', { time: format.shortDateTime(opensAt) })}</small>}
    </li>
  );
}

function Start({ view: { primaryPassed, open, openMax } }: { view: C2cView }) {
  const { t } = useTranslation(['c2c', 'common']);
  const format = useFormat();
  if (!primaryPassed) return <PrimaryNeeded />;
  return (
    <section className={styles.card}>
      <p>{t('index.open', { open: format.count(open), max: format.count(openMax) })}</p>
      <p className={styles.actions}>
        <ButtonLink to={pathOf('c2cCreate')}>{t('index.start')}</ButtonLink>
        <ButtonLink kind="plain" to={pathOf('c2cOrders')}>
          {t('common:screen.c2cOrders')}
        </ButtonLink>
      </p>
    </section>
  );
}

function How({ view }: { view: C2cView }) {
  const { t } = useTranslation(['c2c', 'common']);
  const format = useFormat();
  const { min, primaryMax, advancedMax, asset, validMinutes, reinstateHours, appealHours } = view;
  const amount = (text: string): string => `${format.amount(text, 2)} ${asset}`;
  const valid = wholeTime(validMinutes);
  return (
    <section className={styles.card} aria-labelledby="c2c-how">
      <h2 id="c2c-how">{t('how.title')}</h2>
      <ol className={styles.how}>
        {(['1', '2', '3', '4'] as const).map((step) => (
          <li key={step}>{t(`how.${step}`)}</li>
        ))}
      </ol>
      <Facts
        rows={[
          [t('rule.amount'), `${amount(min)} – ${amount(primaryMax)}`],
          [t('rule.advanced'), amount(advancedMax)],
          [t('rule.valid'), t(valid.unit, { n: format.count(valid.n) })],
          [t('rule.reinstate'), t('rule.hours', { n: format.count(reinstateHours) })],
          [t('rule.appeal'), t('rule.hours', { n: format.count(appealHours) })],
        ]}
      />
      <p className={styles.quiet}>{t('simulated')}</p>
      <Link className={styles.link} to={pathOf('c2cRules')}>
        {t('common:screen.c2cRules')}
      </Link>
    </section>
  );
}
