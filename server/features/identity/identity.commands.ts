import { z } from 'zod';
import { IDENTITY_LEVELS } from '../../../contracts/identity.contract.js';
import { HouseCommand, type DataOf } from '../../core/command.js';
import { appliedPolicy, refusal, sealed } from '../../core/command-schemas.js';

interface IdentityAnswer {
  readonly requestId: string;
}

/** A form whose texts and images were found in order. */
const checkedForm = z.object({
  sealedForm: sealed,
  images: z.record(z.string(), z.string()),
  /** Of a primary request; `null` of the others. */
  document: z
    .object({
      type: z.int(),
      fingerprint: z.string(),
      numberFingerprint: z.string(),
      nameFingerprint: z.string(),
    })
    .nullable(),
  /** Whether the nationality of a primary form is that of the registration, if that named one; `true` for other levels. */
  isOfRegistration: z.boolean(),
});

const submitIdentity = z.object({
  userId: z.string(),
  level: z.enum(IDENTITY_LEVELS),
  requestId: z.string(),
  /** An open question that this answers: `requestId` is its request, and the document that it showed is given free if another comes. */
  answers: z.object({ fingerprint: z.string().nullable() }).nullable(),
  form: z.union([checkedForm, z.object({ problem: refusal })]),
  policy: appliedPolicy,
});

/**
 * Sends a level for review. The form's own `problem` was found before and travels along: it is refused in its place of the order. A
 * repeat of an accepted request gets the first answer without a new check.
 */
export class SubmitIdentity extends HouseCommand<DataOf<typeof submitIdentity>, IdentityAnswer> {
  static readonly type = 'SubmitIdentity';
  static readonly schema = submitIdentity;
}

const withdrawIdentity = z.object({
  userId: z.string(),
  level: z.enum(IDENTITY_LEVELS),
  /** `null`: there was none when it was looked up. */
  request: z.object({ requestId: z.string(), fingerprint: z.string().nullable() }).nullable(),
});

/** Takes an open request back. Its id and document were looked up before, so that their streams can be touched. */
export class WithdrawIdentity extends HouseCommand<DataOf<typeof withdrawIdentity>, IdentityAnswer> {
  static readonly type = 'WithdrawIdentity';
  static readonly schema = withdrawIdentity;
}

const eraseIdentity = z.object({
  userId: z.string(),
  requestIds: z.array(z.string()).readonly(),
  fingerprint: z.string().nullable(),
});

/** Ends every request of an erased person, and releases their document. Looked up before, as above. */
export class EraseIdentity extends HouseCommand<DataOf<typeof eraseIdentity>, null> {
  static readonly type = 'EraseIdentity';
  static readonly schema = eraseIdentity;
}
