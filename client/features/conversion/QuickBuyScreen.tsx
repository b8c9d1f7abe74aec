import { useQuery } from '@tanstack/react-query';
import { Suspense, lazy, useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearchParams } from 'react-router-dom';
import type { CurrencyView } from '../../../contracts/market.contract';
import { calls } from '../../lib/calls';
import { keys } from '../../lib/query';
import { useSession } from '../../lib/session';
import { Button } from '../../ui/Button';
import { SelectField } from '../../ui/fields';
import { Loadable, Skeleton } from '../../ui/states';
import { MoneyBox } from '../transfer/MoneyBox';
import styles from '../transfer/Money.module.css';
import { BuyByOffer } from './BuyByOffer';
import { BuyByOrder } from './BuyByOrder';
import { BuyWays } from './BuyWays';
import { readQuickBuy, writeQuickBuy, type QuickBuy } from './quick-buy';

const BuyByC2c = lazy(() => import('./BuyByC2c'));
const BuyByDeposit = lazy(() => import('./BuyByDeposit'));
const TYPING_MS = 400;

/** `/kjmbSelect`: coin and amount, the ways with what each costs, and the chosen one to its end without leaving. */
export default function QuickBuyScreen() {
  const { t } = useTranslation('conversion');
  const currencies = useQuery({ queryKey: keys.currencies, queryFn: calls.currencies });
  return (
    <div className={styles.page}>
      <h1>{t('buy.title')}</h1>
      <p className={styles.lead}>{t('buy.lead')}</p>
      <Loadable query={currencies} skeleton={<Skeleton rows={5} height={44} />}>
        {(all) => <Buying coins={all.filter(({ symbol, priceUsdt }) => symbol !== null && priceUsdt !== null)} />}
      </Loadable>
    </div>
  );
}

function Buying({ coins }: { coins: readonly CurrencyView[] }) {
  const { t } = useTranslation('conversion');
  const [search, setSearch] = useSearchParams();
  const real = useSession((state) => state.session?.realm === 'real');
  const offered = coins.map(({ currency }) => currency);
  const known = readQuickBuy(search, offered, real);
  const [coin, setCoin] = useState(known.coin);
  const [typed, setTyped] = useState(known.spend);
  const spend = useSettled(typed);
  const { way, order } = known;
  // What was typed last counts, although the comparison still waits for the typing to end.
  const go = (next: Partial<QuickBuy>) => setSearch(writeQuickBuy({ coin, spend: typed, way, order, ...next }));
  return (
    <>
      <section className={styles.card} aria-label={t('buy.title')}>
        <SelectField
          name="coin"
          label={t('buy.coin')}
          value={coin}
          onChange={setCoin}
          options={coins.map(({ currency, name }) => ({ value: currency, label: `${currency} · ${name}` }))}
        />
        <MoneyBox
          name="spend"
          label={t('buy.spend')}
          coinLabel={t('buy.spend')}
          currency="USDT"
          coins={[{ heading: '', choices: [{ value: 'USDT', label: 'USDT' }] }]}
          onCurrency={() => undefined}
          value={typed}
          onChange={setTyped}
        />
      </section>
      {way === null ? (
        <BuyWays coin={coin} spend={spend} onChoose={(chosen) => go({ way: chosen, order: '' })} />
      ) : (
        <>
          <header className={styles.chosen}>
            <h2>{t(`buy.${way}`)}</h2>
            <Button kind="plain" size="s" onClick={() => go({ way: null })}>
              {t('buy.other')}
            </Button>
          </header>
          <Suspense fallback={<Skeleton rows={6} height={44} />}>
            <Chosen buy={{ coin, spend, way, order }} go={go} />
          </Suspense>
        </>
      )}
    </>
  );
}

function Chosen({ buy: { coin, spend, way, order }, go }: { buy: QuickBuy; go: (next: Partial<QuickBuy>) => void }) {
  // What was bought of one coin says nothing of another.
  const key = `${coin} ${spend}`;
  switch (way) {
    case null:
      return null;
    case 'convert':
      return <BuyByOffer key={key} coin={coin} spend={spend} />;
    case 'order':
      return <BuyByOrder key={key} coin={coin} spend={spend} />;
    case 'c2c':
      return (
        <BuyByC2c
          coin={coin}
          spend={spend}
          orderId={order}
          onOrder={(orderId) => go({ order: orderId })}
          onConvert={() => go({ way: 'convert', order: '' })}
        />
      );
    case 'deposit':
      return <BuyByDeposit key={coin} coin={coin} />;
  }
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
