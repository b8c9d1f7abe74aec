import { Suspense, lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../contracts/order.contract';
import { underlyingOf } from '../../shared/contract-symbol';
import { toAmount } from '../../shared/money';
import { useFormat } from '../lib/format';
import { toast } from '../lib/toasts';
import { useOrderNews, type OrderNews as News } from '../market/order-news';
import { useInstruments } from '../market/instruments';
import { productOf } from '../market/traded-product';
import { useOrderForm } from './form-store';

const OrderDetail = lazy(() => import('./OrderDetail'));

/**
 * Announces events of own orders. Every fill gets a visible receipt that is read out. Other news goes to screen readers, and is
 * visible only when the person did not cause it.
 */
export function OrderNews() {
  const sentence = useSentence();
  const [message, setMessage] = useState('');
  const [opened, setOpened] = useState<OrderView | null>(null);
  const receipt = useReceipt(setOpened);
  useEffect(
    () =>
      useOrderNews.subscribe(({ news }) => {
        if (news === null) return;
        // A toast is read out as well: once is enough.
        if (news.filled) receipt(news);
        else if (news.byItself) toast('success', sentence(news));
        else setMessage(sentence(news));
      }),
    [sentence, receipt],
  );
  return (
    <>
      <p className="hidden-visually" role="status" data-testid="order-news">
        {message}
      </p>
      {opened && (
        <Suspense fallback={null}>
          <OrderDetail symbol={opened.symbol} orderId={opened.orderId} onClose={() => setOpened(null)} />
        </Suspense>
      )}
    </>
  );
}

/** What was traded, at which price and fee, how far the order is, and what can follow. */
function useReceipt(open: (order: OrderView) => void): (news: News) => void {
  const { t } = useTranslation('order');
  const format = useFormat();
  const instruments = useInstruments().data;
  return ({ order, byItself }) => {
    const instrument = instruments?.find(({ symbol }) => symbol === underlyingOf(order.symbol));
    if (instrument === undefined) return;
    const { base: asset, quote, priceDecimals } = instrument;
    const [filled, quantity] = [order.filledQuantity, order.quantity].map((text) => format.amount(text, 8));
    const share = Number((toAmount(order.filledQuantity) * 1000n) / (toAmount(order.quantity) || 1n)) / 1000;
    const price = format.decimal(order.averagePrice ?? '0', priceDecimals);
    const fee = t('receipt.fee', { fee: format.amount(order.fee, 8, 2), feeAsset: order.feeAsset });
    const part = share < 1 && order.status !== 'filled';
    const next = order.side === 'buy' ? ('sell' as const) : ('buy' as const);
    toast('success', t(`receipt.${order.side}`, { filled, asset, price, quote }), {
      about: order.orderId,
      ...(!byItself && { insteadOf: 'createOrder' }),
      ...(part && { progress: share }),
      detail: part ? `${t('receipt.part', { filled, quantity, asset })} · ${fee}` : fee,
      actions: [
        { label: t('receipt.view'), run: () => open(order) },
        // In a form for contracts the other side may open a position too.
        ...(productOf(order.symbol) === 'spot'
          ? [{ label: t(`form.${next}`, { asset }), run: () => useOrderForm.getState().change({ side: next }) }]
          : []),
      ],
    });
  };
}

function useSentence(): (news: News) => string {
  const { t } = useTranslation('order');
  const format = useFormat();
  const instruments = useInstruments().data;
  return ({ order, kind }) => {
    const instrument = instruments?.find(({ symbol }) => symbol === underlyingOf(order.symbol));
    const decimals = instrument?.priceDecimals ?? 8;
    const price = order.price ?? order.stopPrice;
    // Fills get a receipt instead.
    const what = kind === 'partly' || kind === 'filled' ? 'accepted' : kind;
    return t(`news.${what}`, {
      side: t(`side.${order.side}`),
      symbol: order.symbol,
      quantity: format.amount(order.quantity, 8),
      filled: format.amount(order.filledQuantity, 8),
      price: price === null ? t('orders.atMarket') : format.amount(price, decimals),
    });
  };
}
