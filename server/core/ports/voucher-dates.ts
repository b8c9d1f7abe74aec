/** Whose fee vouchers a UTC date moves, and what the person paid for trading on it, in USDT. */
export interface VoucherUse {
  readonly userId: string;
  readonly ownerId: string;
  readonly fees: string;
}

/** All that a UTC date makes due. */
export interface VoucherDate {
  readonly uses: readonly VoucherUse[];
  /** The share of fees that both fee tables leave for fee vouchers at the end of the date. */
  readonly most: string;
}

/** The reward feature provides it. */
export abstract class VoucherDates {
  /** Of a date that is over. @throws Refused `request.unavailable` while read models are behind */
  abstract due(date: string): Promise<VoucherDate>;

  /** Whether fee vouchers have paid back all that they will of the fees of a date that is over. @throws Refused as `due` */
  abstract arePaid(date: string): Promise<boolean>;
}
