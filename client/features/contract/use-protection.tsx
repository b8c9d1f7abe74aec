import { useTranslation } from 'react-i18next';
import { placeContractOrder } from '../../../contracts/contract.calls';
import type { PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { toastError } from '../../lib/api';
import { usePreferences } from '../../lib/preferences';
import { queryClient } from '../../lib/query';
import { isAskedFor, useSendOrder } from '../../orders/use-send-order';
import { confirm } from '../../ui/confirm';
import { actionOf, type ContractOrderBody, type Intent } from './contract-form';
import { contractKeys } from './contract.feature';
import { ContractQuestion } from './ContractQuestion';
import { protectionAt } from './line-estimate';
import { useContractPreview } from './use-contract-form';
import order from '../../orders/OrderForm.module.css';

/** Places a take-profit or a stop for a whole position at a price that was dragged out of it; answers whether it stands. */
export function useProtection(book: InstrumentView, mode: Intent['mode']) {
  const { t } = useTranslation('contract');
  const send = useSendOrder();
  return async (position: PositionView, price: string): Promise<boolean> => {
    const type = protectionAt(position, price);
    if (type === null) return false;
    const side = position.side === 'long' ? 'sell' : 'buy';
    const intent: Intent = { mode, action: 'close', reduceOnly: true, side };
    const body: ContractOrderBody = {
      symbol: position.symbol,
      side,
      positionSide: mode === 'hedge' ? position.side : 'both',
      type,
      quantity: position.quantity,
      stopPrice: price,
      trigger: 'mark',
      ...(mode === 'one-way' && { reduceOnly: 'true' as const }),
    };
    if (usePreferences.getState().confirmOrders) {
      const label = t(`action.${actionOf(intent)}`);
      const question = <ProtectionQuestion {...{ body, book, intent }} />;
      if (!(await confirm({ title: `${label} · ${body.symbol}`, body: question, confirmLabel: label, kind: side })))
        return false;
    }
    try {
      await send(placeContractOrder, body);
      void queryClient.invalidateQueries({ queryKey: contractKeys.positions() });
      return true;
    } catch (error) {
      toastError(error);
      return false;
    }
  };
}

interface QuestionProps {
  body: ContractOrderBody;
  book: InstrumentView;
  intent: Intent;
}

/** The order with what the server says of it: what it costs, or what stands against it. */
function ProtectionQuestion({ body, book, intent }: QuestionProps) {
  const preview = useContractPreview(body);
  const checked = preview?.held === null ? undefined : preview;
  const problem = preview?.problems.find(({ refusal }) => !isAskedFor(refusal));
  return (
    <>
      <ContractQuestion {...{ body, book, intent, checked }} />
      {problem && (
        <p role="alert" className={order.refused}>
          {problem.message}
        </p>
      )}
    </>
  );
}
