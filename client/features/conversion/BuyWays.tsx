import { useQuery } from '@tanstack/react-query';
import type { ReactNode, RefObject } from 'react';
import { useTranslation } from 'react-i18next';
import { previewConversion } from '../../../contracts/conversion.calls';
import type { ConversionPreview } from '../../../contracts/conversion.contract';
import { api, QUIET, RefusalError } from '../../lib/api';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { perCent } from '../../lib/per-cent';
import { usePublishedPolicy } from '../../lib/published-policy';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { useAmounts } from '../asset/use-amounts';
import { useFreshAssets } from '../asset/use-fresh-assets';
import { availableIn } from '../transfer/transfer-form';
import styles from '../transfer/Money.module.css';
import { conversionKeys } from './conversion.feature';
import { COMPARED_EVERY_MS, current, useMarketBuyPreview, type MarketBuyPreview } from './market-buy';
import type { BuyWay } from './quick-buy';

const HOUR_MINUTES = 60;

/** Price and amount of the two instant ways to buy; a refused way shows its reason. */
function useCompared(coin: string, spend: string) {
  const offer = useQuery({
    queryKey: conversionKeys.quickBuy('offer', coin, spend),
    queryFn: () => api.call(previewConversion, { from: 'USDT', to: coin, amount: spend }, QUIET),
    enabled: toAmount(spend || '0') > 0n,
    refetchInterval: COMPARED_EVERY_MS,
  });
  return { offer: current(offer), order: useMarketBuyPreview(coin, spend) };
}

interface WaysProps {
  coin: string;
  spend: string;
  heading: RefObject<HTMLHeadingElement | null>;
  onChoose: (way: BuyWay) => void;
}

/** The ways to a coin with what each costs. */
export function BuyWays({ coin, spend, heading, onChoose }: WaysProps) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const amounts = useAmounts();
  const assets = useFreshAssets();
  const { offer, order } = useCompared(coin, spend);
  const needs =
    assets.data &&
    t('buy.balance', { amount: amounts(format.amountDown(availableIn(assets.data.rows, 'spot', 'USDT'), 2)) });
  const [byOffer, byOrder] = [toAmount(offer.data?.from.receives ?? '0'), toAmount(order.data?.filledQuantity ?? '0')];
  return (
    <>
      <h2 ref={heading} tabIndex={-1} className={styles.section}>
        {t('buy.ways')}
      </h2>
      <ul className={styles.ways}>
        <Way
          title={t('buy.convert')}
          most={byOffer > byOrder}
          onChoose={() => onChoose('convert')}
          facts={[
            [t('buy.gets'), <Got key="gets" query={offer} amount={offer.data?.from.receives} coin={coin} />],
            [t('buy.cost'), offer.data && <OfferCost offer={offer.data} />],
            [t('buy.time'), t('buy.atOnce')],
            [t('buy.needs'), needs],
          ]}
        />
        <Way
          title={t('buy.order')}
          most={byOrder > byOffer}
          onChoose={() => onChoose('order')}
          facts={[
            [t('buy.gets'), <Got key="gets" query={order} amount={order.data?.filledQuantity} coin={coin} />],
            [t('buy.cost'), order.data && <OrderCost order={order.data} />],
            [t('buy.time'), t('buy.atOnce')],
            [t('buy.needs'), needs],
          ]}
        />
        <OutsideWays onChoose={onChoose} />
      </ul>
    </>
  );
}

/** The two ways by which something comes in from outside: only a real account has them. */
function OutsideWays({ onChoose }: Pick<WaysProps, 'onChoose'>) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const real = useSession((state) => state.session?.realm === 'real');
  const c2c = usePublishedPolicy('c2c.rules');
  const { spread, validMinutes } = (c2c.data?.values ?? {}) as { spread?: string; validMinutes?: number };
  const hours = validMinutes === undefined ? undefined : format.amount(`${validMinutes / HOUR_MINUTES}`, 1);
  return (
    <>
      <Way
        title={t('buy.c2c')}
        closed={!real}
        onChoose={() => onChoose('c2c')}
        facts={[
          [t('buy.cost'), spread && t('buy.c2cCost', { percent: format.amount(perCent(spread), 8) })],
          [t('buy.time'), hours && t('buy.c2cTime', { hours })],
          [t('buy.needs'), t('buy.c2cNeeds')],
        ]}
      />
      <Way
        title={t('buy.deposit')}
        closed={!real}
        onChoose={() => onChoose('deposit')}
        facts={[
          [t('buy.cost'), t('buy.depositCost')],
          [t('buy.time'), t('buy.depositTime')],
          [t('buy.needs'), t('buy.depositNeeds')],
        ]}
      />
    </>
  );
}

interface WayProps {
  title: string;
  onChoose: () => void;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  most?: boolean;
  closed?: boolean;
}

function Way({ title, onChoose, facts, most = false, closed = false }: WayProps) {
  const { t } = useTranslation('conversion');
  return (
    <li className={styles.way} data-most={most}>
      <header>
        <h3>{title}</h3>
        {most && <span className={styles.most}>{t('buy.most')}</span>}
      </header>
      <dl className={styles.facts}>
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value || '–'}</dd>
          </div>
        ))}
      </dl>
      {closed ? (
        <p className={styles.note}>{t('buy.realOnly')}</p>
      ) : (
        <Button kind={most ? 'primary' : 'plain'} aria-label={`${title}: ${t('buy.go')}`} onClick={onChoose}>
          {t('buy.go')}
        </Button>
      )}
    </li>
  );
}

function Got({ query, amount, coin }: { query: { error: unknown }; amount: string | undefined; coin: string }) {
  const format = useFormat();
  if (query.error instanceof RefusalError) return <small>{query.error.message}</small>;
  if (amount === undefined) return '–';
  return (
    <b>
      {format.amountDown(amount, 8)} {coin}
    </b>
  );
}

function OfferCost({ offer }: { offer: ConversionPreview }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const percent = format.amount(perCent(offer.spreadRate), 8);
  return t('buy.convertCost', { percent, cost: format.amount(offer.spreadUsdt, 4, 2) });
}

export function OrderCost({ order }: { order: MarketBuyPreview }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const percent = format.amount(perCent(order.feeRateTaker), 8);
  return t('buy.orderCost', { percent, cost: format.amount(order.fee, 4, 2) });
}
