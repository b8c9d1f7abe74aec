import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { isRefusal } from '../../core/refusal.js';
import { fitsDocument, normalNumber, skeletonOf } from './document-number.rules.js';
import { checkAddress, checkAdvanced, checkPrimary, maskedNumber, yearsBetween } from './identity.rules.js';

const RULES = {
  name: 'identity.rules',
  version: 3,
  values: { documentTypes: '1,2,3,4', typesWithBack: '1,3,4', ageMin: 18, billAgeDaysMax: 90, imagesWaitingHours: 24 },
};
const TODAY = '2026-11-21';
const PRIMARY = {
  country: 'DE',
  documentType: '1',
  realName: 'Anna Müller',
  documentNumber: 'L01X00T47',
  birthDate: '1990-04-01',
  front: 'image-front1',
  back: 'image-back01',
  held: 'image-held01',
};
const ADVANCED_FIELDS = {
  occupation: 'technology',
  monthlyIncome: 'i3000',
  wealthSource: 'salary',
  expectedAmount: 'a1000',
  assetProof: 'bankDeposit',
};
const ADVANCED = { ...ADVANCED_FIELDS, proof: 'image-proof1' };
const ADDRESS = {
  country: 'DE',
  line1: 'Hauptstraße 12 / 3. OG',
  line2: '',
  city: 'Köln',
  postalCode: '50667',
  billKind: 'utility',
  proof: 'image-proof1',
};

const primary = (changes: Partial<typeof PRIMARY>) => checkPrimary({ ...PRIMARY, ...changes }, RULES, TODAY);
const refusalOf = (answer: unknown) => (isRefusal(answer) ? [answer.refusal, answer.params['field']] : answer);

describe('a primary form', () => {
  it('is kept in one spelling, with its images and what they must show', () => {
    expect(primary({ realName: '  Anna   Mu\u0308ller ', documentNumber: 'l01x 00-t47' })).toEqual({
      fields: {
        country: 'DE',
        documentType: '1',
        realName: 'Anna Müller',
        documentNumber: 'L01X00T47',
        birthDate: '1990-04-01',
      },
      images: {
        front: { id: 'image-front1', purpose: 'document-front' },
        back: { id: 'image-back01', purpose: 'document-back' },
        held: { id: 'image-held01', purpose: 'document-held' },
      },
    });
  });

  it.each([
    [{ country: '' }, 'identity.country-empty', 'country'],
    [{ country: 'XX' }, 'identity.country-empty', 'country'],
    [{ documentType: '' }, 'identity.document-type-empty', 'documentType'],
    [{ documentType: '9' }, 'identity.document-type-not-accepted', 'documentType'],
    [{ documentType: '5' }, 'identity.document-type-not-accepted', 'documentType'],
    [{ realName: ' ' }, 'identity.name-empty', 'realName'],
    [{ realName: 'A' }, 'identity.name-invalid', 'realName'],
    [{ realName: 'Anna 2' }, 'identity.name-invalid', 'realName'],
    [{ realName: '<b>Anna</b>' }, 'identity.name-invalid', 'realName'],
    [{ realName: 'Anna\u202eMüller' }, 'identity.name-invalid', 'realName'],
    [{ documentNumber: ' - ' }, 'identity.number-empty', 'documentNumber'],
    [{ documentNumber: 'L01' }, 'identity.number-invalid', 'documentNumber'],
    [{ birthDate: '' }, 'identity.birth-date-empty', 'birthDate'],
    [{ birthDate: '1990-02-30' }, 'identity.birth-date-invalid', 'birthDate'],
    [{ birthDate: '01.04.1990' }, 'identity.birth-date-invalid', 'birthDate'],
    [{ birthDate: '2027-01-01' }, 'identity.birth-date-invalid', 'birthDate'],
    [{ birthDate: '1890-01-01' }, 'identity.birth-date-invalid', 'birthDate'],
    [{ birthDate: '2008-11-22' }, 'identity.too-young', 'birthDate'],
    [{ front: '' }, 'identity.front-missing', 'front'],
    [{ back: '' }, 'identity.back-missing', 'back'],
    [{ held: '' }, 'identity.held-missing', 'held'],
  ])('%j is refused by %s', (changes, code, field) => {
    expect(refusalOf(primary(changes))).toEqual([code, field]);
  });

  it('is refused by its first mistake from top to bottom', () => {
    const order: (keyof typeof PRIMARY)[] = [
      'country',
      'documentType',
      'realName',
      'documentNumber',
      'birthDate',
      'front',
      'back',
      'held',
    ];
    const wrong = Object.fromEntries(order.map((field) => [field, ''])) as typeof PRIMARY;
    const found = order.map((_, index) => {
      const right = Object.fromEntries(order.slice(0, index).map((field) => [field, PRIMARY[field]]));
      const answer = checkPrimary({ ...wrong, ...right }, RULES, TODAY);
      return isRefusal(answer) ? answer.params['field'] : null;
    });
    expect(found).toEqual(order);
  });

  it('names the policy where the policy refuses', () => {
    expect(primary({ documentType: '5' })).toHaveProperty('params', {
      field: 'documentType',
      policy: 'identity.rules',
      version: 3,
    });
    expect(primary({ birthDate: '2010-01-01' })).toHaveProperty('params', {
      field: 'birthDate',
      ageMin: 18,
      policy: 'identity.rules',
      version: 3,
    });
  });

  it('of who is eighteen today is taken, and of who is tomorrow is not', () => {
    expect(isRefusal(primary({ birthDate: '2008-11-21' }))).toBe(false);
    expect(isRefusal(primary({ birthDate: '2008-11-22' }))).toBe(true);
  });

  it('with a passport needs no back and takes none that is missing', () => {
    const answer = primary({ documentType: '2', documentNumber: 'C01X00T47', back: '' });
    expect(answer).not.toHaveProperty('images.back');
    expect(isRefusal(answer)).toBe(false);
  });

  it.each([
    '王小明',
    '山田 太郎',
    '김민준',
    'สมชาย ใจดี',
    'Nguyễn Văn A',
    "O'Connor-Smith Jr.",
    'Иван Петров',
    'محمد علي',
    'Ó Súilleabháin',
    '阿卜杜·热合曼',
    'D’Angelo',
  ])('takes the name %s', (realName) => {
    expect(isRefusal(primary({ realName }))).toBe(false);
  });
});

