import { describe, expect, it } from '@jest/globals';
import { backOf, FIELDS_OF, firstStep, missingIn, PRIMARY_EMPTY, reasonsAt, stepOf, STEPS } from './identity-form';

const RULES = { typesWithBack: [1, 3, 4] };

describe('the primary form', () => {
  it('asks every field in exactly one step', () => {
    expect(STEPS.flatMap((step) => FIELDS_OF[step]).sort()).toEqual(Object.keys(PRIMARY_EMPTY).sort());
  });

  it('goes to the step of the field that the server refused', () => {
    expect(stepOf('documentNumber')).toBe('details');
    expect(stepOf('held')).toBe('photos');
    expect(stepOf(undefined)).toBe('check');
    expect(stepOf('nonsense')).toBe('check');
  });

  it('begins, when rejected, at the first step with something to correct', () => {
    expect(firstStep([])).toBe('document');
    expect(firstStep(['other'])).toBe('document');
    expect(firstStep(['held-unreadable', 'name-mismatch'])).toBe('details');
    expect(firstStep(['face-not-visible'])).toBe('photos');
  });

  it('wants the back of an identity card, none of a passport, and leaves it open for others', () => {
    expect(backOf('1', RULES)).toBe('needed');
    expect(backOf('2', RULES)).toBe('none');
    expect(backOf('5', RULES)).toBe('optional');
    expect(backOf('2', { typesWithBack: [2] })).toBe('needed');
  });

  it('says of each step what is empty, and of others nothing', () => {
    expect(missingIn('document', PRIMARY_EMPTY, RULES)).toEqual({
      country: 'identity.country-empty',
      documentType: 'identity.document-type-empty',
    });
    const passport = { ...PRIMARY_EMPTY, documentType: '2', front: 'image-1' };
    expect(missingIn('photos', passport, RULES)).toEqual({ held: 'identity.held-missing' });
    expect(missingIn('details', { ...PRIMARY_EMPTY, realName: '  ' }, RULES)).toHaveProperty('realName');
    expect(missingIn('check', PRIMARY_EMPTY, RULES)).toEqual({});
  });
});

describe('reasons of a rejection', () => {
  it('stand at the fields that they concern', () => {
    const reasons = ['name-mismatch', 'held-unreadable', 'other', 'from-the-future'];
    expect(reasonsAt('primary', reasons, 'realName')).toEqual(['name-mismatch']);
    expect(reasonsAt('primary', reasons, 'held')).toEqual(['held-unreadable']);
    expect(reasonsAt('primary', reasons, 'country')).toEqual([]);
    expect(reasonsAt('address', ['address-mismatch'], 'city')).toEqual(['address-mismatch']);
  });
});
