import { describe, expect, it } from '@jest/globals';
import { isRefusal } from '../../core/refusal.js';
import { checkCard, type CardForm } from './bank-card.rules.js';

const CARD: CardForm = {
  bankName: 'Deutsche Bank',
  country: 'DE',
  account: 'DE89 3704 0044 0532 0130 00',
  bic: '',
  routingNumber: '',
  bankAddress: '',
  payeeName: 'Ada Lovelace',
  payeePhone: '',
  payeeAddress: '',
  note: '',
  label: '',
};
const AMERICAN = { country: 'US', account: '000123456789', routingNumber: '021000021' };
const JAPANESE = { country: 'JP', account: '1234567', bic: 'BOTKJPJT' };

const refusalOf = (form: Partial<CardForm>) => {
  const checked = checkCard({ ...CARD, ...form });
  return isRefusal(checked) ? [checked.refusal, checked.params['field']] : undefined;
};

describe('a bank account', () => {
  // Examples of the IBAN registry (ISO 13616), of SWIFT (ISO 9362) and of the American Bankers Association.
  it.each([
    [{ account: 'de89-3704-0044-0532-0130-00' }],
    [{ country: 'GB', account: 'GB29NWBK60161331926819', bic: 'NWBKGB2L' }],
    [{ country: 'NO', account: 'NO9386011117947' }],
    [{ country: 'MT', account: 'MT84MALT011000012345MTLCAST001S' }],
    // Banks in Réunion use French IBANs.
    [{ country: 'RE', account: 'FR1420041010050500013M02606' }],
    [AMERICAN],
    [{ ...AMERICAN, bic: 'CHASUS33XXX' }],
    [JAPANESE],
  ])('is taken when its digits fit: %j', (form) => {
    expect(refusalOf(form)).toBeUndefined();
  });

  it('is written in one way, however it was typed', () => {
    expect(checkCard({ ...CARD, account: 'de89 3704-0044 0532 0130 00', bic: 'deut de ff' })).toMatchObject({
      account: 'DE89370400440532013000',
      bic: 'DEUTDEFF',
      isIban: true,
    });
    expect(checkCard({ ...CARD, ...AMERICAN })).toMatchObject({ isIban: false });
  });

  it.each<[string, string, Partial<CardForm>]>([
    ['payee.country-unknown', 'country', { country: 'XX' }],
    ['payee.iban-unknown-country', 'account', { account: 'XX89370400440532013000' }],
    ['payee.iban-length', 'account', { account: 'DE8937040044053201300' }],
    ['payee.iban-format', 'account', { account: 'DE893704004405320130O0' }],
    ['payee.iban-checksum', 'account', { account: 'DE88370400440532013000' }],
    // Two digits swapped inside: what mod 97 is for.
    ['payee.iban-checksum', 'account', { account: 'DE89370400440523013000' }],
    ['payee.iban-country', 'account', { country: 'AT' }],
    ['payee.iban-required', 'account', { account: '0532013000' }],
    ['payee.account-format', 'account', { ...JAPANESE, account: 'ABC' }],
    ['payee.bic-format', 'bic', { bic: 'DEUTDE' }],
    ['payee.bic-format', 'bic', { bic: 'DEUTXXFF' }],
    ['payee.bic-required', 'bic', { ...JAPANESE, bic: '' }],
    ['payee.routing-required', 'routingNumber', { ...AMERICAN, routingNumber: '' }],
    ['payee.routing-checksum', 'routingNumber', { ...AMERICAN, routingNumber: '021000012' }],
    ['payee.routing-checksum', 'routingNumber', { ...AMERICAN, routingNumber: '990000002' }],
    ['payee.routing-unused', 'routingNumber', { routingNumber: '021000021' }],
  ])('is refused as %s at %s', (code, field, form) => {
    expect(refusalOf(form)).toEqual([code, field]);
  });
});
