import { describe, expect, it } from '@jest/globals';
import { QUESTIONS } from './risk.contract.js';

describe('the questionnaire', () => {
  it('has as many choices as the specification lists', () => {
    expect(QUESTIONS).toEqual({ purpose: 6, investment: 4, amount: 6, monthly: 4, occupation: 12 });
  });
});
