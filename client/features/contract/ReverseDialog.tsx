import { useTranslation } from 'react-i18next';
import { reversePosition } from '../../../contracts/contract.calls';
import type {
  ContractOrderPreview,
  ContractsView,
  ContractView,
  PositionView,
} from '../../../contracts/contract.contract';
import type { InstrumentView } from '../../../contracts/market.contract';
import { format as textOf, toAmount } from '../../../shared/money';
import { api, QUIET } from '../../lib/api';
import { useFormat } from '../../lib/format';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { toast } from '../../lib/toasts';
import { Button } from '../../ui/Button';
import { FactList } from '../../ui/FactList';
import { Form } from '../../ui/Form';
import ModalPanel from '../../ui/ModalPanel';
import { useForm } from '../../ui/use-form';
import { onceUnlocked } from '../security/unlock-trading';
import { costOfClosing } from './close-cost';
import type { ContractOrderBody } from './contract-form';
import { usePreviewRows } from './ContractSummary';
import { useClosingRate, useContractPreview, useSettings } from './use-contract-form';
import order from '../../orders/OrderForm.module.css';
import styles from './Contract.module.css';

interface ReverseDialogProps {
  position: PositionView;
  contract: ContractView;
  view: ContractsView;
  instrument: InstrumentView;
  onClose: () => void;
}

/** Turns a position round at the market price, after saying what closing it costs and what the other side takes. */
export default function ReverseDialog({ position, contract, view, instrument, onClose }: ReverseDialogProps) {
  const { t } = useTranslation('contract');
  const format = useFormat();
  const { symbol, side, quantity } = position;
  const other = side === 'long' ? 'short' : 'long';
  const { mode } = useSettings(contract);
  const body = openingOf(position, mode);
  const preview = useContractPreview(body);
  const rowsOf = usePreviewRows(instrument);
  const form = useForm({
    initial: {},
    check: () => ({}),
    send: async (_, requestToken) => {
      const { message } = await onceUnlocked(() => api.call(reversePosition, { symbol, side, requestToken }, QUIET));
      if (message !== null) toast('warning', message, { about: `${symbol} ${side}` });
      await queryClient.invalidateQueries(EVERYTHING_OWN);
      onClose();
    },
  });
  const { fee, pnl } = costOfClosing(position, quantity, useClosingRate(contract, view));
  const usdt = (text: string) => `≈ ${format.amount(text, 2, 2)} USDT`;
  return (
    <ModalPanel title={`${t('reverse.title')} · ${symbol} ${t(`side.${side}`)}`} onClose={onClose}>
      <Form
        handle={form}
        label={t('reverse.title')}
        actions={
          <Button type="submit" wide busy={form.busy} kind={other === 'long' ? 'buy' : 'sell'}>
            {t('reverse.title')}
          </Button>
        }
      >
        <section className={styles.part}>
          <h3>{t(`action.close.${side}`)}</h3>
          <FactList
            className={order.summary}
            rows={[
              [t('column.quantity'), `${format.amount(quantity, 8)} ${instrument.base}`],
              [t('close.pnl'), usdt(pnl)],
              [t('close.fee'), usdt(fee)],
            ]}
          />
        </section>
        <section className={styles.part}>
          <h3>{t(`action.open.${other}`)}</h3>
          <FactList className={order.summary} rows={rowsOf(preview)} />
        </section>
        {against(preview).map(({ refusal, message }) => (
          <p key={refusal} className={styles.warning} role="alert">
            {message}
          </p>
        ))}
        <p className={styles.note}>{t('reverse.orders')}</p>
      </Form>
    </ModalPanel>
  );
}

/** In one-way mode an order of twice the quantity leaves what both orders do. */
function openingOf({ symbol, side, quantity }: PositionView, mode: 'hedge' | 'one-way'): ContractOrderBody {
  const order = { symbol, side: side === 'long' ? ('sell' as const) : ('buy' as const), type: 'market' as const };
  if (mode === 'one-way')
    return { ...order, positionSide: 'both', quantity: textOf(toAmount(quantity) + toAmount(quantity)) };
  return { ...order, positionSide: side === 'long' ? 'short' : 'long', quantity };
}

/** Margin that is missing now may come from the position that closes first. */
const against = (preview: ContractOrderPreview | undefined) =>
  (preview?.problems ?? []).filter(({ refusal }) => refusal !== 'order.insufficient-margin');