describe('a document number', () => {
  it('is the same however it is grouped, in full width and in the digits of other scripts', () => {
    for (const typed of [
      '110101 19900307 7758',
      '110101-19900307-7758',
      '１１０１０１１９９００３０７７７５８',
      '١١٠١٠١١٩٩٠٠٣٠٧٧٧٥٨',
    ])
      expect(normalNumber(typed)).toBe('110101199003077758');
    expect(normalNumber('a123456(7)')).toBe('A1234567');
  });

  it('has one skeleton for what looks the same', () => {
    expect(skeletonOf(normalNumber('АВ123O'))).toBe(skeletonOf(normalNumber('AB1230')));
    expect(skeletonOf('AB12I4')).toBe(skeletonOf('AB1214'));
    expect(skeletonOf('AB1234')).not.toBe(skeletonOf('AB1235'));
  });

  it('normalised twice is normalised once', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme' }), (text) => normalNumber(normalNumber(text)) === normalNumber(text)),
      { examples: [['ῒ'], ['e-\u0301']] },
    );
  });

  it.each([
    ['CN', 1, '11010119900307775X', true],
    ['CN', 1, '1234', false],
    ['HK', 1, 'A1234563', true],
    ['SG', 1, 'S1234567D', true],
    ['ES', 1, '12345678Z', true],
    ['ES', 4, 'X1234567L', true],
    ['TH', 1, '1101700203451', true],
    ['JP', 3, '123456789012', true],
    ['JP', 3, 'A23456789012', false],
    ['US', 2, '123456789', true],
    ['US', 2, '+49 170', false],
    ['KE', 1, '12345678', true],
    ['KE', 1, 'ABCDEF', false],
    ['BY', 4, 'АБ1234567', true],
  ])('of %s, type %i, %s fits: %s', (country, type, number, fits) => {
    expect(fitsDocument(country, type, normalNumber(number))).toBe(fits);
  });

  it('is shown by its first and last two signs', () => {
    expect(maskedNumber('L01X00T47')).toBe('L0•••••47');
    expect(maskedNumber('12345')).toBe('•••••');
  });

  it('never shows more than four signs when masked, and keeps its length', () => {
    fc.assert(
      fc.property(fc.string({ minLength: 4, maxLength: 30 }), (number) => {
        const masked = maskedNumber(number);
        return masked.length === number.length && [...masked].filter((sign) => sign !== '•').length <= 4;
      }),
    );
  });
});

