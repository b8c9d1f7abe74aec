import { useQuery } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { getCurrencyAll } from '../../../contracts/market.calls';
import { Part } from '../../app/Part';
import { api } from '../../lib/api';
import type { CurrencyView } from '../../../contracts/market.contract';
import { marketKeys } from '../../market/keys';
import { Button } from '../../ui/Button';
import { Loadable, Skeleton } from '../../ui/states';
import { CoinCode, MoneyBox } from '../transfer/MoneyBox';
import styles from '../transfer/Money.module.css';
import { BuyByOffer } from './BuyByOffer';
import { BuyByOrder } from './BuyByOrder';
import { BuyWays } from './BuyWays';
import { CoinPick } from './CoinPick';
import { centsOf } from './quick-buy';
import { useHeadingOf, useQuickBuy } from './use-quick-buy';

/** `/kjmbSelect`: coin and amount, the ways with what each costs, and the chosen one to its end without leaving. */
export default function QuickBuyScreen() {
  const { t } = useTranslation('conversion');
  const currencies = useQuery({ queryKey: marketKeys.currencies(), queryFn: () => api.call(getCurrencyAll) });
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
  const quick = useQuickBuy(coins.map(({ currency }) => currency));
  const { buy, go } = quick;
  const heading = useHeadingOf(buy.way);
  return (
    <>
      <CoinAndAmount coins={coins} quick={quick} />
      {buy.way === null ? (
        <BuyWays
          coin={buy.coin}
          spend={buy.spend}
          heading={heading}
          onChoose={(chosen) => go({ way: chosen, order: '' })}
        />
      ) : (
        <>
          <header className={styles.chosen}>
            <h2 ref={heading} tabIndex={-1}>
              {t(`buy.${buy.way}`)}
            </h2>
            <Button kind="plain" size="s" onClick={() => go({ way: null })}>
              {t('buy.other')}
            </Button>
          </header>
          <Chosen quick={quick} />
        </>
      )}
    </>
  );
}

interface QuickProps {
  quick: ReturnType<typeof useQuickBuy>;
}

function CoinAndAmount({ coins, quick }: QuickProps & { coins: readonly CurrencyView[] }) {
  const { t } = useTranslation('conversion');
  return (
    <section className={styles.card} aria-label={t('buy.title')}>
      <div className={styles.money}>
        <div className={styles.heading}>{t('buy.coin')}</div>
        <div className={styles.box}>
          <CoinPick label={t('buy.coin')} currency={quick.buy.coin} coins={coins} onChange={quick.chooseCoin} />
        </div>
      </div>
      {/* An order that was placed has its own amount. */}
      {quick.buy.order === '' && (
        <MoneyBox
          name="spend"
          label={t('buy.spend')}
          coin={<CoinCode currency="USDT" />}
          value={quick.typed}
          onChange={quick.type}
        />
      )}
    </section>
  );
}

function Chosen({ quick: { buy, isTyping, go } }: QuickProps) {
  const { coin, spend, way, order } = buy;
  // A receipt for one coin does not belong to another.
  const key = `${coin} ${spend}`;
  switch (way) {
    case null:
      return null;
    case 'convert':
    case 'order': {
      // An amount that was typed over is never bought.
      if (isTyping) return <Skeleton rows={4} height={44} />;
      const Buy = way === 'convert' ? BuyByOffer : BuyByOrder;
      return <Buy key={key} coin={coin} spend={spend} />;
    }
    case 'c2c':
      return (
        <Part
          name="buyByC2c"
          fallback={<Skeleton rows={6} height={44} />}
          given={{
            coin,
            amount: centsOf(spend),
            orderId: order,
            onOrder: (orderId) => go({ order: orderId }),
            onConvert: (bought) => go({ way: 'convert', order: '', spend: centsOf(bought) }),
          }}
        />
      );
    case 'deposit':
      return <Part key={coin} name="buyByDeposit" given={{ coin }} fallback={<Skeleton rows={6} height={44} />} />;
  }
}
