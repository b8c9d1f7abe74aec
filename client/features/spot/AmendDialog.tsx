import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../../contracts/spot.contract';
import { RefusalError, toastError } from '../../lib/api';
import { calls } from '../../lib/calls';
import { fixed } from '../../lib/fixed';
import { mergeUpdate } from '../../market/account-feed';
import { useInstrument } from '../../market/instruments';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import ModalPanel from '../../ui/ModalPanel';
import { onceUnlocked } from '../security/unlock-trading';
import styles from './Orders.module.css';

/** Another price or quantity for a resting order. Less quantity at the same price keeps its place in the queue. */
export default function AmendDialog({ order, onClose }: { order: OrderView; onClose: () => void }) {
  const { t } = useTranslation('spot');
  const instrument = useInstrument(order.symbol);
  const [price, setPrice] = useState(order.price ?? '');
  const [quantity, setQuantity] = useState(order.quantity);
  const [problem, setProblem] = useState<{ field: string; message: string } | null>(null);
  const [busy, setBusy] = useState(false);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    setBusy(true);
    try {
      const change = {
        ...(price !== order.price && { price }),
        ...(quantity !== order.quantity && { quantity }),
      };
      const wish = { symbol: order.symbol, orderId: order.orderId, ...change };
      mergeUpdate(await onceUnlocked(() => calls.amendOrder(wish)));
      onClose();
    } catch (error) {
      setBusy(false);
      if (!(error instanceof RefusalError)) return toastError(error);
      const about = error.data?.field ?? (error.data?.refusal.includes('price') ? 'price' : 'quantity');
      setProblem({ field: about, message: error.message });
    }
  };
  const keepsPlace = fixed(price) === fixed(order.price ?? '0') && fixed(quantity) <= fixed(order.quantity);
  const errorOf = (field: string) => (problem?.field === field ? problem.message : undefined);
  return (
    <ModalPanel title={`${t('orders.amend')} · ${order.symbol}`} onClose={onClose}>
      <form className={styles.amend} onSubmit={(event) => void submit(event)} noValidate>
        <DecimalInput
          name="price"
          label={t('field.price')}
          unit={instrument?.quote ?? ''}
          value={price}
          onChange={(text) => (setPrice(text), setProblem(null))}
          decimals={instrument?.priceDecimals ?? 8}
          step={instrument?.tickSize ?? '1'}
          error={errorOf('price')}
        />
        <DecimalInput
          name="quantity"
          label={t('field.quantity')}
          unit={instrument?.base ?? ''}
          value={quantity}
          onChange={(text) => (setQuantity(text), setProblem(null))}
          decimals={instrument?.quantityDecimals ?? 8}
          step={instrument?.lotSize ?? '1'}
          error={errorOf('quantity')}
        />
        <p className={styles.hint} role="status">
          {t(keepsPlace ? 'detail.keeps' : 'detail.loses')}. {t('orders.amendHint')}
        </p>
        <Button type="submit" wide busy={busy}>
          {t('orders.amend')}
        </Button>
      </form>
    </ModalPanel>
  );
}
