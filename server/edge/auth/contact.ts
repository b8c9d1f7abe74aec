import { createRequire } from 'node:module';
import { domainToASCII } from 'node:url';
import parsePhoneNumber, { type CountryCode, type MetadataJson } from 'libphonenumber-js/core';
import { refuse, type Refusal } from '../../core/refusal.js';
import type { Address } from '../../core/ports/messages-out.js';

/** What is known of the numbers of every country: lengths, beginnings and kinds. */
const NUMBERS = createRequire(import.meta.url)('libphonenumber-js/metadata.max.json') as MetadataJson;

/** RFC 5321 allows more before the @ than any mail server hands out; what is quoted or has two dots in a row is left out. */
const LOCAL = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;

/** One spelling for every way to write the same address, or why it is none. `country` reads a phone number without its +49. */
export function addressOf(written: string, country?: string): Address | Refusal {
  const text = written.normalize('NFKC').trim();
  return text.includes('@') ? emailOf(text) : phoneOf(text, country);
}

/** `+49` of an international number. */
export function callingCodeOf(phone: string): string {
  const code = parsePhoneNumber(phone, NUMBERS)?.countryCallingCode;
  return code === undefined ? '' : `+${code}`;
}

function emailOf(text: string): Address | Refusal {
  const lower = text.toLowerCase();
  const at = lower.lastIndexOf('@');
  const local = lower.slice(0, at);
  const domain = domainToASCII(lower.slice(at + 1));
  const fits = local.length <= 64 && domain.length <= 253 && lower.length <= 254;
  return fits && LOCAL.test(local) && DOMAIN.test(domain)
    ? { kind: 'email', to: `${local}@${domain}` }
    : refuse('account.email-invalid', { field: 'account' });
}

function phoneOf(text: string, country: string | undefined): Address | Refusal {
  const international = text.replace(/^00/, '+');
  const defaultCountry = country as CountryCode | undefined;
  const parsed = parsePhoneNumber(international, { ...(defaultCountry && { defaultCountry }) }, NUMBERS);
  return parsed?.isValid() === true
    ? { kind: 'sms', to: parsed.number }
    : refuse('account.phone-invalid', { field: 'account' });
}
