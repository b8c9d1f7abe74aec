import { ONE, format, over, roundTo, roundToStep, times, toAmount, type Amount } from '../../shared/money';
import { affordable, leastQuantity, withoutFee } from '../../shared/order';
import {
  boughtFor,
  greatest,
  holdPrices,
  legPrices,
  quantityOf,
  referencePrice,
  takerRateOf,
  tradesFor,
  worstRateOf,
} from './order-estimate';
import {
  isForAuction,
  isByAmount,
  notionalLimits,
  quantityLimits,
  sizeField,
  type FormContext,
  type OrderFields,
} from './order-fields';

/** A size in the unit of the field that it belongs to. */
export interface Size {
  field: 'quantity' | 'total';
  text: string;
}

/** The form sized to a share of what is available: 25, 50, 75, 100 per cent. A market buy is sized by its amount. */
export function withPercent(form: OrderFields, percent: number, context: FormContext): OrderFields {
  if (context.available === null || context.rates === null || greatest(legPrices(form, context)) === 0n) return form;
  const byAmount = isByAmount({ ...form, sizedBy: 'total' });
  const sizedBy = byAmount ? ('total' as const) : ('quantity' as const);
  const sized = { ...form, quantity: '', total: '', sizedBy };
  return { ...sized, [sizedBy]: format(most(sized, context, percent)) };
}

/** The form with this quantity, or with as much of it as is available; a visitor has no bound. */
export function withQuantity(form: OrderFields, quantity: string, context: FormContext): OrderFields {
  const sized = { ...form, sizedBy: 'quantity' as const, total: '' };
  const bound = context.available === null ? null : most(sized, context);
  const taken = bound === null ? toAmount(quantity) : smaller(bound, toAmount(quantity));
  return { ...sized, quantity: taken > 0n ? format(taken) : '' };
}

/** This size moved between the least and the most that the order may be, in its field's precision; `null` where nothing fits. */
export function fittingSize(wanted: Amount, form: OrderFields, context: FormContext): Size | null {
  const [least, largest] = [leastSize(form, context), most(form, context)];
  if (largest < least) return null;
  const size = greatest([least, smaller(wanted, largest)]);
  const field = sizeField(form);
  if (field === 'quantity' || isByAmount(form)) return { field, text: format(size) };
  const text = format(tradesFor(size, form, context));
  // A book that is too shallow for the quantity has no total for it.
  return quantityOf({ ...form, total: text }, context) === size ? { field, text } : null;
}

/** The most that this order may be: what is available, and the instrument's limits. A quantity, or the amount where that leads. */
export function most(form: OrderFields, context: FormContext, percent = 100): Amount {
  const { available, instrument } = context;
  const amount = form.side === 'buy' ? available?.quote : available?.base;
  const money = amount === undefined ? null : (toAmount(amount) * BigInt(percent)) / 100n;
  if (isByAmount(form)) return roundTo(smaller(money, toAmount(instrument.maxNotional)), 2, 'down');
  return roundToStep(smaller(paidFor(money, form, context), largestOf(form, context)), lotOf(context), 'down');
}

/** The least that the instrument's limits take, in the same unit. */
export function leastSize(form: OrderFields, context: FormContext): Amount {
  const { instrument } = context;
  if (isByAmount(form)) {
    const lot = times(lotOf(context), referencePrice(form, context), 'up');
    const oneLot = times(lot, ONE + takerRateOf(context), 'up');
    return roundTo(greatest([oneLot, notionalLimits(instrument).minimum]), 2, 'up');
  }
  const price = legPrices(form, context).reduce((a, b) => smaller(a, b));
  return leastQuantity(price, quantityLimits(instrument), notionalLimits(instrument));
}

/** How much the money pays for at this order's price, the taker's fee included; a sell gives what it has. */
function paidFor(money: Amount | null, form: OrderFields, context: FormContext): Amount | null {
  if (money === null || form.side === 'sell') return money;
  if (form.type === 'market' && !isForAuction(form))
    return boughtFor(withoutFee(money, takerRateOf(context)), form, context);
  return affordable(money, greatest(holdPrices(form, context)), worstRateOf(context));
}

/** The largest quantity that the instrument's limits take. */
function largestOf(form: OrderFields, context: FormContext): Amount {
  const { maxQuantity, maxNotional } = context.instrument;
  const price = greatest(legPrices(form, context));
  return smaller(price === 0n ? null : over(toAmount(maxNotional), price, 'down'), toAmount(maxQuantity));
}

const lotOf = ({ instrument }: FormContext): Amount => toAmount(instrument.lotSize);

const smaller = (a: Amount | null, b: Amount): Amount => (a !== null && a < b ? a : b);
