import { z } from 'zod';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { appliedPolicy } from '../../core/command-schemas.js';

interface RecoveryAnswer {
  readonly requestId: string;
}

const requestGoogleRemoval = z.object({
  userId: z.string(),
  requestId: z.string(),
  /** The new photo of the person; `null` for an unverified person, whose photo could not be compared. */
  imageId: z.string().nullable(),
  /** Where the code went. */
  provedBy: z.enum(['email', 'phone']),
  policy: appliedPolicy,
});

/** By who showed password and a code; the photo is looked at before. */
export class RequestAuthenticatorRemoval extends HouseCommand<DataOf<typeof requestGoogleRemoval>, RecoveryAnswer> {
  static readonly type = 'RequestAuthenticatorRemoval';
  static readonly schema = requestGoogleRemoval;
}

const cancelGoogleRemoval = z.object({
  userId: z.string(),
  /** The one that was open at the request; another is left alone. */
  requestId: z.string(),
  how: z.enum(['session', 'stop-code', 'code-shown']),
});

export class CancelAuthenticatorRemoval extends HouseCommand<DataOf<typeof cancelGoogleRemoval>, null> {
  static readonly type = 'CancelAuthenticatorRemoval';
  static readonly schema = cancelGoogleRemoval;
}

const removeLostGoogle = z.object({ userId: z.string(), requestId: z.string() });

/** Due at the end of the waiting time. */
export class RemoveLostAuthenticator extends HouseCommand<DataOf<typeof removeLostGoogle>, null> {
  static readonly type = 'RemoveLostAuthenticator';
  static readonly schema = removeLostGoogle;
}
