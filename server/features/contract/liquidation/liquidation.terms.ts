import type { Instant } from '../../../core/clock.js';
import type { Refusal } from '../../../core/refusal.js';
import type { InsuranceTerms, Judged } from './liquidation.commands.js';

/** What every position of a contract is judged by, whoever owns it. */
export interface LiquidationTerms extends Pick<Judged, 'margin' | 'fees' | 'rules'> {
  readonly insurance: InsuranceTerms;
}

/** The terms by the policies in force. A refusal for a contract that is not listed any more. */
export abstract class LiquidationTermsSource {
  abstract of(symbol: string, at: Instant): LiquidationTerms | Refusal;
}
