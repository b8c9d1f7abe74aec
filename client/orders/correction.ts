import { format, roundToStep, toAmount } from '../../shared/money';
import type { FormContext, FormField, Problem, OrderFields } from './order-fields';
import { fittingSize, leastSize, most } from './order-size';

/** What would put a problem right with the smallest change: a text for a field. */
export interface Correction {
  field: FormField;
  text: string;
}

/** The nearest value that every rule takes, in the field's own unit; `null` where only the person can know it. */
export function correctionOf(problem: Problem, form: OrderFields, context: FormContext): Correction | null {
  const { params } = problem;
  const { lotSize, tickSize } = context.instrument;
  switch (problem.code) {
    case 'order.quantity-over-precise':
      return fittingSize(roundToStep(toAmount(params['quantity'] ?? '0'), toAmount(lotSize), 'down'), form, context);
    case 'order.quantity-below-minimum':
    case 'order.notional-below-minimum':
    case 'order.quote-amount-below-one-lot':
      return fittingSize(leastSize(form, context), form, context);
    case 'order.quantity-above-maximum':
    case 'order.notional-above-maximum':
    case 'order.insufficient-balance':
      return fittingSize(most(form, context), form, context);
    case 'order.price-over-precise':
    case 'order.stop-price-over-precise':
      return {
        field: problem.field,
        text: format(roundToStep(toAmount(form[problem.field]), toAmount(tickSize), 'down')),
      };
    case 'order.price-outside-band': {
      const below = toAmount(form[problem.field]) < toAmount(params['lowest'] ?? '0');
      return { field: problem.field, text: (below ? params['lowest'] : params['highest']) ?? '' };
    }
    default:
      return null;
  }
}
