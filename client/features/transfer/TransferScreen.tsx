import { useTranslation } from 'react-i18next';
import { Link, useSearchParams } from 'react-router-dom';
import { ACCOUNT_SPACES, type AccountSpace, type AssetsView } from '../../../contracts/asset.contract';
import { calls } from '../../lib/calls';
import { cx } from '../../lib/cx';
import { fixed } from '../../lib/fixed';
import { useFormat } from '../../lib/format';
import { queryClient } from '../../lib/query';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { SelectField } from '../../ui/fields';
import { Icon } from '../../ui/icons';
import { PercentSlider } from '../../ui/PercentSlider';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { AccountRecords } from '../asset/AccountRecords';
import { useAmounts } from '../asset/AssetHead';
import { useFreshAssets } from '../asset/use-fresh-assets';
import { MoneyBox } from './MoneyBox';
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

function TransferForm({ assets }: { assets: AssetsView }) {
  const { t } = useTranslation('transfer');
  const { t: asset } = useTranslation('asset');
  const format = useFormat();
  const amounts = useAmounts();
  const [wanted] = useSearchParams();
  const form = useForm<'from' | 'to' | 'currency' | 'amount'>({
    initial: startOf(assets, wanted),
    send: async (values) => {
      await calls.transfer(values);
      form.set({ amount: '' });
      await queryClient.invalidateQueries({ queryKey: ['account'] });
    },
  });
  const { currency, amount } = form.values;
  const [from, to] = [form.values.from as AccountSpace, form.values.to as AccountSpace];
  const available = availableIn(assets.rows, from, currency);
  const coins = movable(assets.rows, from).map((row) => ({ value: row.currency, label: row.currency }));
  const listed = coins.some(({ value }) => value === currency)
    ? coins
    : [{ value: currency, label: currency }, ...coins];
  const spaces = ACCOUNT_SPACES.map((value) => ({ value, label: asset(`space.${value}`) }));
  const field = form.field('amount');
  const swap = () => form.set({ from: to, to: from, amount: '' });
  const enough = fixed(amount || '0') <= fixed(available);
  return (
    <Form
      handle={form}
      actions={
        <Button type="submit" wide busy={form.busy}>
          {t('send')}
        </Button>
      }
    >
      <div className={styles.spaces}>
        <SelectField
          label={t('from')}
          options={spaces}
          {...form.field('from')}
          onChange={(next) => form.set(next === to ? { from: next, to: from, amount: '' } : { from: next, amount: '' })}
        />
        <button type="button" className={styles.swap} aria-label={t('swap')} title={t('swap')} onClick={swap}>
          <Icon name="trade" />
        </button>
        <SelectField
          label={t('to')}
          options={spaces}
          {...form.field('to')}
          onChange={(next) => form.set(next === from ? { to: next, from: to, amount: '' } : { to: next })}
        />
      </div>
      <MoneyBox
        {...field}
        label={t('amount')}
        coinLabel={t('coin')}
        currency={currency}
        coins={[{ heading: '', choices: listed }]}
        onCurrency={(next) => form.set({ currency: next, amount: '' })}
        decimals={18}
        aside={
          <span className={styles.held}>
            {t('available', { amount: amounts(format.amountDown(available, 8)), currency })}
            <button type="button" onClick={() => form.set({ amount: available })}>
              {t('max')}
            </button>
          </span>
        }
      />
      <PercentSlider
        label={t('share')}
        value={percentOf(amount, available)}
        disabled={fixed(available) === 0n}
        onChange={(percent) => form.set({ amount: shareOf(available, percent) })}
      />
      {coins.length === 0 ? (
        <p className={styles.note}>{t('empty')}</p>
      ) : (
        <dl className={styles.facts} aria-label={t('after')}>
          {enough && fixed(amount || '0') > 0n && (
            <div>
              <dt>
                {t('after')}, {asset(`space.${to}`)}
              </dt>
              <dd>
                {amounts(format.amountDown(sum(availableIn(assets.rows, to, currency), amount), 8))} {currency}
              </dd>
            </div>
          )}
        </dl>
      )}
    </Form>
  );
}

/** What a link asks for, else the spot account and the coin that it holds most of. */
function startOf(assets: AssetsView, wanted: URLSearchParams) {
  const [asked, askedTo] = [wanted.get('from'), wanted.get('to')];
  const from = isSpace(asked) ? asked : 'spot';
  const to = isSpace(askedTo) && askedTo !== from ? askedTo : from === 'spot' ? 'contract' : 'spot';
  const currency = wanted.get('currency') ?? movable(assets.rows, from)[0]?.currency ?? 'USDT';
  return { from, to, currency, amount: '' };
}
