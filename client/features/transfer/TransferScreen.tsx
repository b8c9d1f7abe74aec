import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { transferFunds } from '../../../contracts/transfer.calls';
import { api, QUIET } from '../../lib/api';
import { ACCOUNT_SPACES, type AccountSpace, type AssetsView } from '../../../contracts/asset.contract';
import { cx } from '../../lib/cx';
import { toAmount } from '../../../shared/money';
import { useFormat } from '../../lib/format';
import { EVERYTHING_OWN } from '../../lib/keys';
import { queryClient } from '../../lib/query';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { SelectField } from '../../ui/fields';
import { PercentSlider } from '../../ui/PercentSlider';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm, type FormHandle } from '../../ui/use-form';
import { AccountRecords } from '../asset/AccountRecords';
import { useAmounts } from '../asset/use-amounts';
import { useFreshAssets } from '../asset/use-fresh-assets';
import { Available, CoinSelect, MoneyBox, Swap } from './MoneyBox';
import { useShortage } from './use-shortage';
import { availableIn, isSpace, movable, percentOf, shareOf, sum } from './transfer-form';
import styles from './Money.module.css';

/** `/transfer`: between the person's own five account spaces. */
export default function TransferScreen() {
  const { t } = useTranslation('transfer');
  const query = useFreshAssets();
  return (
    <div className={cx(styles.page, styles.middle)}>
      <h1>{t('title')}</h1>
      <p className={styles.lead}>{t('lead')}</p>
      <section className={styles.card} aria-label={t('title')}>
        <Loadable query={query} skeleton={<Skeleton rows={5} height={44} />}>
          {(assets) => <TransferForm assets={assets} />}
        </Loadable>
      </section>
      <section className={styles.card}>
        <h2>{t('records')}</h2>
        <AccountRecords filters={{ kind: 'transfers' }} brief />
        <p className={styles.links}>
          <Link to="/accountRecord?kind=transfers">{t('allRecords')}</Link>
        </p>
      </section>
    </div>
  );
}

type Field = 'from' | 'to' | 'currency' | 'amount';

function TransferForm({ assets }: { assets: AssetsView }) {
  const { t } = useTranslation('transfer');
  const [wanted] = useSearchParams();
  const form = useForm<Field>({
    initial: startOf(assets, wanted),
    check: useCheck(assets),
    send: async (values, requestToken) => {
      const [from, to] = [values.from as AccountSpace, values.to as AccountSpace];
      await api.call(transferFunds, { ...values, from, to, requestToken }, QUIET);
      form.set({ amount: '' });
      await queryClient.invalidateQueries(EVERYTHING_OWN);
    },
  });
  const { currency, amount } = form.values;
  const from = form.values.from as AccountSpace;
  const available = availableIn(assets.rows, from, currency);
  const coins = movable(assets.rows, from).map((row) => ({ value: row.currency, label: row.currency }));
  const unlisted = coins.some(({ value }) => value === currency) ? [] : [{ value: currency, label: currency }];
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('send')}
        </Button>
      }
    >
      <Spaces form={form} />
      <MoneyBox
        {...form.field('amount')}
        label={t('amount')}
        coin={
          <CoinSelect
            label={t('coin')}
            currency={currency}
            coins={[...unlisted, ...coins]}
            onChange={(next) => form.set({ currency: next, amount: '' })}
          />
        }
        decimals={18}
        aside={<Available amount={available} currency={currency} onMax={() => form.set({ amount: available })} />}
      />
      <PercentSlider
        label={t('share')}
        value={percentOf(amount, available)}
        disabled={toAmount(available) === 0n}
        onChange={(percent) => form.set({ amount: shareOf(available, percent) })}
      />
      {coins.length === 0 && <p className={styles.note}>{t('empty')}</p>}
      {toAmount(amount || '0') > 0n && toAmount(amount) <= toAmount(available) && (
        <After assets={assets} values={form.values} />
      )}
    </Form>
  );
}

/** An amount, and no more than there is. */
function useCheck(assets: AssetsView) {
  const { t } = useTranslation('refusal');
  const shortage = useShortage();
  return ({ from, currency, amount }: Record<Field, string>) => {
    const available = availableIn(assets.rows, from as AccountSpace, currency);
    if (toAmount(amount || '0') === 0n) return { amount: t('asset.amount-zero') };
    const short = shortage(amount, available, currency);
    return short === undefined ? {} : { amount: short };
  };
}

/** From where to where; choosing the same one twice turns the direction around. */
function Spaces({ form }: { form: FormHandle<Field> }) {
  const { t } = useTranslation('transfer');
  const { t: asset } = useTranslation('asset');
  const { from, to } = form.values;
  const spaces = ACCOUNT_SPACES.map((value) => ({ value, label: asset(`space.${value}`) }));
  return (
    <>
      <div className={styles.spaces}>
        <SelectField
          label={t('from')}
          options={spaces}
          {...form.field('from')}
          onChange={(next) => form.set({ from: next, ...(next === to && { to: from }), amount: '' })}
        />
        <Swap label={t('swap')} onClick={() => form.set({ from: to, to: from, amount: '' })} />
        <SelectField
          label={t('to')}
          options={spaces}
          {...form.field('to')}
          onChange={(next) => form.set({ to: next, ...(next === from && { from: to, amount: '' }) })}
        />
      </div>
    </>
  );
}

/** What will be in the other account, before it is sent. */
function After({ assets, values }: { assets: AssetsView; values: Record<Field, string> }) {
  const { t } = useTranslation('transfer');
  const { t: asset } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const { currency, amount } = values;
  const to = values.to as AccountSpace;
  return (
    <dl className={styles.facts}>
      <div>
        <dt>
          {t('after')} · {asset(`space.${to}`)}
        </dt>
        <dd>
          {amounts(format.amountDown(sum(availableIn(assets.rows, to, currency), amount), 8))} {currency}
        </dd>
      </div>
    </dl>
  );
}

/** The accounts and the coin of the link; else the spot account and its largest coin. */
function startOf(assets: AssetsView, wanted: URLSearchParams) {
  const [wantedFrom, wantedTo] = [wanted.get('from'), wanted.get('to')];
  const from = isSpace(wantedFrom) ? wantedFrom : 'spot';
  const to = isSpace(wantedTo) && wantedTo !== from ? wantedTo : from === 'spot' ? 'contract' : 'spot';
  const currency = wanted.get('currency') ?? movable(assets.rows, from)[0]?.currency ?? 'USDT';
  return { from, to, currency, amount: '' };
}
