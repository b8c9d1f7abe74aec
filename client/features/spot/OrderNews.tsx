import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useFormat } from '../../lib/format';
import { toast } from '../../lib/toasts';
import { useOrderNews, type OrderNews as News } from '../../market/order-news';
import { useInstruments } from '../../market/instruments';

/**
 * Says what happens to own orders, in one sentence: to a screen reader always, and to the eye where it came by itself, because
 * what somebody just asked for he already sees answered.
 */
export function OrderNews() {
  const sentence = useSentence();
  const [said, setSaid] = useState('');
  useEffect(
    () =>
      useOrderNews.subscribe(({ news }) => {
        if (news === null) return;
        const text = sentence(news);
        // A toast is read out as well: once is enough.
        if (news.byItself) toast('success', text);
        else setSaid(text);
      }),
    [sentence],
  );
  return (
    <p className="hidden-visually" role="status" data-testid="order-news">
      {said}
    </p>
  );
}

function useSentence(): (news: News) => string {
  const { t } = useTranslation('spot');
  const format = useFormat();
  const instruments = useInstruments().data;
  return ({ order, kind }) => {
    const instrument = instruments?.find(({ symbol }) => symbol === order.symbol);
    const decimals = instrument?.priceDecimals ?? 8;
    const price = order.averagePrice ?? order.price ?? order.stopPrice;
    return t(`news.${kind}`, {
      side: t(`side.${order.side}`),
      symbol: order.symbol,
      quantity: format.amount(order.quantity, 8),
      filled: format.amount(order.filledQuantity, 8),
      price: price === null ? t('orders.atMarket') : format.amount(price, decimals),
    });
  };
}
