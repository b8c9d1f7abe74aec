import { expect, it } from '@jest/globals';
import { resources } from '../../resources';
import { kindsOf } from './review-kinds';
import { bundle } from '../../../test/kit/words.js';

it('the kinds that requests are filtered by are those that have a name', () => {
  const texts = Object.keys(bundle('en', 'review'));
  const named = texts.flatMap((key) => /^kind\.(.+)$/.exec(key)?.[1] ?? []);
  expect(Object.keys(kindsOf(resources)).sort()).toEqual(named.sort());
});
