import { create } from 'zustand';
import { EMPTY_FORM, type FormField, type SpotOrderForm } from './spot-order-form';

interface FormStore {
  form: SpotOrderForm;
  /** Refusals of the last click, at their fields; typing into a field takes its own away. */
  refused: Partial<Record<FormField | 'form', string>>;
  /** Before the first click nothing is called missing. */
  tried: boolean;
  change: (change: Partial<SpotOrderForm>) => void;
  type: (field: FormField, text: string) => void;
  refuse: (field: FormField | 'form', message: string) => void;
  try: () => void;
  reset: () => void;
}

/** What is typed into the order form. It outlives reconnects and tabs, so nothing typed is lost. */
export const useOrderForm = create<FormStore>((set) => ({
  form: EMPTY_FORM,
  refused: {},
  tried: false,
  change: (change) => set(({ form }) => ({ form: { ...form, ...change }, refused: {}, tried: false })),
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
    set(({ form }) => ({ form: { ...form, quantity: '', total: '', sizedBy: 'quantity' }, refused: {}, tried: false })),
}));

/** A click on the book or the tape puts its price into the form, as a limit order if it was a market order. */
export function pickPrice(price: string): void {
  const { form, change } = useOrderForm.getState();
  if (form.type === 'stop') return change({ stopPrice: price });
  change({ price, type: form.type === 'market' ? 'limit' : form.type });
}
