import { DOCUMENT_TYPES } from '../../../contracts/identity.contract.js';

const { idCard, passport, drivingLicence, residencePermit } = DOCUMENT_TYPES;

/** Fits any document: enough signs to be unique, at least one of them a digit. */
const ANY = /^(?=.*\d)[\p{L}\d]{4,30}$/u;
const PASSPORT = /^(?=.*\d)[A-Z0-9]{6,12}$/;

/**
 * The shapes of well-known documents, by country and type, as they are printed. Loose on purpose: a wrong digit is the reviewer's
 * to find; a form filled with another number (a phone, a tax number) is found here. Countries that are not listed take `ANY`.
 */
const SHAPES: Readonly<Record<string, RegExp>> = {
  [`AE ${idCard}`]: /^\d{15}$/,
  [`AR ${idCard}`]: /^\d{7,8}$/,
  [`BE ${idCard}`]: /^[A-Z]?\d{9,12}$/,
  [`CL ${idCard}`]: /^\d{7,9}[\dK]$/,
  [`CN ${idCard}`]: /^(\d{17}[\dX]|\d{15})$/,
  [`CN ${drivingLicence}`]: /^(\d{17}[\dX]|\d{12})$/,
  [`DE ${idCard}`]: /^[A-Z0-9]{9,10}$/,
  [`EG ${idCard}`]: /^\d{14}$/,
  [`ES ${idCard}`]: /^(\d{8}[A-Z]|[A-Z]{3}\d{6})$/,
  [`ES ${residencePermit}`]: /^([XYZ]\d{7}[A-Z]|[A-Z]\d{8})$/,
  [`FR ${idCard}`]: /^(\d{12}|[A-Z0-9]{9})$/,
  [`HK ${idCard}`]: /^[A-Z]{1,2}\d{6}[\dA]$/,
  [`ID ${idCard}`]: /^\d{16}$/,
  [`IL ${idCard}`]: /^\d{8,9}$/,
  [`IN ${idCard}`]: /^\d{12}$/,
  [`IT ${idCard}`]: /^([A-Z]{2}\d{5}[A-Z]{2}|[A-Z]{2}\d{7}|\d{7}[A-Z]{2})$/,
  [`JP ${drivingLicence}`]: /^\d{12}$/,
  [`KR ${idCard}`]: /^\d{13}$/,
  [`KR ${drivingLicence}`]: /^\d{12}$/,
  [`MO ${idCard}`]: /^\d{8}$/,
  [`MY ${idCard}`]: /^\d{12}$/,
  [`NG ${idCard}`]: /^\d{11}$/,
  [`NL ${idCard}`]: /^[A-Z0-9]{9}$/,
  [`PL ${idCard}`]: /^[A-Z]{3}\d{6}$/,
  [`RU ${idCard}`]: /^\d{10}$/,
  [`SA ${idCard}`]: /^\d{10}$/,
  [`SG ${idCard}`]: /^[STFGM]\d{7}[A-Z]$/,
  [`TH ${idCard}`]: /^\d{13}$/,
  [`TH ${drivingLicence}`]: /^\d{8}$/,
  [`TR ${idCard}`]: /^(\d{11}|[A-Z]\d{2}[A-Z]\d{5})$/,
  [`TW ${idCard}`]: /^[A-Z][A-Z0-9]\d{8}$/,
  [`VN ${idCard}`]: /^(\d{9}|\d{12})$/,
  [`VN ${drivingLicence}`]: /^\d{12}$/,
  [`ZA ${idCard}`]: /^\d{13}$/,
};

/** First digits of the scripts that people number documents in; those of full width are ASCII after NFKC. */
const ZEROS = ['٠', '۰', '०', '০', '๐', '໐', '၀', '០'].map((zero) => zero.codePointAt(0) ?? 0);

/** As it is compared and kept: capital letters and ASCII digits, without the signs that only group them. */
export function normalNumber(typed: string): string {
  return [
    ...typed
      .normalize('NFKC')
      .toUpperCase()
      .replace(/[\p{Z}\p{Pd}./()<_·]/gu, '')
      // Capitals and what a sign had kept apart may be written in one now.
      .normalize('NFKC'),
  ]
    .map(asciiDigit)
    .join('');
}

function asciiDigit(sign: string): string {
  if (!/\p{Nd}/u.test(sign)) return sign;
  const code = sign.codePointAt(0) ?? 0;
  const zero = ZEROS.find((each) => code >= each && code < each + 10);
  return zero === undefined ? sign : String(code - zero);
}

export function fitsDocument(country: string, type: number, normal: string): boolean {
  const shape = SHAPES[`${country} ${type}`] ?? (type === passport ? PASSPORT : ANY);
  return shape.test(normal);
}

const CYRILLIC = 'АВЕКМНОРСТУХІЈЅ';
const LATIN = 'ABEKMHOPCTYXIJS';

/**
 * What fingerprints are made of: letters of other alphabets that look the same, O and 0, I and 1 are one, so that one document
 * cannot be sent twice under two spellings that a reviewer's eye takes for the same.
 */
export function skeletonOf(normal: string): string {
  return [...normal]
    .map((sign) => LATIN[CYRILLIC.indexOf(sign)] ?? sign)
    .join('')
    .replace(/O/g, '0')
    .replace(/I/g, '1');
}
