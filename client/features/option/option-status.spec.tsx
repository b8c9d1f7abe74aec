import { expect, it } from '@jest/globals';
import type { OptionView } from '../../../contracts/option.contract';
import { readText } from '../../lib/rendered.testkit';
import { OptionStatus } from './OptionStatus';

it.each([
  ['won', null, 'Won'],
  ['lost', null, 'Lost'],
  ['equal', null, 'Equal'],
  ['returned', 'paused', 'Returned Trading paused'],
] as const)('an option that is %s is labelled so', async (status, returnReason, label) => {
  const option = { status, returnReason } as OptionView;
  expect(await readText(<OptionStatus option={option} />, 'option')).toBe(label);
});
