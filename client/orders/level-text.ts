import { useTranslation } from 'react-i18next';
import { useFormat } from '../lib/format';

interface Level {
  share: number;
  takeProfit: string | null;
  stopLoss: string | null;
}

/** A level in one line: `TP 70,000.00 · SL 60,000.00 · 50%`. */
export function useLevelText(decimals: number): (level: Level) => string {
  const { t } = useTranslation('order');
  const format = useFormat();
  const price = (text: string) => format.decimal(text, decimals);
  return ({ share, takeProfit, stopLoss }) =>
    [
      ...(takeProfit ? [t('attached.tp', { price: price(takeProfit) })] : []),
      ...(stopLoss ? [t('attached.sl', { price: price(stopLoss) })] : []),
      ...(share === 100 ? [] : [format.share(`${share / 100}`)]),
    ].join(' · ');
}
