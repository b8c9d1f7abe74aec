import { useQuery } from '@tanstack/react-query';
import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ConversionQuoteView } from '../../../contracts/conversion.contract';
import type { OrderPreview } from '../../../contracts/spot.contract';
import { RefusalError } from '../../lib/api';
import { calls } from '../../lib/calls';
import { fixed } from '../../lib/fixed';
import { useFormat } from '../../lib/format';
import { keys } from '../../lib/query';
import { useSession } from '../../lib/session';
import { ButtonLink } from '../../ui/Button';
import { SelectField } from '../../ui/fields';
import { Loadable, Skeleton } from '../../ui/states';
import { useAmounts } from '../asset/use-amounts';
import { useFreshAssets } from '../asset/use-fresh-assets';
import { perCent } from '../policy/per-cent';
import { MoneyBox } from '../transfer/MoneyBox';
import { availableIn } from '../transfer/transfer-form';
import styles from '../transfer/Money.module.css';

const COMPARED_EVERY_MS = 10_000;
const HOUR_MINUTES = 60;
const TYPING_MS = 400;

/** `/kjmbSelect`: the ways to a coin with what each costs. Nothing is bought here. */
export default function QuickBuyScreen() {
  const { t } = useTranslation('conversion');
  const currencies = useQuery({ queryKey: keys.currencies, queryFn: calls.currencies });
  const [coin, setCoin] = useState('BTC');
  const [spend, setSpend] = useState('1000');
  const settled = useSettled(spend);
  return (
    <div className={styles.page}>
      <h1>{t('buy.title')}</h1>
      <p className={styles.lead}>{t('buy.lead')}</p>
      <Loadable query={currencies} skeleton={<Skeleton rows={5} height={44} />}>
        {(all) => (
          <>
            <section className={styles.card} aria-label={t('buy.title')}>
              <SelectField
                name="coin"
                label={t('buy.coin')}
                value={coin}
                onChange={setCoin}
                options={all
                  .filter(({ symbol, priceUsdt }) => symbol !== null && priceUsdt !== null)
                  .map(({ currency, name }) => ({ value: currency, label: `${currency} · ${name}` }))}
              />
              <MoneyBox
                name="spend"
                label={t('buy.spend')}
                coinLabel={t('buy.spend')}
                currency="USDT"
                coins={[{ heading: '', choices: [{ value: 'USDT', label: 'USDT' }] }]}
                onCurrency={() => undefined}
                value={spend}
                onChange={setSpend}
              />
            </section>
            <Ways coin={coin} spend={settled} />
          </>
        )}
      </Loadable>
    </div>
  );
}

/** The text once nobody has typed for a moment. */
function useSettled(text: string): string {
  const [settled, settle] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => settle(text), TYPING_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** What somebody gets and pays on the two ways that are done at once; what is refused says why. */
function useCompared(coin: string, spend: string) {
  const isAmount = fixed(spend || '0') > 0n;
  const options = { enabled: isAmount, refetchInterval: COMPARED_EVERY_MS };
  const offer = useQuery({
    queryKey: keys.quickBuy('offer', coin, spend),
    queryFn: () => calls.quoteConversion({ from: 'USDT', to: coin, amount: spend }),
    ...options,
  });
  const order = useQuery({
    queryKey: keys.quickBuy('order', coin, spend),
    queryFn: ({ signal }) =>
      calls.previewOrder({ symbol: `${coin}USDT`, side: 'buy', type: 'market', quoteAmount: spend }, signal),
    ...options,
  });
  return { offer: current(offer), order: current(order) };
}

/** Without what an earlier answer said, once a later one was refused or did not come. */
const current = <Data,>({ data, error }: { data: Data | undefined; error: unknown }) => ({
  data: error === null ? data : undefined,
  error,
});

function Ways({ coin, spend }: { coin: string; spend: string }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const amounts = useAmounts();
  const assets = useFreshAssets();
  const { offer, order } = useCompared(coin, spend);
  const available = availableIn(assets.data?.rows ?? [], 'spot', 'USDT');
  const needs = t('buy.balance', { amount: amounts(format.amountDown(available, 2)) });
  const [byOffer, byOrder] = [fixed(offer.data?.from.receives ?? '0'), fixed(order.data?.filledQuantity ?? '0')];
  return (
    <>
      <h2 className={styles.section}>{t('buy.ways')}</h2>
      <ul className={styles.ways}>
        <Way
          title={t('buy.convert')}
          most={byOffer > byOrder}
          to={`/exchange?from=USDT&to=${coin}&amount=${spend}`}
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
          to={`/currencyTrade?symbol=${coin}USDT`}
          facts={[
            [t('buy.gets'), <Got key="gets" query={order} amount={order.data?.filledQuantity} coin={coin} />],
            [t('buy.cost'), order.data && <OrderCost order={order.data} />],
            [t('buy.time'), t('buy.atOnce')],
            [t('buy.needs'), needs],
          ]}
        />
        <OutsideWays coin={coin} />
      </ul>
    </>
  );
}

/** The two ways by which something comes in from outside: only a real account has them. */
function OutsideWays({ coin }: { coin: string }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const real = useSession((state) => state.session?.realm === 'real');
  const c2c = useQuery({
    queryKey: keys.publishedPolicy('c2c.rules'),
    queryFn: () => calls.publishedPolicy('c2c.rules'),
  });
  const { spread, validMinutes } = (c2c.data?.values ?? {}) as { spread?: string; validMinutes?: number };
  const hours = validMinutes === undefined ? undefined : format.amount(`${validMinutes / HOUR_MINUTES}`, 1);
  return (
    <>
      <Way
        title={t('buy.c2c')}
        closed={!real}
        to="/c2c_index"
        facts={[
          [t('buy.cost'), spread && t('buy.c2cCost', { percent: format.amount(perCent(spread), 8) })],
          [t('buy.time'), hours && t('buy.c2cTime', { hours })],
          [t('buy.needs'), t('buy.c2cNeeds')],
        ]}
      />
      <Way
        title={t('buy.deposit')}
        closed={!real}
        to={`/authenticationrj?currency=${coin}`}
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
  to: string;
  facts: readonly (readonly [label: string, value: ReactNode])[];
  most?: boolean;
  closed?: boolean;
}

function Way({ title, to, facts, most = false, closed = false }: WayProps) {
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
        <ButtonLink to={to} kind={most ? 'primary' : 'plain'} aria-label={`${title}: ${t('buy.go')}`}>
          {t('buy.go')}
        </ButtonLink>
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

function OfferCost({ offer }: { offer: ConversionQuoteView }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const percent = format.amount(perCent(offer.spreadRate), 8);
  return t('buy.convertCost', { percent, cost: format.amount(offer.spreadUsdt, 4, 2) });
}

function OrderCost({ order }: { order: OrderPreview }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const percent = format.amount(perCent(order.feeRateTaker), 8);
  return t('buy.orderCost', { percent, cost: format.amount(order.fee, 4, 2) });
}
