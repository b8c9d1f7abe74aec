import { z } from 'zod';
import { commonFields } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

export const walletRefusals = {
  'wallet.challenge-gone': { status: 200 },
  'wallet.signature-wrong': { status: 200 },
  'wallet.domain-wrong': { status: 403 },
  'wallet.unknown': { status: 200 },
  'wallet.taken': { status: 409 },
  'wallet.bound-already': { status: 409 },
  'wallet.not-bound': { status: 409 },
  'wallet.only-way-in': { status: 409 },
} as const satisfies Record<string, RefusalRule>;

/** An account of Ethereum's kind: `0x` and 40 hexadecimal digits, in the mixed case of EIP-55 or in one case. */
const address = z.string().regex(/^0x[0-9a-fA-F]{40}$/);
/** 65 bytes: r, s and the recovery byte 27 or 28, as `personal_sign` (EIP-191) gives them. */
const signature = z.string().regex(/^0x[0-9a-f]{130}$/);
const nonce = z.string().regex(/^[A-Za-z0-9]{16,32}$/);

export const WALLET_PURPOSES = ['login', 'bind'] as const;
export type WalletPurpose = (typeof WALLET_PURPOSES)[number];

/** `domain` is the host that the browser shows: the answer is bound to it, and another one is refused. */
export const walletChallengeQuery = z.strictObject({
  ...commonFields,
  purpose: z.enum(WALLET_PURPOSES),
  address,
  domain: z.string().min(1).max(253),
});

export const walletChallengeView = z
  .object({
    nonce: z.string(),
    message: z.string(),
    expiresAt: z.number(),
  })
  .meta({
    id: 'WalletChallengeView',
    description: 'What the browser signs: a message as EIP-4361 has it, valid once and until then.',
  });
export type WalletChallengeView = z.output<typeof walletChallengeView>;

/** Country and agreement are required for an address without an account (`wallet.unknown`): it makes a new real account. */
export const walletLoginBody = z.strictObject({
  ...commonFields,
  nonce,
  signature,
  country: z
    .string()
    .regex(/^[A-Z]{2}$/)
    .optional(),
  invitationCode: z.string().trim().max(32).optional(),
  /** Ticked: `yes`. */
  agreement: z.enum(['yes']).optional(),
  googleCode: z.string().trim().max(32).optional(),
  timeZone: z.string().max(64).optional(),
});

export const bindWalletBody = z.strictObject({
  ...commonFields,
  nonce,
  signature,
  password: z.string().min(1).max(256),
  googleCode: z.string().trim().max(32).optional(),
});

export const unbindWalletBody = z.strictObject({
  ...commonFields,
  password: z.string().min(1).max(256),
  googleCode: z.string().trim().max(32).optional(),
});

export const walletView = z
  .object({
    address: z.string().nullable(),
  })
  .meta({ id: 'WalletView', description: "`address` in EIP-55's mixed case, shown to its owner only." });
export type WalletView = z.output<typeof walletView>;
