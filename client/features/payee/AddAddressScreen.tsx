import { useTranslation } from 'react-i18next';
import { useNavigate, useSearchParams } from 'react-router-dom';
import { addPayeeAddress } from '../../../contracts/payee.calls';
import { api, QUIET } from '../../lib/api';
import type { PayeesView } from '../../../contracts/payee.contract';
import { pathOf, safeReturn } from '../../app/routes';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { SelectField, TextField } from '../../ui/fields';
import { useForm } from '../../ui/use-form';
import { Remark } from '../security/SecurityPage';
import { AddressField } from './AddressField';
import { PayeePage } from './PayeePage';
import { NO_TRADE_PROOF, TradeProof } from './TradeProof';
import { refreshPayees } from './use-payees';
import styles from './Payee.module.css';

/** `/walletAdd`: a new entry of the address book. `?from=` brings back to where it was wanted, `?currency=` and `?network=` choose. */
export default function AddAddressScreen() {
  const { t } = useTranslation('payee');
  return (
    <PayeePage title={t('addAddress.title')} lead={t('addAddress.lead')}>
      {(payees) => <AddressForm payees={payees} />}
    </PayeePage>
  );
}

function AddressForm({ payees: { networks, rules } }: { payees: PayeesView }) {
  const { t } = useTranslation('payee');
  const form = useAddressForm(networks);
  return (
    <section className={styles.card}>
      <Form
        handle={form}
        label={t('addAddress.title')}
        actions={
          <Button type="submit" busy={form.busy}>
            {t('action.save')}
          </Button>
        }
      >
        <WhereFields form={form} networks={networks} />
        <TextField
          label={t('address.name')}
          hint={t('address.nameHint')}
          autoComplete="off"
          maxLength={40}
          {...form.field('label')}
        />
        <Remark>{t('rules.cooling', { hours: rules.coolingHours })}</Remark>
        <TradeProof form={form} />
      </Form>
    </section>
  );
}

type Networks = PayeesView['networks'];
type AddressHandle = ReturnType<typeof useAddressForm>;

/** What is typed; it ends where the address was wanted. */
function useAddressForm(networks: Networks) {
  const { t } = useTranslation('payee');
  const navigate = useNavigate();
  const [search] = useSearchParams();
  return useForm({
    initial: { ...firstChoice(networks, search), address: '', tag: '', label: '', ...NO_TRADE_PROOF },
    check: ({ address, label }) => ({
      ...(address === '' && { address: t('missing.address') }),
      ...(label.trim() === '' && { label: t('missing.label') }),
    }),
    draft: { name: 'payee-address', keep: ['currency', 'network', 'address', 'tag', 'label'] },
    send: async ({ googleCode, ...values }) => {
      await api.call(addPayeeAddress, { ...values, ...(googleCode !== '' && { googleCode }) }, QUIET);
      await refreshPayees();
      const from = search.get('from');
      await navigate(from === null ? pathOf('addresses') : safeReturn(from));
    },
  });
}

/** Currency, network, address and, where the network shares addresses, the tag. */
function WhereFields({ form, networks }: { form: AddressHandle; networks: Networks }) {
  const { t } = useTranslation('payee');
  const { values, field, set } = form;
  const offered = networksOf(networks, values.currency);
  const change = (currency: string) => {
    const next = networksOf(networks, currency);
    set({ currency, network: (next.find(({ id }) => id === values.network) ?? next[0])?.id ?? '' });
  };
  return (
    <>
      <div className={styles.pair}>
        <SelectField
          label={t('address.currency')}
          options={currenciesOf(networks).map((each) => ({ value: each, label: each }))}
          {...field('currency')}
          onChange={change}
        />
        <SelectField
          label={t('address.network')}
          options={offered.map(({ id }) => ({ value: id, label: id }))}
          {...field('network')}
        />
      </div>
      <AddressField
        label={t('address.label')}
        onFound={({ address, tag }) => set({ address, ...(tag !== '' && { tag }) })}
        {...field('address')}
      />
      <OtherNetwork form={form} offered={offered} />
      {offered.find(({ id }) => id === values.network)?.usesTag === true && (
        <TextField
          label={t('address.tag')}
          hint={t('address.tagHint')}
          autoComplete="off"
          spellCheck={false}
          maxLength={64}
          {...field('tag')}
        />
      )}
    </>
  );
}

/** A good address of another network that moves the currency too: one click chooses that network instead. */
function OtherNetwork({ form, offered }: { form: AddressHandle; offered: Networks }) {
  const { t } = useTranslation('payee');
  const { refusal, params = {} } = form.refused?.data ?? {};
  const network = refusal === 'payee.address-network' ? `${params['found']}` : '';
  if (!offered.some(({ id }) => id === network)) return null;
  return (
    <Button kind="plain" size="s" onClick={() => form.set({ network, address: form.values.address })}>
      {t('address.useNetwork', { network })}
    </Button>
  );
}

/** The currency in the page's address, if it exists; else USDT. */
function firstChoice(networks: Networks, search: URLSearchParams): { currency: string; network: string } {
  const currencies = currenciesOf(networks);
  const currency =
    [search.get('currency') ?? '', 'USDT'].find((each) => currencies.includes(each)) ?? currencies[0] ?? '';
  const offered = networksOf(networks, currency);
  const wanted = offered.find(({ id }) => id === search.get('network')) ?? offered[0];
  return { currency, network: wanted?.id ?? '' };
}

const currenciesOf = (networks: Networks): string[] => [...new Set(networks.flatMap(({ currencies }) => currencies))];

const networksOf = (networks: Networks, currency: string) =>
  networks.filter(({ currencies }) => currencies.includes(currency));
