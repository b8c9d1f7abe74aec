import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PayeeAddressView, PayeesView } from '../../../contracts/payee.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { ButtonLink } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Empty } from '../../ui/states';
import { WhyButton } from '../policy/WhyButton';
import { grouped } from './grouped';
import { LabelPayee } from './LabelPayee';
import { CoolingOff, PayeePage } from './PayeePage';
import { RemovePayee } from './RemovePayee';
import styles from './Payee.module.css';

/** From so many entries on, a list is searched rather than looked through. */
const MANY = 6;

/** `/address` and `/wallet`: the withdrawal address book. */
export default function AddressesScreen() {
  const { t } = useTranslation('payee');
  return (
    <PayeePage title={t('addresses.title')} lead={t('addresses.lead')}>
      {(payees) => <AddressBook payees={payees} />}
    </PayeePage>
  );
}

function AddressBook({ payees: { addresses, rules } }: { payees: PayeesView }) {
  const { t } = useTranslation('payee');
  const [search, setSearch] = useState('');
  const add = <ButtonLink to={pathOf('addAddress')}>{t('addresses.add')}</ButtonLink>;
  if (addresses.length === 0) return <Empty text={t('addresses.empty')}>{add}</Empty>;
  const shown = addresses.filter((entry) => matches(entry, search));
  return (
    <>
      <div className={styles.bar}>
        <RuleNote rules={rules} used={addresses.length} most={rules.addressesMax} />
        {addresses.length > MANY && (
          <input
            type="search"
            className={styles.search}
            aria-label={t('addresses.search')}
            placeholder={t('addresses.search')}
            value={search}
            onChange={(event) => setSearch(event.target.value)}
          />
        )}
        {add}
      </div>
      <ul className={styles.list}>
        {shown.map((entry) => (
          <AddressRow key={entry.id} entry={entry} />
        ))}
      </ul>
      {shown.length === 0 && <Empty text={t('addresses.noMatch')} />}
    </>
  );
}

function AddressRow({ entry }: { entry: PayeeAddressView }) {
  const { t } = useTranslation('payee');
  const format = useFormat();
  const { id, label, currency, network, address, tag, addedAt, usableAt } = entry;
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <h2>{label}</h2>
        <span className={styles.chip}>
          {currency} · {network}
        </span>
        <CoolingOff usableAt={usableAt} />
      </div>
      <CopyText value={address} label={t('address.label')}>
        <code className={styles.address}>{grouped(address)}</code>
      </CopyText>
      {tag !== null && (
        <CopyText value={tag} label={t('address.tag')}>
          <span>
            {t('address.tag')}: <code>{tag}</code>
          </span>
        </CopyText>
      )}
      <div className={styles.entryFoot}>
        <small>{t('state.added', { day: format.day(addedAt) })}</small>
        <LabelPayee payeeId={id} label={label} />
        <RemovePayee payeeId={id} label={label} />
        <ButtonLink to={`${pathOf('withdrawal')}?payee=${id}`} kind="plain" size="s">
          {t('action.withdraw')}
        </ButtonLink>
      </div>
    </li>
  );
}

/** What is published about new entries, and how many there may be. */
export function RuleNote({ rules, used, most }: { rules: PayeesView['rules']; used: number; most: number }) {
  const { t } = useTranslation('payee');
  const { policy, version, ...inputs } = rules;
  return (
    <p className={styles.rule}>
      {t('rules.short', { hours: rules.coolingHours, used, most })} <WhyButton {...{ policy, version, inputs }} />
    </p>
  );
}

function matches({ label, currency, network, address }: PayeeAddressView, search: string): boolean {
  const wanted = search.trim().toLowerCase();
  return [label, currency, network, address].some((text) => text.toLowerCase().includes(wanted));
}
