import { expect, it } from '@jest/globals';
import { inWords } from './in-words';
import { bundle } from '../../../test/kit/words.js';

const texts = bundle('en', 'policy');
const english = { exists: (key: string) => key in texts, t: (key: string) => texts[key] ?? key };
const wordsOf = (policy: string, key: string, code: string) => inWords(english, policy, key, code);

it('names what a code of a policy means, one or several', () => {
  expect(wordsOf('deposit.rules', 'closedChannels', 'none')).toBe('none');
  expect(wordsOf('withdrawal.pause', 'reason', 'none')).toBe('Not paused');
  expect(wordsOf('identity.rules', 'documentTypes', '1,2')).toBe('ID card, Passport');
  expect(wordsOf('withdrawal.rules', 'turnover', 'invested')).toBe('a share of the balance invested');
});

it('leaves what is no code: a limit that is not there, a figure, a name', () => {
  expect(wordsOf('risk.caps', 'aggressive', 'none')).toBeUndefined();
  expect(wordsOf('identity.rules', 'imagesWaitingMax', '5')).toBeUndefined();
  expect(wordsOf('demo.rules', 'grantAsset', 'USDT')).toBeUndefined();
});
