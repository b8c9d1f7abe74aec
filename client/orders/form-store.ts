import { create } from 'zustand';
import { createJSONStorage, persist } from 'zustand/middleware';
import type { BookRow } from '../market/book';
import { EMPTY_FORM, inCall, isForAuction, isLimited, waits, type FormField, type OrderFields } from './order-fields';

interface FormStore {
  form: OrderFields;
  /** The instrument that the prices in the form belong to; empty before the first. */
  symbol: string;
  /** Refusals of the last click, at their fields; typing into a field takes its own away. */
  refused: Partial<Record<FormField | 'attached' | 'form', string>>;
  /** Before the first click nothing is called missing. */
  tried: boolean;
  change: (change: Partial<OrderFields>) => void;
  type: (field: FormField, text: string) => void;
  refuse: (field: FormField | 'attached' | 'form', message: string) => void;
  try: () => void;
  reset: () => void;
  /** A share of the available amount, picked by a shortcut; the form, which knows the amount, applies it. */
  pickedShare: number | null;
  pickShare: (percent: number | null) => void;
  /** A quantity taken from the book; the form takes up as much of it as the account can pay. */
  pickedSize: string | null;
  pickSize: (quantity: string | null) => void;
  /** A price was chosen elsewhere: the form is shown and its quantity takes the focus. */
  quantityAsked: boolean;
  askQuantity: (asked: boolean) => void;
  /** What was chosen before a call took the place of it with terms of its own; `null` outside of one, and once chosen in it. */
  beforeCall: Pick<OrderFields, 'timeInForce' | 'postOnly'> | null;
  enterCall: () => void;
  leaveCall: () => void;
  /** Another instrument starts afresh at its last price. */
  open: (symbol: string, last: string) => void;
}

/**
 * What is typed into the order form. It outlives reconnects, the end of a session and a reload of the page, so nothing typed
 * is lost; another window has its own.
 */
export const useOrderForm = create<FormStore>()(
  persist(
    (set, get) => ({
      form: EMPTY_FORM,
      symbol: '',
      pickedShare: null,
      pickShare: (percent) => set({ pickedShare: percent }),
      pickedSize: null,
      pickSize: (quantity) => set({ pickedSize: quantity }),
      quantityAsked: false,
      askQuantity: (asked) => set({ quantityAsked: asked }),
      refused: {},
      tried: false,
      change: (change) =>
        set(({ form, beforeCall }) => {
          // The call chose it for a market order; what comes after that one is not for the auction alone by itself.
          const isLeft = form.timeInForce === 'OPG' && (change.type ?? form.type) !== form.type;
          const left = isLeft ? { ...form, timeInForce: 'GTC' as const } : form;
          const isChosen = change.timeInForce !== undefined || change.postOnly !== undefined;
          return { form: { ...left, ...change }, beforeCall: isChosen ? null : beforeCall, refused: {}, tried: false };
        }),
      beforeCall: null,
      enterCall: () => {
        const { form, beforeCall } = get();
        const taken = inCall(form);
        const chosen = beforeCall ?? { timeInForce: form.timeInForce, postOnly: form.postOnly };
        if (taken !== form) set({ form: taken, beforeCall: chosen, refused: {}, tried: false });
      },
      leaveCall: () => {
        const { form, beforeCall } = get();
        if (beforeCall !== null) set({ form: { ...form, ...beforeCall }, beforeCall: null });
      },
      type: (field, text) =>
        set(({ form, refused }) => {
          const sized =
            field === 'quantity'
              ? { sizedBy: 'quantity' as const, total: '' }
              : field === 'total'
                ? { sizedBy: 'total' as const, quantity: '' }
                : {};
          const { [field]: _, form: __, ...rest } = refused;
          return { form: { ...form, ...sized, [field]: text }, refused: rest };
        }),
      refuse: (field, message) => set(({ refused }) => ({ refused: { ...refused, [field]: message } })),
      try: () => set({ tried: true, refused: {} }),
      reset: () =>
        set(({ form }) => ({
          form: { ...form, quantity: '', total: '', sizedBy: 'quantity', attached: { ...form.attached, levels: [] } },
          refused: {},
          tried: false,
        })),
      open: (symbol, last) =>
        set(({ form, beforeCall, symbol: before }) => {
          const typed = before === '' ? form : { ...form, ...beforeCall, quantity: '', total: '' };
          const prices = { price: last, stopPrice: '', stopLimitPrice: '', activationPrice: '' };
          // Another market may have no auction.
          const timeInForce = isForAuction(typed) ? 'GTC' : typed.timeInForce;
          const attached = before === '' ? typed.attached : { ...typed.attached, levels: [] };
          const opened = { ...typed, ...prices, timeInForce, attached };
          return { symbol, form: opened, beforeCall: null, refused: {}, tried: false };
        }),
    }),
    {
      name: 'glassbook.order-form',
      version: 4,
      storage: createJSONStorage(() => sessionStorage),
      partialize: ({ form, symbol, beforeCall }) => ({ form, symbol, beforeCall }),
    },
  ),
);

/** A click on the book or the tape puts its price into the form, as a limit order if it was a market order. */
export function pickPrice(price: string): void {
  const { form, change } = useOrderForm.getState();
  if (form.type === 'trailing-stop') return change({ activationPrice: price });
  if (waits(form.type) && !isLimited(form.type)) return change({ stopPrice: price });
  change({ price, type: form.type === 'market' ? 'limit' : form.type });
}

/**
 * A size of the book by keys: the price, and the quantity from the best price to there if the form's side would take it. An
 * order of the book's own side joins it at that price with its own quantity. Never more than the form could place.
 */
export function pickLevel(row: BookRow, side: 'ask' | 'bid'): void {
  pickPrice(row.price);
  const { form, change, pickSize } = useOrderForm.getState();
  if ((form.side === 'buy') !== (side === 'ask')) return;
  change({ sizedBy: 'quantity', total: '' });
  pickSize(row.sum);
}
