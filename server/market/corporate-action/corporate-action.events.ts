import type { ActionKind, EarningsSession } from '../../../contracts/corporate-action.contract.js';
import type { Instant } from '../../core/clock.js';
import type { RecordedEvent } from '../../core/event.js';
import type { AppliedPolicy } from '../../core/policy.js';
import { declareEventTypesWith } from '../../engine/history/event-types.js';

interface OfAction {
  readonly symbol: string;
  readonly actionId: string;
}

/** What happens to an instrument, and when. */
export interface ActionTerms extends OfAction {
  readonly base: string;
  readonly quote: string;
  readonly kind: ActionKind;
  /** The ex-date or the day of the report, `YYYY-MM-DD` as the instrument's market counts days. */
  readonly date: string;
  /** The open of the ex-date, or when the report comes. */
  readonly dueAt: Instant;
  readonly session: EarningsSession | null;
  /** Of a dividend: for each share, in the quote asset. */
  readonly perShare: string | null;
  /** Of a split: so many new shares for `oldShares` old ones. */
  readonly newShares: number | null;
  readonly oldShares: number | null;
}

/** A member of staff proposes it, realm `house`, stream `action-<symbol>`. */
export interface CorporateActionProposed extends ActionTerms {
  readonly reason: string;
  readonly proposedBy: string;
  readonly policy: AppliedPolicy;
}

/** Another member approved, and from now on everybody can read it. */
export interface CorporateActionAnnounced extends ActionTerms {
  readonly proposedBy: string;
  readonly approvedBy: string;
  readonly policy: AppliedPolicy;
}

export interface CorporateActionRejected extends OfAction {
  readonly rejectedBy: string;
  readonly reason: string;
}

/** Taken back by its proposer, or by anybody of the staff after it was announced. */
export interface CorporateActionWithdrawn extends OfAction {
  readonly withdrawnBy: string;
  readonly reason: string;
  readonly wasAnnounced: boolean;
}

/**
 * From now on the price is without the dividend, or of shares as they are after the split: `openPrice` is what it makes of the
 * last price. `factor` is their ratio, and the catalogue's new version of the instrument carries it. Nobody trades the instrument
 * until every holder has theirs.
 */
export interface CorporateActionEffective extends ActionTerms {
  readonly closePrice: string;
  readonly openPrice: string;
  /** A decimal: below one, and above it of a reverse split. */
  readonly factor: string;
  /** From when on a share is worth the new price: of a dividend the open, of a split its effect, for then holdings change. */
  readonly pricedFrom: Instant;
  /** The version of the instrument that has it. */
  readonly version: number;
}

/** Every holder of both realms has got theirs. */
export interface CorporateActionSettled extends OfAction {
  readonly holders: number;
  /** In the quote asset; of a split what fractions of a lot were paid with. */
  readonly paid: string;
}

export type CorporateActionEvent =
  | RecordedEvent<'CorporateActionProposed', CorporateActionProposed>
  | RecordedEvent<'CorporateActionAnnounced', CorporateActionAnnounced>
  | RecordedEvent<'CorporateActionRejected', CorporateActionRejected>
  | RecordedEvent<'CorporateActionWithdrawn', CorporateActionWithdrawn>
  | RecordedEvent<'CorporateActionEffective', CorporateActionEffective>
  | RecordedEvent<'CorporateActionSettled', CorporateActionSettled>;

export const corporateActionEvents = declareEventTypesWith(
  {
    actionId: 'none',
    proposedBy: 'staff',
    approvedBy: 'staff',
    rejectedBy: 'staff',
    withdrawnBy: 'staff',
  },
  { type: 'CorporateActionProposed', schema: 1, personal: [] },
  { type: 'CorporateActionAnnounced', schema: 1, personal: [] },
  { type: 'CorporateActionRejected', schema: 1, personal: [] },
  { type: 'CorporateActionWithdrawn', schema: 1, personal: [] },
  { type: 'CorporateActionEffective', schema: 1, personal: [] },
  { type: 'CorporateActionSettled', schema: 1, personal: [] },
);
