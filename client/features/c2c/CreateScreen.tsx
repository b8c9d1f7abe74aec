import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useNavigate } from 'react-router-dom';
import { createC2c } from '../../../contracts/c2c.calls';
import { api, QUIET } from '../../lib/api';
import type { C2cQuoteView, C2cView } from '../../../contracts/c2c.contract';
import { pathOf } from '../../app/routes';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { DecimalInput } from '../../ui/DecimalInput';
import { Form } from '../../ui/Form';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { C2cPage, PrimaryNeeded } from './C2cPage';
import { payAmountOf, wholeTime } from './c2c-form';
import { Facts } from './Standing';
import { refreshC2c, useOffer } from './use-c2c';
import styles from './C2c.module.css';

/** `/c2c_create`: how much, in which currency, at which price; the price is fixed with the order. */
export default function CreateScreen() {
  const { t } = useTranslation('common');
  const navigate = useNavigate();
  return (
    <C2cPage title={t('screen.c2cCreate')} step="create">
      <NewOrder onCreated={(orderId) => navigate(`${pathOf('c2cAccount')}?id=${orderId}`)} />
    </C2cPage>
  );
}

interface NewOrderProps {
  /** What stands in the form at first. */
  amount?: string;
  onCreated: (orderId: string) => void | Promise<void>;
}

/** The form of an order, for who may place one; others are shown the way there. */
export function NewOrder(props: NewOrderProps) {
  return (
    <Loadable query={useOffer()} skeleton={<Skeleton rows={6} height={44} />}>
      {(view) => (view.primaryPassed ? <PreOrder view={view} {...props} /> : <PrimaryNeeded />)}
    </Loadable>
  );
}

function PreOrder({ view, amount: first = '', onCreated }: NewOrderProps & { view: C2cView }) {
  const { t } = useTranslation(['c2c', 'refusal']);
  const format = useFormat();
  const quoteOf = (currency: string) => view.quotes.find((quote) => quote.currency === currency);
  // What was shown when the button was pressed is what is sent, although the next price may have come.
  const shown = useRef('0');
  const form = useForm<'currency' | 'amount'>({
    initial: { currency: view.quotes[0]?.currency ?? '', amount: first },
    check: ({ amount, currency }) => {
      const { asset, min } = view;
      const { max, advancedMax } = quoteOf(currency) ?? view;
      if (amount === '') return { amount: t('refusal:c2c.amount-empty') };
      if (toAmount(amount) < toAmount(min))
        return { amount: t('refusal:c2c.amount-below-minimum', { min: format.amount(min, 2), asset }) };
      const most = { max: format.amount(max, 2), advancedMax: format.amount(advancedMax, 2), asset };
      if (toAmount(amount) > toAmount(advancedMax)) return { amount: t('refusal:c2c.amount-above-maximum', most) };
      return toAmount(amount) > toAmount(max) ? { amount: t('refusal:c2c.amount-needs-advanced', most) } : {};
    },
    send: async ({ currency, amount }, requestToken) => {
      const { orderId } = await api.call(createC2c, { currency, amount, price: shown.current, requestToken }, QUIET);
      await refreshC2c();
      await onCreated(orderId);
    },
  });
  const { currency, amount } = form.values;
  const quote = quoteOf(currency) ?? view.quotes[0];
  shown.current = quote?.price ?? '0';
  const { asset } = view;
  return (
    <section className={styles.card}>
      <Form
        handle={form}
        label={t('create.form')}
        actions={
          <Button type="submit" size="l" wide busy={form.busy}>
            {t('create.action')}
          </Button>
        }
      >
        <Currencies view={view} chosen={quote?.currency ?? ''} choose={(chosen) => form.set({ currency: chosen })} />
        <DecimalInput label={t('create.amount')} unit={asset} decimals={2} step="10" {...form.field('amount')} />
        <Limits view={view} limits={quote ?? view} />
        {quote !== undefined && <Terms view={view} quote={quote} amount={amount} />}
        <p className={styles.quiet}>{t('create.fixed')}</p>
      </Form>
    </section>
  );
}

/** Both maxima, where the advanced level has its own. */
function Limits({ view, limits }: { view: C2cView; limits: Pick<C2cQuoteView, 'max' | 'primaryMax' | 'advancedMax'> }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const { min, asset, advancedPassed } = view;
  const [max, before, advanced] = [limits.max, limits.primaryMax, limits.advancedMax].map((each) =>
    format.amount(each, 2),
  );
  return (
    <p className={styles.quiet}>
      {t('create.limits', { min: format.amount(min, 2), max, asset })}
      {before !== advanced && (
        <>
          <br />
          {advancedPassed ? (
            t('create.advanced', { before, max: advanced, asset })
          ) : (
            <Link className={styles.link} to={pathOf('advanced')}>
              {t('create.toAdvanced', { max: advanced, asset })}
            </Link>
          )}
        </>
      )}
    </p>
  );
}

/** Before the click: the index, the margin on it, and what both come to. */
function Terms({ view, quote, amount }: { view: C2cView; quote: C2cQuoteView; amount: string }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const { asset, spread, closedMargin, validMinutes } = view;
  const { currency, decimals, index, indexAt, margin, opensAt, price } = quote;
  const pay = payAmountOf(amount, price, decimals);
  const valid = wholeTime(validMinutes);
  const parts = { spread: format.share(spread), closed: format.share(closedMargin) };
  return (
    <>
      {opensAt !== null && (
        <p role="note" className={styles.warning}>
          {t('create.closed', { currency, time: format.dateTime(opensAt) })}
        </p>
      )}
      <Facts
        rows={[
          [t('fact.index'), `${format.amount(index, 8)} · ${format.dateTime(indexAt)}`],
          [
            t('fact.margin'),
            opensAt === null
              ? format.share(margin)
              : t('create.closedMargin', { ...parts, margin: format.share(margin) }),
          ],
          [t('fact.price'), `1 ${asset} = ${format.decimal(price, 4)} ${currency}`],
          [t('fact.pay'), pay === '' ? '–' : `${format.decimal(pay, decimals)} ${currency}`],
          [t('rule.valid'), t(valid.unit, { n: format.count(valid.n) })],
        ]}
      />
    </>
  );
}

interface CurrenciesProps {
  view: C2cView;
  chosen: string;
  choose: (currency: string) => void;
}

function Currencies({ view: { quotes, closed }, chosen, choose }: CurrenciesProps) {
  const { t } = useTranslation('c2c');
  return (
    <fieldset className={styles.choice}>
      <legend>{t('create.currency')}</legend>
      <div className={styles.chips}>
        {quotes.map(({ currency }) => (
          <label key={currency} className={styles.chip}>
            <input
              type="radio"
              name="currency"
              value={currency}
              checked={currency === chosen}
              onChange={() => choose(currency)}
            />
            <span>{currency}</span>
          </label>
        ))}
      </div>
      {closed.length > 0 && <p className={styles.quiet}>{t('price.none', { currencies: closed.join(', ') })}</p>}
    </fieldset>
  );
}
