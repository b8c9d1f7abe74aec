import type { GoogleRemovalRequested, RemovalStop } from './recovery.events.js';

/** By who showed password and a code; the photo is looked at before. */
export type RequestGoogleRemoval = GoogleRemovalRequested;

/** `requestId`: the one that was open when it was wished; another is left alone. */
export interface CancelGoogleRemoval {
  readonly userId: string;
  readonly requestId: string;
  readonly how: RemovalStop;
}

/** Due at the end of the waiting time. */
export interface RemoveLostGoogle {
  readonly userId: string;
  readonly requestId: string;
}

export type RecoveryCommand =
  | { readonly type: 'RequestGoogleRemoval'; readonly data: RequestGoogleRemoval }
  | { readonly type: 'CancelGoogleRemoval'; readonly data: CancelGoogleRemoval }
  | { readonly type: 'RemoveLostGoogle'; readonly data: RemoveLostGoogle };
