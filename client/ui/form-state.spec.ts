import { describe, expect, it } from '@jest/globals';
import { draftOf, fromDraft, problemsOf, wrongOf } from './form-state';

const FIELDS = ['account', 'password'] as const;

describe('a form', () => {
  it('shows a refusal at the field that the refusal names', () => {
    expect(problemsOf(FIELDS, { message: 'Too short.', field: 'password' })).toEqual({
      fields: { password: 'Too short.' },
      form: null,
    });
  });

  it('shows a refusal that names no field of its own under the form', () => {
    expect(problemsOf(FIELDS, { message: 'Locked.', field: 'captcha' })).toEqual({ fields: {}, form: 'Locked.' });
    expect(problemsOf(FIELDS, { message: 'Locked.' })).toEqual({ fields: {}, form: 'Locked.' });
  });

  it('keeps over a reload what was typed, and never what is secret', () => {
    const draft = draftOf({ account: 'anna@example.org', password: 'secret words' }, ['account']);
    expect(draft).not.toContain('secret');
    const initial = { account: '', password: '' };
    expect(fromDraft(initial, ['account'], draft)).toEqual({ account: 'anna@example.org', password: '' });
  });

  it('keeps nothing of an empty form', () => {
    expect(draftOf({ account: '', password: 'x' }, ['account'])).toBeNull();
  });

  it.each([null, 'null', '{', '[]', '{"account":5}', '"text"'])('takes nothing from a broken draft %j', (draft) => {
    expect(fromDraft({ account: '', password: '' }, ['account'], draft)).toEqual({ account: '', password: '' });
  });
});

describe('a form with images', () => {
  const check = ({ front, name }: Record<'front' | 'name', string>) => ({
    ...(front === '' && { front: 'Choose an image.' }),
    ...(name === '' && { name: 'Enter a name.' }),
  });
  const wrong = (front: string, uploading: readonly 'front'[]) =>
    wrongOf({ front, name: '' }, new Set(uploading), 'Still uploading.', check);

  it('says of an image on its way that it is, and checks every other field', () => {
    expect(wrong('', ['front'])).toEqual({ front: 'Still uploading.', name: 'Enter a name.' });
  });

  it('waits for the image that replaces one it has', () => {
    expect(wrong('first', ['front'])).toMatchObject({ front: 'Still uploading.' });
  });

  it('asks for an image that nobody chose', () => {
    expect(wrong('', [])).toEqual({ front: 'Choose an image.', name: 'Enter a name.' });
    expect(wrong('first', [])).toEqual({ name: 'Enter a name.' });
  });
});
