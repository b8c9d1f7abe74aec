import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { declareEventTypes } from '../../engine/history/event-types.js';

/** A wallet became a way in, realm `real`, stream `wallet-<userId>`. The address is personal: sealed under the person's key. */
interface WalletBound {
  readonly userId: string;
  readonly sealedAddress: Sealed;
}

interface WalletUnbound {
  readonly userId: string;
}

export type WalletEvent = RecordedEvent<'WalletBound', WalletBound> | RecordedEvent<'WalletUnbound', WalletUnbound>;

export const walletEvents = declareEventTypes({ type: 'WalletBound', schema: 1 }, { type: 'WalletUnbound', schema: 1 });
