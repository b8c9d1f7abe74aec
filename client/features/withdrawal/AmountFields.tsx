import { useTranslation } from 'react-i18next';
import type { WithdrawableView, WithdrawalPreview } from '../../../contracts/withdrawal.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { PercentSlider } from '../../ui/PercentSlider';
import { amountOfPercent, mostOf, percentOf, type WithdrawalRequest } from './withdrawal-form';
import styles from './Withdrawal.module.css';

const DECIMALS_SHOWN = 8;

interface AmountFieldsProps {
  request: WithdrawalRequest;
  asset: WithdrawableView | undefined;
  feeRate: string;
  preview: WithdrawalPreview | undefined;
  isCounting: boolean;
  error: string | undefined;
  onChange: (amount: string) => void;
}

/** The amount with its limits before it, and what it costs and leaves behind it. */
export function AmountFields({ request, asset, feeRate, preview, isCounting, error, onChange }: AmountFieldsProps) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  if (asset === undefined) return null;
  const { currency, available, minimum, maximum, decimals } = asset;
  const most = mostOf(asset);
  const whole = (text: string) => format.amountDown(text, DECIMALS_SHOWN);
  return (
    <div className={styles.amount}>
      <p className={styles.limits}>
        <span>
          {t('form.available')} <b>{`${whole(available)} ${currency}`}</b>
        </span>
        {minimum !== null && maximum !== null && (
          <span>{t('form.limits', { min: whole(minimum), max: whole(maximum), currency })}</span>
        )}
      </p>
      <DecimalInput
        label={t('form.amount')}
        unit={currency}
        name="amount"
        value={request.amount}
        decimals={decimals}
        step="1"
        error={error}
        onChange={onChange}
        extra={
          <Button kind="quiet" size="s" onClick={() => onChange(amountOfPercent(100, most, decimals))}>
            {t('form.max')}
          </Button>
        }
      />
      <PercentSlider
        label={t('form.share')}
        value={percentOf(request.amount, most)}
        onChange={(percent) => onChange(amountOfPercent(percent, most, decimals))}
      />
      <Costs
        preview={request.amount === '' ? undefined : preview}
        isCounting={isCounting && request.amount !== ''}
        {...{ feeRate, currency }}
      />
    </div>
  );
}

interface CostsProps {
  preview: WithdrawalPreview | undefined;
  isCounting: boolean;
  feeRate: string;
  currency: string;
}

function Costs({ preview, isCounting, feeRate, currency }: CostsProps) {
  const { t } = useTranslation('withdrawal');
  const format = useFormat();
  const shown = (text: string | undefined) =>
    text === undefined ? (isCounting ? '…' : '–') : `${format.amountDown(text, DECIMALS_SHOWN)} ${currency}`;
  return (
    <dl className={styles.costs} aria-live="polite" aria-busy={isCounting}>
      <div>
        <dt>{t('form.feeAt', { percent: format.share(preview?.feeRate ?? feeRate) })}</dt>
        <dd>{shown(preview?.fee)}</dd>
      </div>
      <div data-strong>
        <dt>{t('form.credited')}</dt>
        <dd>{shown(preview?.credited)}</dd>
      </div>
      <div>
        <dt>{t('form.remaining')}</dt>
        <dd>{preview?.remaining.startsWith('-') ? '–' : shown(preview?.remaining)}</dd>
      </div>
    </dl>
  );
}
