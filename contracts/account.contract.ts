import { z } from 'zod';
import { language, requestToken } from './envelope.contract.js';
import type { RefusalRule } from './refusal.contract.js';

/** `demo` and `real` never meet: separate ledgers, books and people. `house` keeps what both share (catalogue, policies). */
export const REALMS = ['house', 'demo', 'real'] as const;
export type Realm = (typeof REALMS)[number];
export type TradingRealm = Exclude<Realm, 'house'>;

export const accountRefusals = {
  'session.missing': { status: 401, code: 2000 },
  'session.expired': { status: 401, code: 2000 },
  'session.ended': { status: 401, code: 1000 },
  'account.required': { status: 400 },
  'account.credentials-wrong': { status: 200 },
  'account.locked': { status: 429 },
  'account.already-logged-in': { status: 409 },
  'account.not-found': { status: 404 },
  'account.frozen': { status: 403 },
  'account.passwords-differ': { status: 400 },
  'account.password-length': { status: 400 },
  'account.password-common': { status: 400 },
  'account.password-unchanged': { status: 400 },
  'account.phone-invalid': { status: 400 },
  'account.email-invalid': { status: 400 },
  'account.country-required': { status: 400 },
  'account.country-unknown': { status: 400 },
  'account.agreement-missing': { status: 400 },
  'account.contact-missing': { status: 200 },
  'session.unknown': { status: 404 },
  'code.required': { status: 400 },
  'code.wrong': { status: 200 },
  'code.too-many': { status: 429 },
  'invitation.required': { status: 400 },
  'invitation.unknown': { status: 400 },
  'invitation.own': { status: 400 },
  'demo.expired': { status: 200 },
  'demo.real-only': { status: 200 },
  'demo.demo-only': { status: 200 },
  'demo.too-many': { status: 429 },
  'staff.credentials-wrong': { status: 401 },
  'staff.session-missing': { status: 401 },
  'staff.role-missing': { status: 403 },
  'staff.not-found': { status: 404 },
} as const satisfies Record<string, RefusalRule>;

/** What every call may carry besides its own fields (specification, section 7). */
export const commonFields = {
  token: z.string().max(128).optional(),
  lang: language.optional(),
  requestToken: requestToken.optional(),
};

export const userLoginBody = z.strictObject({
  ...commonFields,
  account: z.string().trim().min(1).max(254),
  password: z.string().min(1).max(256),
});

export const tempLoginQuery = z.strictObject({ ...commonFields });

/** The session as the client keeps it (specification, section 3). Instants are milliseconds since the Unix epoch. */
export interface SessionView {
  token: string;
  lang: z.infer<typeof language>;
  realm: TradingRealm;
  userId: string;
  name: string;
  /** Masked: first 3 and last 6 characters; the session's own display cuts to 12. Empty for a demo account. */
  phone: string;
  email: string;
  /** 0 while no trade password is set, as the specification has it. */
  transaction_password: 0 | 1;
  /** The demo account's life: how often it was regenerated, and when it ends. `null` for a real account. */
  demo: { generation: number; expiresAt: number; expired: boolean } | null;
}

export interface BrandView {
  name: string;
  tagline: string;
  /** An inline SVG document of our own, from the seeds. */
  logo: string;
  simulationNotice: string;
}

/** A content page or snippet in the asker's language; `body` is Markdown without raw HTML. */
export interface TextView {
  id: number;
  key: string;
  title: string;
  body: string;
}

export const getTextsListQuery = z.strictObject({
  ...commonFields,
  id: z.coerce.number().int().min(1).max(100_000).optional(),
});

/** Live counts for the home page: each one is counted from the system when asked. */
export interface FiguresView {
  instruments: number;
  languages: number;
  accountsDemo: number;
  accountsReal: number;
  events: number;
  tradesToday: number;
}
