import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../contracts/market.contract';
import type { OrderPreview } from '../../contracts/order.contract';
import { RefusalError, toastError } from '../lib/api';
import { useFormat } from '../lib/format';
import { usePreferences } from '../lib/preferences';
import { confirm } from '../ui/confirm';
import { pricedLevels } from './attached';
import { useOrderForm } from './form-store';
import { OrderQuestion } from './OrderQuestion';
import { isByAmount, type FormContext, type OrderFields } from './order-fields';
import { formFieldOf, type Summarised } from './order-form';
import type { OrderProduct } from './product';
import { useSendOrder } from './use-send-order';

type Checked = OrderPreview | undefined;

/** Places the form's order once a click, after an optional dialog; refusals go to their fields. */
export function usePlaceOrder(product: OrderProduct, instrument: InstrumentView) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const send = useSendOrder();

  const place = async (
    form: OrderFields,
    { body, summary, plan }: Summarised,
    context: FormContext,
    checked: Checked,
  ) => {
    useOrderForm.getState().try();
    if (body === null || summary === null) return;
    if (usePreferences.getState().confirmOrders) {
      const { base: asset, quantityDecimals } = instrument;
      const quantity = `${isByAmount(form) ? '≈ ' : ''}${format.amount(summary.quantity, quantityDecimals)}`;
      const title = t(`confirm.${form.side}`, { quantity, asset });
      const levels = plan === null ? [] : pricedLevels(form.attached, plan);
      const question = createElement(OrderQuestion, { form, context, summary, levels, checked });
      const label = t(`form.${form.side}`, { asset });
      if (!(await confirm({ title, body: question, confirmLabel: label, kind: form.side }))) return;
    }
    setBusy(true);
    try {
      await ('type' in body ? send(product.place, body) : send(product.placeOco, body));
      useOrderForm.getState().reset();
    } catch (error) {
      showRefusal(error, form);
    } finally {
      setBusy(false);
    }
  };
  return { place, busy };
}

function showRefusal(error: unknown, form: OrderFields): void {
  if (!(error instanceof RefusalError) || error.data === null) return toastError(error);
  const field = error.data.field === 'attached' ? 'attached' : formFieldOf(error.data.field, form);
  useOrderForm.getState().refuse(field ?? 'form', error.message);
}
