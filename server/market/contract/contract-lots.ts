import { amount, ONE, toCount, type Amount } from '../../../shared/money.js';

/** A lot is worth no more than this at launch, in USDT: small accounts can choose a size too. */
const LOT_WORTH_MAX = 10n;
const LARGEST_LOT = 1_000_000n * ONE;

/** Decimal strings: the price in USDT, the lot in the base asset. */
interface Sized {
  readonly referencePrice: string;
  readonly lotSize: string;
}

/**
 * One lot of every contract on an instrument: a fixed amount of it. The largest power of ten that is worth at most 10 USDT at launch, so
 * 1 to 10 USDT, and never less than a lot of the instrument itself.
 */
export function contractLot({ referencePrice, lotSize }: Sized): Amount {
  const [price, least] = [amount(referencePrice), amount(lotSize)];
  let lot = LARGEST_LOT;
  while (lot > least && lot * price > LOT_WORTH_MAX * ONE * ONE) lot /= 10n;
  return lot > least ? lot : least;
}

/** How many lots of the instrument are one lot of its contracts. */
export function lotsInContractLot(spec: Sized): number {
  return toCount(contractLot(spec) / amount(spec.lotSize));
}
