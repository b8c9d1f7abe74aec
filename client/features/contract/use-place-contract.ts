import { createElement, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { placeContractOrder } from '../../../contracts/contract.calls';
import type { ContractOrderPreview } from '../../../contracts/contract.contract';
import { RefusalError, toastError } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { useOrderForm } from '../../orders/form-store';
import { useSendOrder } from '../../orders/use-send-order';
import { confirm } from '../../ui/confirm';
import { actionOf, fieldsOfType, typeOf, type ContractOrderBody, type Intent } from './contract-form';
import { contractKeys } from './contract.feature';
import { ContractQuestion } from './ContractQuestion';
import type { TerminalProps } from './terminal';

export interface Placing {
  body: ContractOrderBody | null;
  intent: Intent;
  checked: ContractOrderPreview | undefined;
}

/** Places the form's order once a click, after an optional dialog; refusals go to their fields. */
export function usePlaceContract({ contract, book }: Pick<TerminalProps, 'contract' | 'book'>) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const [busy, setBusy] = useState(false);
  const send = useSendOrder();

  const place = async ({ body, intent, checked }: Placing) => {
    useOrderForm.getState().try();
    if (body === null || busy) return;
    const label = t(`action.${actionOf(intent)}`);
    if (usePreferences.getState().confirmOrders) {
      const quantity = `${format.amount(body.quantity, book.quantityDecimals)} ${book.base}`;
      const title = `${label}: ${quantity} · ${contract.symbol}`;
      const question = createElement(ContractQuestion, { body, book, intent, checked });
      if (!(await confirm({ title, body: question, confirmLabel: label, kind: intent.side }))) return;
    }
    setBusy(true);
    try {
      await send(placeContractOrder, body);
      useOrderForm.getState().reset();
      void queryClient.invalidateQueries({ queryKey: contractKeys.positions() });
    } catch (error) {
      showRefusal(error);
    } finally {
      setBusy(false);
    }
  };
  return { place, busy };
}

function showRefusal(error: unknown): void {
  if (!(error instanceof RefusalError) || error.data === null) return toastError(error);
  const { form, refuse } = useOrderForm.getState();
  const named = error.data.field;
  const field = fieldsOfType(typeOf(form)).find((each) => each === named);
  refuse(named === 'attached' ? 'attached' : (field ?? 'form'), error.message);
}
