import { useTranslation } from 'react-i18next';
import type { ConversionLeg, ConversionPrice } from '../../../contracts/conversion.contract';
import { useFormat } from '../../lib/format';
import { perCent } from '../../lib/per-cent';
import { WhyButton } from '../policy/WhyButton';
import styles from '../transfer/Money.module.css';
import { readableRate } from './conversion-form';

interface Terms {
  spreadRate: string;
  spreadUsdt: string;
  at: number;
  policy: string;
  version: number;
}

/** Price, index, spread and what it costs, with the instant and the rule that they come from: of a preview or of a quote. */
export function OfferFacts({ from, to, terms }: { from: ConversionLeg; to: ConversionPrice; terms: Terms }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const rateText = ({ unit, value, of }: ReturnType<typeof readableRate>): string =>
    `1 ${unit} = ${format.amount(value, 4, 2)} ${of}`;
  const yours = readableRate(from, { amount: from.receives, currency: to.currency });
  // What one unit is worth in USDT counts the other way round: dearer means fewer.
  const index = readableRate(
    { amount: to.priceUsdt, currency: from.currency },
    { amount: from.priceUsdt, currency: to.currency },
  );
  const symbols = [from.symbol, to.symbol].filter((symbol) => symbol !== null).join(', ');
  const percent = format.amount(perCent(terms.spreadRate), 8);
  return (
    <dl className={styles.facts}>
      <div>
        <dt>{t('rate')}</dt>
        <dd>
          <b>{rateText(yours)}</b>
        </dd>
      </div>
      <div>
        <dt>{t('indexRate')}</dt>
        <dd>
          {rateText(index)}
          <br />
          <small>
            {symbols} · {t('source', { at: format.time(terms.at) })}
          </small>
        </dd>
      </div>
      <div>
        <dt>
          {t('spread')}{' '}
          <WhyButton
            policy={terms.policy}
            version={terms.version}
            inputs={{ quotedSpread: terms.spreadRate, volatility: from.volatility }}
          />
        </dt>
        <dd>{t('spreadCost', { percent, cost: format.amount(terms.spreadUsdt, 4, 2) })}</dd>
      </div>
      <div>
        <dt>{t('fees')}</dt>
        <dd>{t('noFee')}</dd>
      </div>
    </dl>
  );
}
