import { create } from 'zustand';

/** What the text at an address is called, once it is known: the path over it ends in that. */
export const useShownTitle = create(() => ({ address: '', title: '' }));
