import { useTranslation } from 'react-i18next';
import {
  EXPECTED_AMOUNTS,
  MONTHLY_INCOMES,
  type Band,
  type ExpectedAmount,
  type MonthlyIncome,
} from '../../../contracts/person.contract';
import type { IdentityLevel, SentFields } from '../../../contracts/identity.contract';
import { bandText } from '../../lib/bands';
import { countryName } from '../../lib/countries';
import { useFormat } from '../../lib/format';
import styles from './Identity.module.css';

/** What was sent, in words; the document's number is masked by the server. */
export function SentFacts({ level, sent }: { level: IdentityLevel; sent: SentFields | null }) {
  const { t } = useTranslation('identity');
  const words = useWords();
  if (sent === null) return null;
  return (
    <dl className={styles.facts}>
      {Object.entries(sent)
        .filter(([, value]) => value !== '')
        .map(([field, value]) => (
          <div key={field}>
            <dt>{t(level === 'address' && field === 'country' ? 'field.residence' : `field.${field}`)}</dt>
            <dd>{words(field, value)}</dd>
          </div>
        ))}
    </dl>
  );
}

/** A value of a form as a person reads it. */
export function useWords(): (field: string, value: string) => string {
  const { t } = useTranslation(['identity', 'common']);
  const format = useFormat();
  const band = (known: Band | undefined, value: string) => (known ? bandText(known, t, format) : value);
  return (field, value) => {
    switch (field) {
      case 'country':
        return countryName(value, format.tag);
      case 'documentType':
        return t(`documentType.${value}`);
      case 'birthDate':
        return dayText(value, format.tag);
      case 'occupation':
        return t(`common:occupation.${value}`);
      case 'wealthSource':
        return t(`wealth.${value}`);
      case 'assetProof':
        return t(`asset.${value}`);
      case 'billKind':
        return t(`bill.${value}`);
      case 'monthlyIncome':
        return band(MONTHLY_INCOMES[value as MonthlyIncome], value);
      case 'expectedAmount':
        return band(EXPECTED_AMOUNTS[value as ExpectedAmount], value);
      default:
        return value;
    }
  };
}

/** A birthday is a day and no instant: it is the same in every time zone. */
function dayText(day: string, tag: string): string {
  const date = new Date(`${day}T00:00:00Z`);
  if (Number.isNaN(date.getTime())) return day;
  return new Intl.DateTimeFormat(tag, { dateStyle: 'long', timeZone: 'UTC' }).format(date);
}
