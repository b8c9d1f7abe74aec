import { expect, it } from '@jest/globals';
import { readJson } from '../../../test/kit/sources.js';
import { REVIEW_KINDS } from './review-kinds';

it('the kinds that requests are filtered by are those that have a name', () => {
  const texts = Object.keys(readJson<Record<string, string>>('locales/en/review.json'));
  const named = texts.flatMap((key) => /^kind\.(.+)$/.exec(key)?.[1] ?? []);
  expect([...REVIEW_KINDS].sort()).toEqual(named.sort());
});
