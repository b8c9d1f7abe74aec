import { useTranslation } from 'react-i18next';
import type { PayeeCardView, PayeesView } from '../../../contracts/payee.contract';
import { pathOf } from '../../app/routes';
import { countryName } from '../../lib/countries';
import { useFormat } from '../../lib/format';
import { ButtonLink } from '../../ui/Button';
import { CopyText } from '../../ui/CopyText';
import { Empty } from '../../ui/states';
import { RuleNote } from './AddressesScreen';
import { grouped } from './grouped';
import { LabelPayee } from './LabelPayee';
import { CoolingOff, PayeePage } from './PayeePage';
import { PaymentSettingsCard } from './PaymentSettingsCard';
import { RemovePayee } from './RemovePayee';
import styles from './Payee.module.css';

/** `/bank`: bank cards that can be paid out to, and the payment settings. */
export default function BankScreen() {
  const { t } = useTranslation('payee');
  return (
    <PayeePage title={t('bank.title')} lead={t('bank.lead')}>
      {(payees) => (
        <>
          <Cards payees={payees} />
          <PaymentSettingsCard settings={payees.settings} />
        </>
      )}
    </PayeePage>
  );
}

function Cards({ payees: { cards, rules } }: { payees: PayeesView }) {
  const { t } = useTranslation('payee');
  const add = <ButtonLink to={pathOf('addBank')}>{t('bank.add')}</ButtonLink>;
  if (cards.length === 0) return <Empty text={t('bank.empty')}>{add}</Empty>;
  return (
    <>
      <div className={styles.bar}>
        <RuleNote rules={rules} used={cards.length} most={rules.cardsMax} />
        {add}
      </div>
      <ul className={styles.list}>
        {cards.map((card) => (
          <CardRow key={card.id} card={card} />
        ))}
      </ul>
    </>
  );
}

function CardRow({ card }: { card: PayeeCardView }) {
  const { t } = useTranslation('payee');
  const format = useFormat();
  const name = card.label === '' ? card.bankName : card.label;
  const facts = [
    ['payeeName', card.payeeName],
    ['bic', card.bic ?? ''],
    ['routingNumber', card.routingNumber ?? ''],
    ['bankAddress', card.bankAddress],
    ['payeePhone', card.payeePhone],
    ['payeeAddress', card.payeeAddress],
    ['note', card.note],
  ] as const;
  return (
    <li className={styles.entry}>
      <div className={styles.entryHead}>
        <h2>{name}</h2>
        <span className={styles.chip}>
          {card.bankName} · {countryName(card.country, format.tag)}
        </span>
        <CoolingOff usableAt={card.usableAt} />
      </div>
      <CopyText value={card.account} label={t(card.isIban ? 'card.iban' : 'card.account')}>
        <code className={styles.address}>{card.isIban ? grouped(card.account) : card.account}</code>
      </CopyText>
      <dl className={styles.facts}>
        {facts
          .filter(([, value]) => value !== '')
          .map(([key, value]) => (
            <div key={key}>
              <dt>{t(`card.${key}`)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <div className={styles.entryFoot}>
        <small>{t('state.added', { day: format.day(card.addedAt) })}</small>
        <LabelPayee payeeId={card.id} label={name} />
        <RemovePayee payeeId={card.id} label={name} />
        <ButtonLink to={`${pathOf('withdrawal')}?payee=${card.id}`} kind="plain" size="s">
          {t('action.withdraw')}
        </ButtonLink>
      </div>
    </li>
  );
}
