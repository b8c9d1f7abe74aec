import { describe, expect, it } from '@jest/globals';
import { filesBelow, read, readJson } from '../kit/sources.js';
import { textsOf } from '../kit/words.js';

const WORDS_PER_SENTENCE_MAX = 15;

/** Words that read as careful translation, and people are they. */
const BANNED =
  /\b(anew|whoever|of ours|by it|as a rule|so that|stands in|is had|once more|the asker|be told|he|him|his|himself)\b/i;

/** One thing, one name: what must not be said, and the word for it. */
const SECOND_NAMES: readonly (readonly [RegExp, string])[] = [
  [/\btransaction password\b/i, 'trade password'],
  [/\b(security|user|help|reward|personal) center\b/i, 'centre'],
  [/\b\w*realized\b/i, 'realised'],
  [/\bGoogle (verification|code)\b/i, 'authenticator'],
  [/\bapplications?\b/i, 'request'],
  [/\b(remittance )?vouchers?\b/i, 'receipt'],
  [/\b(wires?|wired|wiring)\b/i, 'payment, transfer'],
  [/\bpre-order/i, 'C2C order'],
  [/\blog-ins?\b/i, 'log in (verb), login (noun)'],
  [/\be-mails?\b/i, 'email'],
  [/\bset-up\b/i, 'set up (verb), setup (noun)'],
  [/\b(worst price|protection band)\b/i, 'slippage limit'],
  [/\bplay money\b/i, 'demo funds'],
  [/\b(not built yet|to come|comes later)\b/i, 'Not open yet'],
];

/** Texts of seeds/content/en that still speak the old way. It must go down: lower it with every page put right. */
const SEEDED_TEXTS_TO_REWRITE = 29;

const english = [...textsOf('en')];

describe('the English on screens', () => {
  // Letters and rules count too: they are read on a phone. Only seeded articles may take longer sentences.
  it(`says one fact a sentence, in ${WORDS_PER_SENTENCE_MAX} words or fewer`, () => {
    const long = english.filter(([, text]) => sentencesOf(text).some((each) => each > WORDS_PER_SENTENCE_MAX));
    expect(long.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('uses none of the banned words', () => {
    expect(english.filter(([, text]) => BANNED.test(text)).map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });

  it('has one word for one thing', () => {
    expect(english.flatMap(([key, text]) => secondNames(text).map((word) => `${key}: ${text} (${word})`))).toEqual([]);
  });

  it('says frozen of accounts alone: money is on hold', () => {
    const money = english.filter(([key, text]) => /\bfrozen\b/i.test(text) && !/frozen|freeze/i.test(key));
    expect(money.map(([key, text]) => `${key}: ${text}`)).toEqual([]);
  });
});

describe('the seeded English', () => {
  it('loses the banned words and second names, and never gains one', () => {
    const old = filesBelow('seeds/content/en').filter((path) => {
      const text = read(path);
      return BANNED.test(text) || secondNames(text).length > 0;
    });
    expect({ texts: old.length, paths: old }).toEqual({ texts: SEEDED_TEXTS_TO_REWRITE, paths: old });
  });
});

describe('the simulation notice', () => {
  it('reads the same while a screen loads and after', () => {
    const brand = readJson<{ simulationNotice: string }>('seeds/content/en/brand.json');
    expect(new Map(english).get('common:notice.simulation')).toBe(brand.simulationNotice);
  });
});

function secondNames(text: string): string[] {
  return SECOND_NAMES.filter(([other]) => other.test(text)).map(([, word]) => word);
}

/** How many words each sentence has; a value that is filled in counts as one. */
function sentencesOf(text: string): number[] {
  const filled = text.replace(/\{\{[^}]*\}\}|%\{[^}]*\}/g, 'value').replace(/<\/?\w+>/g, '');
  return filled
    .split(/(?<=[.!?…]["”)]?)\s+|\n+/)
    .map((sentence) => sentence.split(/\s+/).filter((word) => /\w/.test(word)).length);
}
