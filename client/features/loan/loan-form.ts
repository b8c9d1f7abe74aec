import { LOAN_IMAGES, LOAN_PROOFS, type LoanImage, type LoanView } from '../../../contracts/loan.contract';
import { toAmount } from '../../../shared/money';

export const PERSONAL = ['name', 'country', 'address', 'birthDate', 'phone'] as const;
/** `proofs` shows what is wrong with all of them together. */
export type Field = 'amount' | 'periodDays' | (typeof PERSONAL)[number] | LoanImage | 'proofs' | 'agreed';

export const EMPTY: Record<Field, string> = {
  amount: '',
  periodDays: '7',
  name: '',
  country: '',
  address: '',
  birthDate: '',
  phone: '',
  front: '',
  back: '',
  credit: '',
  housing: '',
  income: '',
  bank: '',
  photo: '',
  proofs: '',
  agreed: '',
};

/** What is sent again of an application: amount, period and images. What names the person is sealed, and typed again. */
export function valuesOf({ amount, periodDays, images }: Pick<LoanView, 'amount' | 'periodDays' | 'images'>) {
  const sent = new Map(images.map(({ image, imageId }) => [image, imageId]));
  const known = Object.fromEntries(LOAN_IMAGES.map((image) => [image, sent.get(image) ?? '']));
  return { amount, periodDays: `${periodDays}`, ...known };
}

type Missing =
  | 'refusal:asset.amount-zero'
  | 'refusal:loan.agreement-needed'
  | 'refusal:loan.images-needed'
  | 'refusal:loan.proof-needed'
  | 'loan:apply.needed';

/** The browser's own checks: each field that is still missing, in words. */
export function missingIn(
  values: Record<Field, string>,
  ticked: string,
  t: (key: Missing) => string,
): Partial<Record<Field, string>> {
  const missing: Partial<Record<Field, string>> = {};
  if (toAmount(values.amount || '0') === 0n) missing.amount = t('refusal:asset.amount-zero');
  for (const name of PERSONAL) if (values[name].trim() === '') missing[name] = t('loan:apply.needed');
  for (const side of ['front', 'back'] as const)
    if (values[side] === '') missing[side] = t('refusal:loan.images-needed');
  if (LOAN_PROOFS.every((proof) => values[proof] === '')) missing.proofs = t('refusal:loan.proof-needed');
  if (values.agreed !== ticked) missing.agreed = t('refusal:loan.agreement-needed');
  return missing;
}
