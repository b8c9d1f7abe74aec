import { create } from 'zustand';
import type { StopTrigger } from '../../../contracts/order.contract';
import type { Intent } from './contract-form';

interface IntentStore extends Pick<Intent, 'action' | 'reduceOnly'> {
  /** A short sweep of one book hardly moves the mark price, so stops watch it unless something else is chosen. */
  trigger: StopTrigger;
  set: (change: Partial<Pick<IntentStore, 'action' | 'reduceOnly' | 'trigger'>>) => void;
}

/** What the form is to do with positions; prices and size are in the store that the book writes into. */
export const useIntent = create<IntentStore>()((set) => ({
  action: 'open',
  reduceOnly: false,
  trigger: 'mark',
  set: (change) => set(change),
}));
