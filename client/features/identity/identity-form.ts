import { IDENTITY_REASONS, type IdentityLevel, type IdentityView } from '../../../contracts/identity.contract';

export const PRIMARY_EMPTY = {
  country: '',
  documentType: '',
  realName: '',
  documentNumber: '',
  birthDate: '',
  front: '',
  back: '',
  held: '',
};
export type PrimaryField = keyof typeof PRIMARY_EMPTY;

export const STEPS = ['document', 'details', 'photos', 'check'] as const;
export type Step = (typeof STEPS)[number];

/** The fields of each step; the last step has none and sends. */
export const FIELDS_OF: Record<Step, readonly PrimaryField[]> = {
  document: ['country', 'documentType'],
  details: ['realName', 'documentNumber', 'birthDate'],
  photos: ['front', 'back', 'held'],
  check: [],
};

/** The step of a field; the last step for an unknown field. */
export function stepOf(field: string | undefined): Step {
  return STEPS.find((step) => (FIELDS_OF[step] as readonly string[]).includes(field ?? '')) ?? 'check';
}

/** Where a rejected form begins: at the first step with something marked. */
export function firstStep(reasons: readonly string[]): Step {
  const marked = (step: Step) => FIELDS_OF[step].some((field) => reasonsAt('primary', reasons, field).length > 0);
  return STEPS.find(marked) ?? 'document';
}

type Back = 'needed' | 'optional' | 'none';

/** Whether a document of the type needs a photo of its back; optional where no rule requires one. */
export function backOf(type: string, rules: Pick<IdentityView['rules'], 'typesWithBack'>): Back {
  if (type === '' || rules.typesWithBack.includes(Number(type))) return 'needed';
  return Number(type) === PASSPORT ? 'none' : 'optional';
}
const PASSPORT = 2;

const EMPTY: Record<PrimaryField, string> = {
  country: 'identity.country-empty',
  documentType: 'identity.document-type-empty',
  realName: 'identity.name-empty',
  documentNumber: 'identity.number-empty',
  birthDate: 'identity.birth-date-empty',
  front: 'identity.front-missing',
  back: 'identity.back-missing',
  held: 'identity.held-missing',
};

/** Empty required fields of a step, as refusal codes; the server checks the rest. */
export function missingIn(
  step: Step,
  values: Record<PrimaryField, string>,
  rules: Pick<IdentityView['rules'], 'typesWithBack'>,
): Partial<Record<PrimaryField, string>> {
  const free = (field: PrimaryField) => field === 'back' && backOf(values.documentType, rules) !== 'needed';
  const missing = FIELDS_OF[step].filter((field) => values[field].trim() === '' && !free(field));
  return Object.fromEntries(missing.map((field) => [field, EMPTY[field]]));
}

/** The reasons that stand at a field of a rejected form. */
export function reasonsAt(level: IdentityLevel, reasons: readonly string[], field: string): string[] {
  const known: Readonly<Record<string, readonly string[]>> = IDENTITY_REASONS[level];
  return reasons.filter((reason) => known[reason]?.includes(field));
}
