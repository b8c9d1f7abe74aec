import { useTranslation } from 'react-i18next';
import type { CallInput } from '../../../contracts/call.contract';
import type { previewContractOrder } from '../../../contracts/contract.calls';
import type { PositionView } from '../../../contracts/contract.contract';
import type { OrderView } from '../../../contracts/order.contract';
import { useFormat } from '../../lib/format';
import type { OrderEffectProps } from '../../orders/MoveQuestion';
import { bodyOfOrder } from '../../orders/order-lines';
import { isAskedFor } from '../../orders/use-send-order';
import { FactList } from '../../ui/FactList';
import { usePreviewRows } from './ContractSummary';
import { orderPnlAt } from './line-estimate';
import { useContractPreview } from './use-contract-form';
import { usePositions } from './use-contracts';
import styles from '../../orders/OrderForm.module.css';

const NONE: readonly PositionView[] = [];

/** Margin, fees and liquidation price of an order as it is and as it would be amended, as the server reckons them in its place. */
export function ContractEffect({ order, instrument }: OrderEffectProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const rowsOf = usePreviewRows(instrument);
  const positions = usePositions().data?.positions ?? NONE;
  const preview = useContractPreview(amendedBody(order));
  const checked = preview?.held === null ? undefined : preview;
  const problem = preview?.problems.find(({ refusal }) => !isAskedFor(refusal));
  const pnl = orderPnlAt(order, order.stopPrice ?? order.price ?? '0', positions);
  return (
    <>
      <FactList
        className={styles.summary}
        rows={[
          ...(pnl === null || checked?.closing
            ? []
            : [[t('close.pnl'), `≈ ${format.amount(pnl, 2, 2)} USDT`] as const]),
          ...rowsOf(checked),
        ]}
      />
      {problem && (
        <p role="alert" className={styles.refused}>
          {problem.message}
        </p>
      )}
    </>
  );
}

/** Previewed in the place of the order that is open: the whole quantity counts, with what is filled of it. */
function amendedBody(order: OrderView): CallInput<typeof previewContractOrder> {
  const { timeInForce: _, ...body } = bodyOfOrder(order);
  return {
    ...body,
    quantity: order.quantity,
    amends: order.orderId,
    positionSide: order.positionSide ?? 'both',
    ...(order.positionSide === 'both' && order.reduceOnly && { reduceOnly: 'true' as const }),
  };
}
