import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import type { OrderView } from '../../contracts/order.contract';
import { RefusalError, toastError } from '../lib/api';
import { toAmount } from '../../shared/money';
import { useInstrument } from '../market/instruments';
import { Button } from '../ui/Button';
import { DecimalInput } from '../ui/DecimalInput';
import ModalPanel from '../ui/ModalPanel';
import type { OrderEffect } from './MoveQuestion';
import { AmendedLevelsSection, canHaveLevels, useAmendedLevels } from './AmendedLevels';
import { callsOf } from './order-calls';
import { useFeeRates } from './use-fee-rates';
import { useSendOrder } from './use-send-order';
import styles from './Orders.module.css';

interface AmendDialogProps {
  order: OrderView;
  Effect: OrderEffect;
  onClose: () => void;
}

/**
 * Another price, trigger or quantity for an open order, or other levels. Less quantity at the same price keeps its place in the
 * queue; a stop waits in none.
 */
export default function AmendDialog({ order, Effect, onClose }: AmendDialogProps) {
  const { t } = useTranslation('order');
  const instrument = useInstrument(order.symbol);
  const [before] = useState({ price: order.price ?? '', stopPrice: order.stopPrice ?? '', quantity: order.quantity });
  const [values, setValues] = useState(before);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const send = useSendOrder();
  const fields = fieldsFor(order);
  const changes = Object.entries(values).filter(([name, value]) => value !== before[name as Field]);
  const { price, stopPrice, quantity } = values;
  const rates = useFeeRates(order.symbol);
  const levels = useAmendedLevels(order, { entry: price || stopPrice, quantity, rates }, instrument);
  const isComplete = fields.every((field) => toAmount(values[field]) > 0n);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    // What is wrong with a level is said beside it.
    if (!levels.isComplete) return;
    setBusy(true);
    try {
      const { symbol, orderId } = order;
      const { attached } = levels;
      const request = { symbol, orderId, ...Object.fromEntries(changes), ...(attached !== undefined && { attached }) };
      await send(callsOf(symbol).amend, request);
      onClose();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof RefusalError)) return toastError(error);
      const field = [...fields, 'attached'].find((shown) => shown === error.data?.field) ?? fields.at(-1) ?? 'quantity';
      setProblem({ field, message: error.message });
    }
  };
  const keepsPlace =
    toAmount(values.price) === toAmount(before.price) && toAmount(values.quantity) <= toAmount(before.quantity);
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined);
  return (
    <ModalPanel title={`${t('orders.amend')} · ${order.symbol}`} onClose={onClose}>
      <form className={styles.amend} onSubmit={(event) => void submit(event)} noValidate>
        <Fields {...{ fields, values, instrument, errorOf }} onChange={(each) => (setValues(each), setProblem(null))} />
        {instrument !== undefined && canHaveLevels(order) && (
          <AmendedLevelsSection {...{ levels, order, instrument }} objection={errorOf('attached')} />
        )}
        {!order.untriggered && (
          <p className={styles.hint} role="status">
            {t(keepsPlace ? 'detail.keeps' : 'detail.loses')}. {t('orders.amendHint')}
          </p>
        )}
        {instrument !== undefined && changes.length > 0 && isComplete && (
          <Effect order={{ ...order, ...Object.fromEntries(changes) }} instrument={instrument} />
        )}
        {order.ocoId !== null && <p className={styles.hint}>{t('orders.amendOco')}</p>}
        <Button type="submit" wide busy={busy}>
          {t('orders.amend')}
        </Button>
      </form>
    </ModalPanel>
  );
}

type Field = 'price' | 'stopPrice' | 'quantity';
type Values = Record<Field, string>;

interface FieldsProps {
  fields: readonly Field[];
  values: Values;
  instrument: InstrumentView | undefined;
  errorOf: (field: string) => string | undefined;
  onChange: (values: Values) => void;
}

function Fields({ fields, values, instrument, errorOf, onChange }: FieldsProps) {
  const { t } = useTranslation('order');
  return fields.map((field) => (
    <DecimalInput
      key={field}
      name={field}
      label={t(`field.${field}`)}
      unit={(field === 'quantity' ? instrument?.base : instrument?.quote) ?? ''}
      value={values[field]}
      onChange={(text) => onChange({ ...values, [field]: text })}
      decimals={(field === 'quantity' ? instrument?.quantityDecimals : instrument?.priceDecimals) ?? 8}
      step={(field === 'quantity' ? instrument?.lotSize : instrument?.tickSize) ?? '1'}
      error={errorOf(field)}
    />
  ));
}

/** A trigger can be moved while it waits; a stop without a limit has no price of its own, the pair of a position no size. */
const fieldsFor = ({ price, stopPrice, callback, untriggered, wholePosition }: OrderView): Field[] => [
  ...(untriggered && stopPrice !== null && callback === null ? (['stopPrice'] as const) : []),
  ...(price === null ? [] : (['price'] as const)),
  ...(wholePosition ? [] : (['quantity'] as const)),
];
