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

/** What of an order its levels follow from. */
type Amending = Pick<OrderView, 'side' | 'type' | 'attached' | 'leverage' | 'filledQuantity'>;

/** What the order is amended to, and what the account pays; `null` until that is known. */
export interface AmendedTerms {
  readonly entry: string;
  readonly quantity: string;
  readonly rates: { readonly maker: string; readonly taker: string } | null;
}

type Carrier = Pick<
  OrderView,
  'side' | 'positionSide' | 'reduceOnly' | 'callback' | 'ocoId' | 'wholePosition' | 'timeInForce' | 'attached'
>;

/** Whether an open order may come with levels: it opens, at a price that is known, and at any time. */
export function canHaveLevels(order: Carrier): boolean {
  const { side, positionSide, reduceOnly, callback, ocoId, wholePosition, timeInForce, attached } = order;
  if (attached.length > 0) return true;
  if (reduceOnly || wholePosition || callback !== null || ocoId !== null || timeInForce === 'ATC') return false;
  return positionSide === 'both' || side === (positionSide === 'short' ? 'sell' : 'buy');
}

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

/** What is still to fill, by the fees of the account: that is what its levels will close. Until they are known nothing is estimated. */
export function amendedPlan(
  { side, type, leverage, filledQuantity }: Amending,
  { entry, quantity, rates }: AmendedTerms,
  instrument: Pick<InstrumentView, 'tickSize' | 'lotSize'> | undefined,
): AttachedPlan {
  const left = rates === null ? ZERO : toAmount(quantity) - toAmount(filledQuantity);
  const closing = toAmount(rates?.taker ?? '0');
  const opening = type === 'limit' ? toAmount(rates?.maker ?? '0') : closing;
  return {
    position: {
      side: sideOfEntry(side),
      leverage: leverage ?? 1,
      entry: toAmount(entry),
      quantity: left > ZERO ? left : ZERO,
    },
    rates: { opening, closing },
    percentRates: NO_FEES,
    tick: amount(instrument?.tickSize ?? '0.00000001'),
    lot: amount(instrument?.lotSize ?? '0.00000001'),
  };
}

/** `terms`: by which its levels are judged and estimated. */
export function useAmendedLevels(
  order: Amending,
  terms: AmendedTerms,
  instrument: Pick<InstrumentView, 'tickSize' | 'lotSize'> | undefined,
): AmendedLevels {
  const [before] = useState(() => formOf(order));
  const [form, change] = useState(before);
  const plan = amendedPlan(order, terms, instrument);
  const attached = changedLevels(before, form, plan);
  return { form, plan, change, attached, isComplete: attachedProblems(form, plan).length === 0 };
}

interface AmendedLevelsSectionProps {
  levels: AmendedLevels;
  order: Pick<OrderView, 'filledQuantity' | 'attached' | 'leverage'>;
  instrument: InstrumentView;
  objection: string | undefined;
}

export function AmendedLevelsSection({ levels, order, instrument, objection }: AmendedLevelsSectionProps) {
  const { t } = useTranslation('order');
  const isPartly = toAmount(order.filledQuantity) > ZERO;
  return (
    <>
      <AttachedSection
        pricesOnly
        value={levels.form}
        onChange={levels.change}
        plan={levels.plan}
        instrument={instrument}
        percentOf={order.leverage === null ? 'entry' : 'roe'}
        usualTrigger="last"
        tried
        objection={objection}
      />
      {isPartly && order.attached.length > 0 && <p className={styles.hint}>{t('orders.amendLevels')}</p>}
    </>
  );
}
