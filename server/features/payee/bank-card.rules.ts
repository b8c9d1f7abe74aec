import { getCountrySpecifications, isValidBIC, ValidationErrorsIBAN, validateIBAN } from 'ibantools';
import { isCountry } from '../../../contracts/country.contract.js';
import { refuse, type Refusal } from '../../core/refusal.js';

/** A person's input for a bank account. An empty text means none. */
export interface CardForm {
  readonly bankName: string;
  /** Of the bank, ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly account: string;
  readonly bic: string;
  readonly routingNumber: string;
  readonly bankAddress: string;
  readonly payeeName: string;
  readonly payeePhone: string;
  readonly payeeAddress: string;
  readonly note: string;
  readonly label: string;
}

/** The same, checked and written in one way: no blanks in numbers, capitals. Sealed as one text. */
export interface CardTexts extends CardForm {
  readonly isIban: boolean;
}

const specifications = getCountrySpecifications();
/** Territories whose banks use the IBANs of another country: the letters in front are that country's. */
const USES_IBANS_OF: Readonly<Record<string, string>> = {
  ...Object.fromEntries('BL GF GP MF MQ NC PF PM RE TF WF YT'.split(' ').map((territory) => [territory, 'FR'])),
  AX: 'FI',
};
const LOOKS_LIKE_IBAN = /^[A-Z]{2}\d{2}[A-Z0-9]+$/;
const ACCOUNT_NUMBER = /^(?=.*\d)[A-Z0-9]{4,34}$/;
/** The first two digits that the American Bankers Association gives out. */
const ROUTING = /^(0\d|1[0-2]|2[1-9]|3[0-2]|6[1-9]|7[0-2]|80)\d{7}$/;
const ROUTING_WEIGHTS = [3, 7, 1];

/**
 * Checks a bank account by its own digits: IBAN by ISO 13616 (country, length, form, mod 97 and the check digits inside where its
 * country has some), BIC by ISO 9362, American routing numbers by their checksum. Where a country has IBANs a bare account number
 * is refused, because a wire there could not be delivered.
 */
export function checkCard(form: CardForm): CardTexts | Refusal {
  const card = {
    ...form,
    account: plain(form.account),
    bic: plain(form.bic),
    routingNumber: plain(form.routingNumber),
  };
  if (!isCountry(card.country)) return refuse('payee.country-unknown', { field: 'country' });
  const isIban = LOOKS_LIKE_IBAN.test(card.account);
  const problem = (isIban ? ibanProblem(card) : accountProblem(card)) ?? bankProblem(card, isIban);
  return problem ?? { ...card, isIban };
}

/** Blanks, hyphens and dots only part the digits. Full-width signs are the same signs. */
function plain(text: string): string {
  return text
    .normalize('NFKC')
    .replace(/[\s.-]/g, '')
    .toUpperCase();
}

function ibanProblem({ account, country }: CardForm): Refusal | undefined {
  const field = 'account';
  const found = account.slice(0, 2);
  const length = specifications[found]?.chars ?? null;
  if (length === null) return refuse('payee.iban-unknown-country', { field, letters: found });
  if (account.length !== length)
    return refuse('payee.iban-length', { field, country: found, length, given: account.length });
  const { errorCodes } = validateIBAN(account);
  if (errorCodes.includes(ValidationErrorsIBAN.WrongBBANFormat))
    return refuse('payee.iban-format', { field, country: found });
  // The remaining ones are sums that do not come out: mod 97, or the country's own check digits.
  if (errorCodes.length > 0) return refuse('payee.iban-checksum', { field });
  return found === (USES_IBANS_OF[country] ?? country)
    ? undefined
    : refuse('payee.iban-country', { field, country, ibanCountry: found });
}

function accountProblem({ account, country }: CardForm): Refusal | undefined {
  const field = 'account';
  if (specifications[country]?.IBANRegistry === true) return refuse('payee.iban-required', { field, country });
  return ACCOUNT_NUMBER.test(account) ? undefined : refuse('payee.account-format', { field });
}

/** An account number does not name its bank: beside it stands a routing number in the United States, a BIC elsewhere. */
function bankProblem({ bic, routingNumber, country }: CardForm, isIban: boolean): Refusal | undefined {
  const american = country === 'US';
  if (bic !== '' && !isValidBIC(bic)) return refuse('payee.bic-format', { field: 'bic' });
  if (!american && routingNumber !== '') return refuse('payee.routing-unused', { field: 'routingNumber' });
  if (american && routingNumber === '') return refuse('payee.routing-required', { field: 'routingNumber' });
  if (american && !routingIsRight(routingNumber)) return refuse('payee.routing-checksum', { field: 'routingNumber' });
  return !american && !isIban && bic === '' ? refuse('payee.bic-required', { field: 'bic' }) : undefined;
}

/** Nine digits whose sum, weighed 3, 7, 1 over and over, is a multiple of ten. */
function routingIsRight(routing: string): boolean {
  if (!ROUTING.test(routing)) return false;
  const sum = [...routing].reduce(
    (total, digit, at) => total + (digit.charCodeAt(0) - 48) * (ROUTING_WEIGHTS[at % 3] as number),
    0,
  );
  return sum % 10 === 0;
}
