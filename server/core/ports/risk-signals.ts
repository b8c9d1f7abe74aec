import type { Instant } from '../clock.js';
import type { Amount } from '../../../shared/money.js';
import type { AppliedPolicy } from '../policy.js';

/** A signal of the risk panel: texts are `review:signal.<name>`, with the figures that its rule used. */
export interface RiskSignal {
  readonly name: string;
  /** `warning` by the published rule (policy `review.signals`); the others are shown too. */
  readonly level: 'info' | 'warning';
  readonly inputs: Record<string, string | number>;
  /** Its inputs are personal data: shown to the reviewer, never stored. */
  readonly personal?: true;
}

/** What a queue knows of its request; what is left out makes no signal. */
export interface RiskFigures {
  readonly userId: string;
  /** When the request was made: signals are about that moment, however late they are looked at. */
  readonly at: Instant;
  /** The person's requests of this kind up to this one, it included, in USDT, and from which amount two must approve. */
  readonly amounts?: readonly { readonly at: Instant; readonly usdt: Amount }[];
  readonly fourEyesFrom?: Amount;
  /** When the payee was entered. */
  readonly payeeSince?: Instant;
  /** How many other accounts have saved or used the same address or bank account, and sent requests from the same device. */
  readonly sharedPayee?: number;
  /** `null` where the request named no device. */
  readonly sharedDevice?: number | null;
  /** Spent and deposited, in USDT. */
  readonly turnover?: { readonly spent: Amount; readonly deposited: Amount };
}

/**
 * The risk panel of every queue of money. Account age, devices and changed factors are looked up; the queue passes the rest. A
 * queue hands the result on as `signals` of its `details()`.
 */
export abstract class RiskSignals {
  abstract of(figures: RiskFigures): Promise<readonly RiskSignal[]>;
  /** The published rules that the signals follow now. */
  abstract rules(): AppliedPolicy;
}
