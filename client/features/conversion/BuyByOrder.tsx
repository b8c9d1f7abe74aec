import { useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import type { OrderView } from '../../../contracts/order.contract';
import { RefusalError, toastError } from '../../lib/api';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { Icon } from '../../ui/icons';
import styles from '../transfer/Money.module.css';
import { Afterwards, Problem, useShort } from './BuyParts';
import { OrderCost } from './BuyWays';
import { COMPARED_EVERY_MS, useMarketBuy, useMarketBuyPreview } from './market-buy';
import { FactList } from '../../ui/FactList';

/** Buys in the order book: what the book gives now, the price that is never crossed, and what was bought. */
export function BuyByOrder({ coin, spend }: { coin: string; spend: string }) {
  const { t } = useTranslation(['conversion', 'order', 'refusal']);
  const format = useFormat();
  const [bought, setBought] = useState<OrderView>();
  const [busy, setBusy] = useState(false);
  const buy = useMarketBuy(coin, spend);
  const { data: preview, error } = useMarketBuyPreview(coin, spend);
  const short = useShort(spend);
  const missing = toAmount(spend) === 0n ? t('refusal:asset.amount-zero') : undefined;
  const problem = error instanceof RefusalError ? error.message : (short ?? missing);
  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (busy || problem !== undefined) return;
    setBusy(true);
    try {
      setBought(await buy());
    } catch (refused) {
      toastError(refused);
    } finally {
      setBusy(false);
    }
  };
  if (bought) {
    return (
      <section className={styles.card} aria-label={t('buy.order')}>
        <Bought order={bought} coin={coin} />
        <Afterwards coin={coin} again={() => setBought(undefined)} />
      </section>
    );
  }
  const price = (text: string | null | undefined) => (text ? `${format.amount(text, 8, 2)} USDT` : '–');
  const facts = [
    [t('order:summary.average'), `≈ ${price(preview?.averagePrice)}`],
    [t('buy.gets'), preview ? `≈ ${format.amountDown(preview.filledQuantity, 8)} ${coin}` : '–'],
    [t('buy.cost'), preview && <OrderCost key="cost" order={preview} />],
    [t('order:summary.worst'), price(preview?.worstPrice)],
  ] as const;
  return (
    <form className={styles.card} aria-label={t('buy.order')} noValidate onSubmit={(event) => void submit(event)}>
      <Problem text={problem} />
      <FactList className={styles.facts} rows={facts} />
      <p className={styles.note}>
        {t('buy.live', { seconds: format.count(COMPARED_EVERY_MS / 1000), amount: format.amount(spend, 8) })}
      </p>
      <Button type="submit" kind="buy" wide busy={busy}>
        {t('order:form.buy', { asset: coin })}
      </Button>
    </form>
  );
}

/** What the order brought, and why not all of it or nothing. */
function Bought({ order, coin }: { order: OrderView; coin: string }) {
  const { t } = useTranslation('order');
  const format = useFormat();
  const { filledQuantity, averagePrice, fee, feeAsset, cancelReason } = order;
  const reason = t([`reason.${cancelReason}`, 'reason.other']);
  if (toAmount(filledQuantity) === 0n) return <Problem text={reason} />;
  // Of an amount that was spent there is no rest to explain.
  const isCut = cancelReason !== null && cancelReason !== 'budget-spent';
  const price = format.amount(averagePrice ?? '0', 8, 2);
  return (
    <p className={styles.result} role="status">
      <Icon name="check" size={18} />
      <span>
        {t('receipt.buy', { filled: format.amount(filledQuantity, 8), asset: coin, price, quote: 'USDT' })}
        <br />
        <small>{t('receipt.fee', { fee: format.amount(fee, 8, 2), feeAsset })}</small>
        {isCut && (
          <>
            <br />
            <small>{reason}</small>
          </>
        )}
      </span>
    </p>
  );
}
