import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import type { OrderView } from '../../contracts/order.contract';
import { amount, toAmount, ZERO } from '../../shared/money';
import {
  attachedBody,
  attachedProblems,
  NO_LEVELS,
  sideOfEntry,
  type AttachedForm,
  type AttachedPlan,
} from './attached';
import { AttachedSection } from './AttachedSection';
import styles from './Orders.module.css';

/** The levels of an open order as they are changed, by their prices. What they watch stays. */
export interface AmendedLevels {
  readonly form: AttachedForm;
  readonly plan: AttachedPlan;
  readonly change: (form: AttachedForm) => void;
  /** To send; `undefined` where nothing was changed. */
  readonly attached: string | undefined;
  readonly isComplete: boolean;
}

const NO_FEES = { opening: ZERO, closing: ZERO };

export const formOf = ({ attached }: Pick<OrderView, 'attached'>): AttachedForm => ({
  ...NO_LEVELS,
  levels: attached.map(({ share, takeProfit, stopLoss }) => ({
    share: `${share}`,
    takeProfit: takeProfit ?? '',
    stopLoss: stopLoss ?? '',
  })),
});

/** What to send where levels were changed, an empty text where none is left; `undefined` where they are as before. */
export function changedLevels(before: AttachedForm, form: AttachedForm, plan: AttachedPlan): string | undefined {
  const textOf = (each: AttachedForm): string => attachedBody(each, plan).attached ?? '';
  const text = textOf(form);
  return text === textOf(before) ? undefined : text;
}

/** `entry`: the price that the order is amended to, by which its levels lie on the right side. */
export function useAmendedLevels(
  order: OrderView,
  entry: string,
  instrument: Pick<InstrumentView, 'tickSize' | 'lotSize'> | undefined,
): AmendedLevels {
  const [before] = useState(() => formOf(order));
  const [form, change] = useState(before);
  const plan: AttachedPlan = {
    // How much fills is not known, so nothing is said of what they bring.
    position: { side: sideOfEntry(order.side), leverage: 1, entry: toAmount(entry), quantity: ZERO },
    rates: NO_FEES,
    percentRates: NO_FEES,
    tick: amount(instrument?.tickSize ?? '0.00000001'),
    lot: amount(instrument?.lotSize ?? '0.00000001'),
  };
  const attached = changedLevels(before, form, plan);
  return { form, plan, change, attached, isComplete: attachedProblems(form, plan).length === 0 };
}

interface AmendedLevelsSectionProps {
  levels: AmendedLevels;
  order: Pick<OrderView, 'filledQuantity'>;
  instrument: InstrumentView;
  objection: string | undefined;
}

export function AmendedLevelsSection({ levels, order, instrument, objection }: AmendedLevelsSectionProps) {
  const { t } = useTranslation('order');
  return (
    <>
      <AttachedSection
        pricesOnly
        value={levels.form}
        onChange={levels.change}
        plan={levels.plan}
        instrument={instrument}
        percentOf="entry"
        usualTrigger="last"
        tried
        objection={objection}
      />
      {toAmount(order.filledQuantity) > ZERO && <p className={styles.hint}>{t('orders.amendLevels')}</p>}
    </>
  );
}
