import type { PhraseLength } from './phrase-lengths';
import { keyOf, newPhrase, signFor, suggestions, wordsOf, type WalletKey } from './wallet-core';

/** The requests of the page to the worker. The phrase goes in or comes out for its owner's eyes; key and seed never come out. */
export type WalletRequest =
  | { type: 'create'; length: PhraseLength }
  | { type: 'import'; phrase: string }
  | { type: 'suggest'; prefix: string }
  | { type: 'sign'; host: string; text: string };

export interface WalletAnswers {
  /** The new phrase's words, to be written down. */
  create: { words: string[]; address: string };
  /** `null`: no phrase. */
  import: { address: string } | null;
  suggest: string[];
  /** `null`: a text that was not made for this page and this address. */
  sign: string | null;
}

let key: WalletKey | null = null;

const answers: {
  [Type in WalletRequest['type']]: (request: Extract<WalletRequest, { type: Type }>) => WalletAnswers[Type];
} = {
  create: ({ length }) => {
    const words = newPhrase(length);
    key = keyOf(words);
    return { words, address: key?.address ?? '' };
  },
  import: ({ phrase }) => {
    key = keyOf(wordsOf(phrase));
    return key && { address: key.address };
  },
  suggest: ({ prefix }) => suggestions(prefix),
  sign: ({ host, text }) => key && signFor(host, text, key),
};

self.addEventListener('message', ({ data }: MessageEvent<{ id: number; request: WalletRequest }>) => {
  const answer = (answers[data.request.type] as (request: WalletRequest) => unknown)(data.request);
  self.postMessage({ id: data.id, answer });
});
