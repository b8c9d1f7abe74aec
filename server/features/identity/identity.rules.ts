import { isCountry } from '../../../contracts/country.contract.js';
import {
  ASSET_PROOFS,
  BILL_KINDS,
  WEALTH_SOURCES,
  type IdentityLevel,
  type SentFields,
} from '../../../contracts/identity.contract.js';
import { EXPECTED_AMOUNTS, MONTHLY_INCOMES, OCCUPATIONS } from '../../../contracts/person.contract.js';
import type { ImagePurpose } from '../../core/ports/private-images.js';
import { decidedBy, type PolicyVersion } from '../../core/policy.js';
import { refuse, type Refusal } from '../../core/refusal.js';
import { fitsDocument, normalNumber } from './document-number.rules.js';

/** Policy `identity.rules`, as far as forms follow it. */
export interface IdentityRules {
  /** Ids with commas between. */
  readonly documentTypes: string;
  readonly typesWithBack: string;
  readonly ageMin: number;
  readonly billAgeDaysMax: number;
  readonly imagesWaitingHours: number;
}

type RulesInForce = PolicyVersion<IdentityRules>;

/** A form in order: its texts as they are kept, and its images with what they must show. */
export interface OrderlyForm {
  readonly fields: SentFields;
  readonly images: Readonly<Record<string, { readonly id: string; readonly purpose: ImagePurpose }>>;
}

type Typed<Name extends string> = Readonly<Record<Name, string>>;
type PrimaryTyped = Typed<
  'country' | 'documentType' | 'realName' | 'documentNumber' | 'birthDate' | 'front' | 'back' | 'held'
>;
type AdvancedTyped = Typed<'occupation' | 'monthlyIncome' | 'wealthSource' | 'expectedAmount' | 'assetProof' | 'proof'>;
type AddressTyped = Typed<'country' | 'line1' | 'line2' | 'city' | 'postalCode' | 'billKind' | 'proof'>;

