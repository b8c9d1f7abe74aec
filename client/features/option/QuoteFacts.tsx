import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { OptionQuote, OptionRulesView, OptionTermsRow } from '../../../contracts/option.contract';
import { useFormat } from '../../lib/format';
import { FactList } from '../../ui/FactList';
import { WhyButton } from '../policy/WhyButton';
import { chanceIn } from './option-form';
import order from '../../orders/OrderForm.module.css';
import styles from './Option.module.css';

interface QuoteFactsProps {
  row: OptionTermsRow | undefined;
  quote: OptionQuote | undefined;
  rules: OptionRulesView | undefined;
}

/** What the bet pays and costs, how likely each end is, and when its two prices are taken. */
export function QuoteFacts({ row, quote, rules }: QuoteFactsProps) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const chances = quote?.chances ?? row?.chances ?? null;
  const usdt = (text: string) => `${format.amount(text, 4, 2)} USDT`;
  const share = (text: string | undefined) => (text === undefined ? '–' : format.share(text, 2));
  const edge = quote?.edge ?? row?.edge;
  const rows: (readonly [string, ReactNode])[] = [
    [t('quote.won'), quote?.wins ? <b className="up">+{format.amountDown(quote.wins, 4)} USDT</b> : '–'],
    [t('quote.lost'), quote ? <b className="down">−{usdt(quote.stake)}</b> : '–'],
    [t('quote.chance.rise'), share(chances?.rise)],
    [t('quote.chance.fall'), share(chances?.fall)],
    [t('quote.chance.equal'), chances === null ? '–' : chanceIn(format.share, chances.equal)],
    [t('quote.cost'), quote?.cost ? `≈ ${usdt(quote.cost)}` : edge ? t('quote.ofStake', { edge: share(edge) }) : '–'],
    ...(quote?.costOfHundred ? [[t('quote.hundred'), `≈ ${usdt(quote.costOfHundred)}`] as const] : []),
  ];
  return (
    <>
      <FactList className={order.summary} rows={rows} />
      {quote && quote.price !== null && <Times quote={quote} />}
      {rules && (
        <p className={styles.note}>
          {t('form.limits', { min: format.amount(rules.minimumUsdt, 2), max: format.amount(rules.maximumUsdt, 2) })}{' '}
          {t('form.house')} <WhyButton policy={rules.policy} version={rules.version} inputs={{ edge: edge ?? '' }} />
        </p>
      )}
    </>
  );
}

/** The delay before the entry is random, so that the settlement is known to a few seconds. */
function Times({ quote: { entersBy, settlesFrom, settlesBy, rules } }: { quote: OptionQuote }) {
  const { t } = useTranslation('option');
  const format = useFormat();
  const span = { from: format.time(settlesFrom), to: format.time(settlesBy), seconds: rules.averageSeconds };
  return (
    <p className={styles.note}>
      {t('quote.enters', { by: format.time(entersBy) })} {t('quote.settles', span)}
    </p>
  );
}