describe('an age', () => {
  it('is counted in whole years, of 29 February from 1 March where there is none', () => {
    expect(yearsBetween('2000-02-29', '2018-02-28')).toBe(17);
    expect(yearsBetween('2000-02-29', '2018-03-01')).toBe(18);
    expect(yearsBetween('2000-02-29', '2020-02-29')).toBe(20);
  });
});

describe('an advanced form', () => {
  it('is kept as it was answered', () => {
    const images = { proof: { id: ADVANCED.proof, purpose: 'asset-proof' } };
    expect(checkAdvanced(ADVANCED)).toEqual({ fields: ADVANCED_FIELDS, images });
  });

  it.each([
    ...['salary', 'business', 'investments', 'property', 'inheritance', 'savings', 'pension', 'other'].map(
      (wealthSource) => ({ wealthSource }),
    ),
    ...['housing', 'bankDeposit', 'stock', 'companyShares'].map((assetProof) => ({ assetProof })),
  ])('takes %o', (answer) => {
    expect(checkAdvanced({ ...ADVANCED, ...answer })).toMatchObject({ fields: { ...ADVANCED_FIELDS, ...answer } });
  });

  it.each(['occupation', 'monthlyIncome', 'wealthSource', 'expectedAmount', 'assetProof'])(
    'needs an answer for %s',
    (field) => {
      expect(refusalOf(checkAdvanced({ ...ADVANCED, [field]: '' }))).toEqual(['identity.answer-empty', field]);
      expect(refusalOf(checkAdvanced({ ...ADVANCED, [field]: 'constructor' }))).toEqual([
        'identity.answer-empty',
        field,
      ]);
    },
  );

  it('needs its proof', () => {
    expect(refusalOf(checkAdvanced({ ...ADVANCED, proof: '' }))).toEqual(['identity.proof-missing', 'proof']);
  });
});

describe('an address form', () => {
  it('is kept tidy; second line and postal code may be empty', () => {
    const answer = checkAddress({ ...ADDRESS, line1: ' Hauptstraße  12 / 3. OG', postalCode: '' });
    expect(answer).toHaveProperty('fields', {
      country: 'DE',
      line1: ADDRESS.line1,
      line2: '',
      city: 'Köln',
      postalCode: '',
      billKind: 'utility',
    });
  });

  it.each([
    [{ country: '' }, 'identity.country-empty', 'country'],
    [{ line1: '  ' }, 'identity.address-empty', 'line1'],
    [{ line1: 'Haupt\u0007straße' }, 'identity.address-invalid', 'line1'],
    [{ line2: 'a\u202eb' }, 'identity.address-invalid', 'line2'],
    [{ city: '' }, 'identity.address-empty', 'city'],
    [{ postalCode: '\u{1f600}' }, 'identity.address-invalid', 'postalCode'],
    [{ billKind: '' }, 'identity.answer-empty', 'billKind'],
    [{ proof: '' }, 'identity.proof-missing', 'proof'],
  ])('%j is refused by %s', (changes, code, field) => {
    expect(refusalOf(checkAddress({ ...ADDRESS, ...changes }))).toEqual([code, field]);
  });

  it.each([
    '東京都千代田区千代田1-1',
    'ул. Ленина, д. 5, кв. 12',
    '123/45 ซอยสุขุมวิท 21',
    '12 Rue de l’Église, Bât. B',
    'C/ Mayor, nº 3, 2.º izq.',
  ])('takes the line %s', (line1) => {
    expect(isRefusal(checkAddress({ ...ADDRESS, line1 }))).toBe(false);
  });
});
