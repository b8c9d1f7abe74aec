import { useTranslation } from 'react-i18next';
import { closePosition } from '../../../contracts/contract.calls';
import type { ContractsView, ContractView, PositionView } from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { portion, toAmount, format as textOf } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { toast } from '../../lib/toasts';
import { useSendOrder } from '../../orders/use-send-order';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { FactList } from '../../ui/FactList';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { PercentSlider } from '../../ui/PercentSlider';
import { useForm } from '../../ui/use-form';
import { costOfClosing } from './close-cost';
import { closable, percentOf } from './contract-form';
import { contractKeys } from './contract.feature';
import { useClosingRate } from './use-contract-form';
import { usePositions } from './use-contracts';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

interface CloseDialogProps {
  position: PositionView;
  contract: ContractView;
  view: ContractsView;
  instrument: InstrumentView;
  onClose: () => void;
}

/** Closes a position at the market price, all of it or a part, after saying what that costs. */
export default function CloseDialog({ position: first, contract, view, instrument, onClose }: CloseDialogProps) {
  const { t } = useTranslation(['contract', 'order', 'order-refusal', 'refusal']);
  const format = useFormat();
  const send = useSendOrder();
  const positions = usePositions().data?.positions;
  const position = positions?.find(({ symbol, side }) => symbol === first.symbol && side === first.side) ?? first;
  const { symbol, side, quantity: open } = position;
  const form = useForm({
    initial: { quantity: open },
    check: ({ quantity }) => (toAmount(quantity) > 0n ? {} : { quantity: t('order-refusal:order.quantity-required') }),
    send: async ({ quantity }) => {
      const isWhole = toAmount(quantity) >= toAmount(open);
      const { orders } = await send(closePosition, { symbol, side, ...(!isWhole && { quantity }) });
      const placed = orders.find(({ type }) => type === 'market');
      if (placed !== undefined && toAmount(placed.filledQuantity) < toAmount(placed.quantity)) {
        const figures = {
          closed: format.amount(placed.filledQuantity, 8),
          quantity: format.amount(placed.quantity, 8),
        };
        toast('warning', t('refusal:contract.closed-in-part', { ...figures, asset: instrument.base }));
      }
      void queryClient.invalidateQueries({ queryKey: contractKeys.positions() });
      onClose();
    },
  });
  const { quantity } = form.values;
  const takerRate = useClosingRate(contract, view);
  const decimals = instrument.quantityDecimals;
  return (
    <ModalPanel title={`${t(`action.close.${side}`)} · ${symbol}`} onClose={onClose}>
      <Form
        handle={form}
        label={t(`action.close.${side}`)}
        actions={
          <Button type="submit" wide busy={form.busy} kind={side === 'long' ? 'sell' : 'buy'}>
            {t(`action.close.${side}`)}
          </Button>
        }
      >
        <DecimalInput
          {...form.field('quantity')}
          label={t('order:field.quantity')}
          unit={instrument.base}
          decimals={decimals}
          step={contract.lotSize}
        />
        <PercentSlider
          label={t('form.shareOfPosition')}
          value={percentOf(quantity, open)}
          onChange={(percent) => form.set({ quantity: closable(open, percent, contract.lotSize) })}
        />
        <Cost position={position} quantity={quantity} takerRate={takerRate} />
        <p className={styles.note}>{t('close.market')}</p>
      </Form>
    </ModalPanel>
  );
}

function Cost({ position, quantity, takerRate }: { position: PositionView; quantity: string; takerRate: string }) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { fee, pnl } = costOfClosing(position, quantity, takerRate);
  const margin = textOf(portion(toAmount(position.margin), toAmount(quantity), toAmount(position.quantity), 'down'));
  const usdt = (text: string) => `≈ ${format.amount(text, 2, 2)} USDT`;
  return (
    <FactList
      className={order.summary}
      rows={[
        [t('close.pnl'), usdt(pnl)],
        [t('close.fee'), usdt(fee)],
        [t('close.margin'), usdt(margin)],
      ]}
    />
  );
}
