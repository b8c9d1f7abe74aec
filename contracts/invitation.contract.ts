import { z } from 'zod';
import { commonFields, pageOf, pageQuery, periodQuery } from './envelope.contract.js';

/** Levels of people who came by an invitation: those one invited, those they invited, and so on. */
export const INVITATION_LEVELS = [1, 2, 3, 4] as const;
export type InvitationLevel = (typeof INVITATION_LEVELS)[number];

/** `held`: staff review it. `released` was held and is paid; `rejected` was held and stays with the fees. */
export const INVITATION_STATUSES = ['paid', 'held', 'released', 'rejected'] as const;
export type InvitationStatus = (typeof INVITATION_STATUSES)[number];

/** What an inviter and people below them share. A payee is a bank card or a wallet address. */
export const INVITATION_MATCHES = ['document', 'device', 'payee'] as const;
export type InvitationMatch = (typeof INVITATION_MATCHES)[number];

/** Why staff reject a reward. */
export const INVITATION_REASONS = ['own-accounts', 'ring', 'other'] as const;

/** Of fewer inviters the median would be what one known person has earned. */
export const MEDIAN_FROM_INVITERS = 20;

const usdt = (what: string) => z.string().describe(`${what} USDT, a decimal string.`);
const level = z.literal(INVITATION_LEVELS);
const share = z.string().describe('A share of the trading fees: `0.2` is 20%.');

export const invitationTerms = z
  .object({
    shares: z.array(z.object({ level, share })),
    version: z.number().describe('Version of `invitation.rewards`.'),
    inviters: z.number().describe('People whose invitation somebody used.'),
    medianUsdt: usdt(
      `What the one in the middle of them has earned so far; \`null\` of fewer than ${MEDIAN_FROM_INVITERS}. In`,
    ).nullable(),
  })
  .meta({ id: 'InvitationTerms', description: 'Who earns what of the trading fees of an invited person.' });
export type InvitationTerms = z.output<typeof invitationTerms>;

export const promotionView = z
  .object({
    code: z.string(),
    link: z
      .string()
      .describe('Where the invited register; only a path where the server does not know its own address.'),
    wasInvited: z.boolean().describe('Who invited oneself: whether anybody did.'),
    levels: z.array(
      z.object({
        level,
        count: z.number(),
        share,
        profit: usdt('Paid so far, in'),
        held: usdt('Waiting for staff, in'),
      }),
    ),
    terms: invitationTerms,
  })
  .meta({ id: 'PromotionView', description: '`web/getMyPromotion`: what one invites with, and who came.' });
export type PromotionView = z.output<typeof promotionView>;

export const invitationReward = z
  .object({
    date: z.string().describe('The UTC date of the fees.'),
    status: z.enum(INVITATION_STATUSES),
    reward: usdt('In'),
    levels: z.array(
      z.object({ level, people: z.number(), fees: usdt('Of these people, in'), share, reward: usdt('In') }),
    ),
    version: z.number(),
    at: z.number().describe('Paid or held then; an instant.'),
    endedAt: z.number().nullable().describe('Of a reward that was held: decided then.'),
  })
  .meta({ id: 'InvitationReward', description: 'What a UTC date earned by own invitations.' });
export type InvitationReward = z.output<typeof invitationReward>;

const filters = { status: z.enum(INVITATION_STATUSES).optional(), ...periodQuery };
export const getInvitationRewardsQuery = z.strictObject({ ...commonFields, ...pageQuery.shape, ...filters });
export const exportInvitationRewardsQuery = z.strictObject({ ...commonFields, ...filters });
export const invitationRewardPage = pageOf(invitationReward);

export const staffInvitationRewardRow = z
  .object({
    id: z.string(),
    userId: z.string(),
    date: z.string(),
    status: z.enum(INVITATION_STATUSES),
    people: z.number().describe('Those who paid fees.'),
    feesUsdt: z.string(),
    rewardUsdt: z.string(),
    at: z.number(),
    endedAt: z.number().nullable(),
    policyVersion: z.number(),
  })
  .meta({ id: 'StaffInvitationRewardRow', description: 'The reward of an inviter for a UTC date. Amounts in USDT.' });
export type StaffInvitationRewardRow = z.output<typeof staffInvitationRewardRow>;

export const staffInvitationDateRow = z
  .object({
    id: z.string().describe('The UTC date.'),
    inviters: z.number(),
    people: z.number().describe('Invited people who paid fees.'),
    feesUsdt: z.string(),
    paidUsdt: z.string(),
    heldUsdt: z.string(),
    rejectedUsdt: z.string(),
    paidAt: z.number().nullable(),
  })
  .meta({ id: 'StaffInvitationDateRow', description: 'What a UTC date earned all inviters. Amounts in USDT.' });
export type StaffInvitationDateRow = z.output<typeof staffInvitationDateRow>;
