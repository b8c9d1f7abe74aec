import { useMemo, useRef, useState, type FormEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import type { AssetsView } from '../../../contracts/asset.contract';
import type { CurrencyView } from '../../../contracts/market.contract';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { useAmounts } from '../asset/use-amounts';
import { Available, MoneyBox, Swap } from '../transfer/MoneyBox';
import { availableIn } from '../transfer/transfer-form';
import { useShortage } from '../transfer/use-shortage';
import styles from '../transfer/Money.module.css';
import { CoinPick } from './CoinPick';
import { convertible, wholeOf, type ConversionRuleValues, type ConvertibleCoin } from './conversion-form';
import { LiveQuote, QuoteNews } from './LiveQuote';
import { PreviewFacts } from './PreviewFacts';
import { useLiveQuote, type LiveQuote as Quote } from './use-live-quote';
import { usePreview, type Preview, type QuoteRequest } from './use-preview';

interface ConvertFormProps {
  assets: AssetsView;
  rules: { values: ConversionRuleValues };
  currencies: readonly CurrencyView[];
}

/** What is given and what is got for it; then the live quote in its place, until it is accepted or over. */
export function ConvertForm({ assets, rules, currencies }: ConvertFormProps) {
  const { t } = useTranslation('conversion');
  const [request, setRequest] = useRequest(currencies);
  // What was given is gone: the next conversion begins with an empty amount.
  const quote = useLiveQuote(() => setRequest((now) => ({ ...now, amount: '' })));
  const looked = usePreview(request);
  const coins = useCoins(currencies, assets);
  const live = quote.live?.kind === 'single' ? quote.live : undefined;
  const change = (changes: Partial<QuoteRequest>) => {
    quote.forget();
    setRequest({ ...request, ...changes });
  };
  const available = availableIn(assets.rows, 'spot', request.from);
  const { form, wrong, submit } = useChecked(request, available, looked, quote);
  return (
    <form ref={form} className={styles.card} aria-label={t('tab.convert')} noValidate onSubmit={submit}>
      <QuoteNews quote={quote} />
      {live !== undefined ? (
        <LiveQuote quote={quote} offer={live} />
      ) : (
        <>
          <Amounts
            request={request}
            change={change}
            wrong={wrong}
            available={available}
            receives={looked.preview?.from.receives ?? ''}
            coins={coins}
          />
          <PreviewFacts from={looked} getting={quote.busy} />
        </>
      )}
      <Notes request={request} rules={rules} />
    </form>
  );
}

function useCoins(currencies: readonly CurrencyView[], { rows }: AssetsView): ConvertibleCoin[] {
  const format = useFormat();
  const amounts = useAmounts();
  return useMemo(
    () => convertible(currencies, rows, (available) => amounts(format.amountDown(available, 8))),
    [currencies, rows, format, amounts],
  );
}

interface AmountsProps {
  request: QuoteRequest;
  change: (changes: Partial<QuoteRequest>) => void;
  wrong: string | undefined;
  available: string;
  receives: string;
  coins: readonly ConvertibleCoin[];
}

function Amounts({ request, change, wrong, available, receives, coins }: AmountsProps) {
  const { t } = useTranslation('conversion');
  return (
    <>
      <MoneyBox
        name="amount"
        label={t('sell')}
        coin={
          <CoinPick
            label={t('coinSell')}
            currency={request.from}
            coins={coins}
            onChange={(from) => change({ from, ...(from === request.to && { to: request.from }), amount: '' })}
          />
        }
        value={request.amount}
        onChange={(amount) => change({ amount })}
        error={wrong}
        aside={
          <Available amount={available} currency={request.from} onMax={() => change({ amount: wholeOf(available) })} />
        }
      />
      <div className={styles.between}>
        <Swap label={t('swap')} onClick={() => change({ from: request.to, to: request.from, amount: '' })} />
      </div>
      <MoneyBox
        name="receives"
        label={t('buy')}
        coin={
          <CoinPick
            label={t('coinBuy')}
            currency={request.to}
            coins={coins}
            onChange={(to) => change({ to, ...(to === request.from && { from: request.to, amount: '' }) })}
          />
        }
        value={receives}
      />
    </>
  );
}

function Notes({ request, rules }: Pick<ConvertFormProps, 'rules'> & { request: QuoteRequest }) {
  const { t } = useTranslation('conversion');
  const format = useFormat();
  const { minUsdt, maxUsdt } = rules.values;
  return (
    <>
      <p className={styles.note}>
        {t('limits', { min: format.amount(minUsdt, 8), max: format.amount(maxUsdt, 8) })} {t('why')}
      </p>
      <p className={styles.links}>
        <Link to={`/currencyTrade?symbol=${request.from === 'USDT' ? request.to : request.from}USDT`}>{t('book')}</Link>
        <Link to="/accountRecord?kind=conversions">{t('records')}</Link>
      </p>
    </>
  );
}

/**
 * What stands against the request, at the amount: nothing before the button was pressed for an empty one. The button is never off: it
 * leads to what is wrong.
 */
function useChecked(request: QuoteRequest, available: string, looked: Preview, quote: Quote) {
  const { t } = useTranslation('refusal');
  const shortage = useShortage();
  const form = useRef<HTMLFormElement>(null);
  const [tried, setTried] = useState(false);
  const amount = toAmount(request.amount || '0');
  const missing = amount === 0n ? t('asset.amount-zero') : undefined;
  const short = shortage(request.amount, available, request.from);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (quote.live?.kind === 'single') return void quote.accept(quote.live.quoteId);
    if ((missing ?? short ?? looked.refused) === undefined) return void quote.get(request);
    setTried(true);
    form.current?.querySelector<HTMLElement>('[name=amount]')?.focus();
  };
  return { form, submit, wrong: looked.refused ?? short ?? (tried ? missing : undefined) };
}

/** The coins of the link, if they exist; else USDT for BTC. */
function useRequest(currencies: readonly CurrencyView[]) {
  const [wanted] = useSearchParams();
  return useState<QuoteRequest>(() => {
    const known = (text: string | null, otherwise: string) =>
      currencies.some(({ currency }) => currency === text) ? (text as string) : otherwise;
    const from = known(wanted.get('from'), 'USDT');
    const to = known(wanted.get('to'), from === 'BTC' ? 'USDT' : 'BTC');
    return { from, to, amount: /^\d{1,18}(\.\d{1,8})?$/.exec(wanted.get('amount') ?? '')?.[0] ?? '' };
  });
}
