import { describe, expect, it } from '@jest/globals';
import { addressOf, callingCodeOf } from './contact.js';

describe('addresses', () => {
  it.each([
    ['Alice@Example.com', undefined, 'email', 'alice@example.com'],
    [' alice+x@example.co.uk ', undefined, 'email', 'alice+x@example.co.uk'],
    ['ａｌｉｃｅ@example.com', undefined, 'email', 'alice@example.com'],
    ['info@bücher.example', undefined, 'email', 'info@xn--bcher-kva.example'],
    ['+49 (170) 123-45 67', undefined, 'sms', '+491701234567'],
    ['0049 170 1234567', undefined, 'sms', '+491701234567'],
    ['0170 1234567', 'DE', 'sms', '+491701234567'],
    ['138 0013 8000', 'CN', 'sms', '+8613800138000'],
    ['+81 90-1234-5678', 'DE', 'sms', '+819012345678'],
  ])('know %j as one', (written, country, kind, to) => {
    expect(addressOf(written, country)).toEqual({ kind, to });
  });

  it.each([
    ['@example.com', 'account.email-invalid'],
    ['alice@', 'account.email-invalid'],
    ['alice@localhost', 'account.email-invalid'],
    ['al..ice@example.com', 'account.email-invalid'],
    ['alice@exa mple.com', 'account.email-invalid'],
    ['"a b"@example.com', 'account.email-invalid'],
    ['alice@example.com\nBcc: bob@example.com', 'account.email-invalid'],
    [`${'a'.repeat(65)}@example.com`, 'account.email-invalid'],
    ['a@b@example.com', 'account.email-invalid'],
    ['12345', 'account.phone-invalid'],
    ['0170 1234567', 'account.phone-invalid'],
    ['+49', 'account.phone-invalid'],
    ['+49170123456789012345', 'account.phone-invalid'],
    ['nobody', 'account.phone-invalid'],
    ['', 'account.phone-invalid'],
  ])('refuse %j', (written, refusal) => {
    expect(addressOf(written)).toMatchObject({ refusal });
  });
});

describe('the calling code of a number', () => {
  it.each([
    ['+4915112345678', '+49'],
    ['+14155552671', '+1'],
    ['+8613800138000', '+86'],
    ['nonsense', ''],
  ])('of %s is %j', (phone, code) => {
    expect(callingCodeOf(phone)).toBe(code);
  });
});