/** Letters of any script with what joins the parts of a name; a digit is a typing mistake. */
const NAME = /^[\p{L}\p{M}][\p{L}\p{M} '’ʼ.,\-‐·・]*$/u;
const NAME_LEAST = 2;
/** The characters of addresses, without control characters and writing directions. */
const ADDRESS = /^[\p{L}\p{M}\p{N}\p{P}\p{Sm}\p{Zs}°№]+$/u;

export const idsOf = (listed: string): number[] => listed.split(',').map((id) => +id);

/** From top to bottom; the first mistake is refused, and names its field. `day` is today in UTC: `2026-11-21`. */
export function checkPrimary(typed: PrimaryTyped, rules: RulesInForce, day: string): OrderlyForm | Refusal {
  const { country } = typed;
  if (!isCountry(country)) return refuse('identity.country-empty', { field: 'country' });
  const type = typeProblem(typed.documentType, rules);
  if (type !== undefined) return type;
  const realName = tidy(typed.realName);
  if (realName === '') return refuse('identity.name-empty', { field: 'realName' });
  if (!NAME.test(realName) || [...realName].length < NAME_LEAST)
    return refuse('identity.name-invalid', { field: 'realName' });
  const documentNumber = normalNumber(typed.documentNumber);
  if (documentNumber === '') return refuse('identity.number-empty', { field: 'documentNumber' });
  if (!fitsDocument(country, +typed.documentType, documentNumber))
    return refuse('identity.number-invalid', { field: 'documentNumber' });
  const birth = birthProblem(typed.birthDate, rules, day);
  if (birth !== undefined) return birth;
  const { documentType, birthDate, front, back, held } = typed;
  if (front === '') return refuse('identity.front-missing', { field: 'front' });
  const hasBack = idsOf(rules.values.typesWithBack).includes(+documentType);
  if (hasBack && back === '') return refuse('identity.back-missing', { field: 'back' });
  if (held === '') return refuse('identity.held-missing', { field: 'held' });
  const images = {
    front: { id: front, purpose: 'document-front' as const },
    ...(back === '' ? {} : { back: { id: back, purpose: 'document-back' as const } }),
    held: { id: held, purpose: 'document-held' as const },
  };
  return { fields: { country, documentType, realName, documentNumber, birthDate }, images };
}

export function checkAdvanced(typed: AdvancedTyped): OrderlyForm | Refusal {
  const { proof, ...fields } = typed;
  const choices: Record<keyof typeof fields, readonly string[]> = {
    occupation: OCCUPATIONS,
    monthlyIncome: Object.keys(MONTHLY_INCOMES),
    wealthSource: WEALTH_SOURCES,
    expectedAmount: Object.keys(EXPECTED_AMOUNTS),
    assetProof: ASSET_PROOFS,
  };
  for (const [field, allowed] of Object.entries(choices)) {
    if (!allowed.includes(fields[field as keyof typeof fields])) return refuse('identity.answer-empty', { field });
  }
  if (proof === '') return refuse('identity.proof-missing', { field: 'proof' });
  return { fields, images: { proof: { id: proof, purpose: 'asset-proof' } } };
}

/** The second line and, where there are none, the postal code may stay empty. */
export function checkAddress(typed: AddressTyped): OrderlyForm | Refusal {
  const { proof, country, billKind } = typed;
  if (!isCountry(country)) return refuse('identity.country-empty', { field: 'country' });
  const written = { line1: tidy(typed.line1), line2: tidy(typed.line2), city: tidy(typed.city) };
  const texts = { ...written, postalCode: tidy(typed.postalCode).toUpperCase() };
  for (const [field, text] of Object.entries(texts)) {
    if (text === '' && (field === 'line1' || field === 'city')) return refuse('identity.address-empty', { field });
    if (text !== '' && !ADDRESS.test(text)) return refuse('identity.address-invalid', { field });
  }
  if (!(BILL_KINDS as readonly string[]).includes(billKind))
    return refuse('identity.answer-empty', { field: 'billKind' });
  if (proof === '') return refuse('identity.proof-missing', { field: 'proof' });
  return { fields: { country, ...texts, billKind }, images: { proof: { id: proof, purpose: 'address-proof' } } };
}

/** Which of the levels must be passed before this one. */
export const needsPrimary = (level: IdentityLevel): boolean => level !== 'primary';

/** For eyes that need not know it: the first two and the last two signs. */
export function maskedNumber(number: string): string {
  return number.length < 6
    ? '•'.repeat(number.length)
    : `${number.slice(0, 2)}${'•'.repeat(number.length - 4)}${number.slice(-2)}`;
}

/** Whole years between two days (`1990-04-01`); birthdays of 29 February are on 1 March where there is none. */
export function yearsBetween(birth: string, day: string): number {
  const years = +day.slice(0, 4) - +birth.slice(0, 4);
  return day.slice(5) < birth.slice(5) ? years - 1 : years;
}

function typeProblem(type: string, rules: RulesInForce): Refusal | undefined {
  if (type.trim() === '') return refuse('identity.document-type-empty', { field: 'documentType' });
  if (/^[1-5]$/.test(type) && idsOf(rules.values.documentTypes).includes(+type)) return undefined;
  return refuse('identity.document-type-not-accepted', { field: 'documentType', ...decidedBy(rules) });
}

const AGE_MOST = 120;

function birthProblem(birthDate: string, rules: RulesInForce, day: string): Refusal | undefined {
  const field = 'birthDate';
  if (birthDate === '') return refuse('identity.birth-date-empty', { field });
  if (!isDay(birthDate) || birthDate > day) return refuse('identity.birth-date-invalid', { field });
  const years = yearsBetween(birthDate, day);
  if (years > AGE_MOST) return refuse('identity.birth-date-invalid', { field });
  if (years >= rules.values.ageMin) return undefined;
  return refuse('identity.too-young', { field, ageMin: rules.values.ageMin, ...decidedBy(rules) });
}

/** A day that the calendar has: `2023-02-29` is none. */
function isDay(text: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(text)) return false;
  const date = new Date(`${text}T00:00:00Z`);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

/** One spelling of what looks the same: composed letters, single spaces. */
const tidy = (text: string): string => text.normalize('NFC').replace(/\s+/gu, ' ').trim();
