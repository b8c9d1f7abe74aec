/** How many words a recovery phrase may have (BIP-39). */
export const PHRASE_LENGTHS = [12, 15, 18, 21, 24] as const;
export type PhraseLength = (typeof PHRASE_LENGTHS)[number];
