import { createElement, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { InstrumentView } from '../../../contracts/market.contract';
import type { OrderPreview } from '../../../contracts/spot.contract';
import { NetworkError, RefusalError, requestToken, toastError } from '../../lib/api';
import { calls } from '../../lib/calls';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { keys, queryClient } from '../../lib/query';
import { mergeUpdate } from '../../market/account-feed';
import { confirm } from '../../ui/confirm';
import { onceUnlocked } from '../security/unlock-trading';
import { useOrderForm } from './form-store';
import { OrderQuestion } from './OrderQuestion';
import { isByAmount, type FormContext, type SpotOrderForm } from './order-fields';
import { fieldOfRefusal, type Summarised } from './spot-order-form';

type Checked = OrderPreview | undefined;

/** Places what the form says: once a click, with a dialog before it if wanted; refusals go to their fields. */
export function usePlaceOrder(instrument: InstrumentView) {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  // After a broken connection nobody knows whether the order was taken: the same order goes out under the same token.
  const unanswered = useRef<{ order: string; token: string } | null>(null);

  const place = async (form: SpotOrderForm, { body, summary }: Summarised, context: FormContext, checked: Checked) => {
    useOrderForm.getState().try();
    if (body === null || summary === null) return;
    if (usePreferences.getState().confirmOrders) {
      const { base: asset, quantityDecimals } = instrument;
      const quantity = `${isByAmount(form) ? '≈ ' : ''}${format.amount(summary.quantity, quantityDecimals)}`;
      const title = t(`confirm.${form.side}`, { quantity, asset });
      const question = createElement(OrderQuestion, { form, context, summary, checked });
      const label = t(`form.${form.side}`, { asset });
      if (!(await confirm({ title, body: question, confirmLabel: label, kind: form.side }))) return;
    }
    setBusy(true);
    const order = JSON.stringify(body);
    // What was refused is answered for good; going on after it is a new wish with a token of its own.
    const send = async () => {
      const token = unanswered.current?.order === order ? unanswered.current.token : requestToken();
      unanswered.current = { order, token };
      const answer = await (form.type === 'oco' ? calls.placeOco : calls.placeOrder)(body, token).catch((error) => {
        if (!(error instanceof NetworkError)) unanswered.current = null;
        throw error;
      });
      unanswered.current = null;
      return answer;
    };
    try {
      const answer = await onceUnlocked(send);
      mergeUpdate({ orders: answer.orders, trades: answer.trades });
      void queryClient.invalidateQueries({ queryKey: keys.assets });
      useOrderForm.getState().reset();
    } catch (error) {
      showRefusal(error, form);
    } finally {
      setBusy(false);
    }
  };
  return { place, busy };
}

function showRefusal(error: unknown, form: SpotOrderForm): void {
  if (!(error instanceof RefusalError) || error.data === null) return toastError(error);
  const field = fieldOfRefusal(error.data.refusal, error.data.field, form);
  useOrderForm.getState().refuse(field ?? 'form', error.message);
}
