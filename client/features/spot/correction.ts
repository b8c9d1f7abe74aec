import { ONE, downToStep, fixed, formatFixed, overDown, timesDown, upToStep, type Fixed } from '../../lib/fixed';
import { referencePrice, type FormContext, type FormField, type Problem, type SpotOrderForm } from './spot-order-form';

/** What would put a problem right with the smallest change: a text for a field. */
export interface Correction {
  field: FormField;
  text: string;
}

/** The nearest value that the same rule would take; `null` where only the person can know what he meant. */
export function correctionOf(problem: Problem, form: SpotOrderForm, context: FormContext): Correction | null {
  const { params } = problem;
  const { lotSize, tickSize, minNotional, minQuantity } = context.instrument;
  const lot = fixed(lotSize);
  const quantity = (value: Fixed): Correction | null =>
    value > 0n ? { field: 'quantity', text: formatFixed(value) } : null;
  switch (problem.code) {
    case 'spot.quantity-over-precise':
      return quantity(downToStep(fixed(params['quantity'] ?? '0'), lot));
    case 'spot.quantity-below-minimum':
      return quantity(fixed(params['minimum'] ?? '0'));
    case 'spot.quantity-above-maximum':
      return quantity(fixed(params['maximum'] ?? '0'));
    case 'spot.notional-below-minimum': {
      const least = upToStep(overDown(fixed(minNotional), referencePrice(form, context)) + 1n, lot);
      return quantity(least > fixed(minQuantity) ? least : fixed(minQuantity));
    }
    case 'spot.insufficient-balance':
      return quantity(affordable(form, context));
    case 'spot.price-over-precise':
    case 'spot.stop-price-over-precise':
      return { field: problem.field, text: formatFixed(downToStep(fixed(form[problem.field]), fixed(tickSize))) };
    case 'spot.price-outside-band': {
      const below = fixed(form[problem.field]) < fixed(params['lowest'] ?? '0');
      return { field: problem.field, text: (below ? params['lowest'] : params['highest']) ?? '' };
    }
    default:
      return null;
  }
}

/** The most that the available amount pays for at this order's price, the taker's fee included. */
function affordable(form: SpotOrderForm, context: FormContext): Fixed {
  const { available, instrument, rates } = context;
  if (available === null) return 0n;
  const lot = fixed(instrument.lotSize);
  if (form.side === 'sell') return downToStep(fixed(available.base), lot);
  const price = referencePrice(form, context);
  const withFee = price + timesDown(price, fixed(rates?.taker ?? '0')) + (price > ONE ? 0n : 1n);
  return downToStep(overDown(fixed(available.quote), withFee), lot);
}
