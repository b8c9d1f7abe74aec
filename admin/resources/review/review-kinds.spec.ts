import { expect, it } from '@jest/globals';
import { readJson } from '../../../test/kit/sources.js';
import { resources } from '../../resources';
import { kindsOf } from './review-kinds';

it('the kinds that requests are filtered by are those that have a name', () => {
  const texts = Object.keys(readJson<Record<string, string>>('locales/en/review.json'));
  const named = texts.flatMap((key) => /^kind\.(.+)$/.exec(key)?.[1] ?? []);
  expect(Object.keys(kindsOf(resources)).sort()).toEqual(named.sort());
});
