import { z } from 'zod';
import {
  staffLedgerAccount,
  staffLedgerAccounts,
  staffPosting,
  staffPostings,
} from '../../../contracts/staff-history.calls.js';
import { REALMS } from '../../../contracts/realm.contract.js';
import { ACCOUNT_SPACES } from '../../../contracts/asset.contract.js';
import type { LedgerAccountRow, PostingRow } from '../../../contracts/staff-history.contract.js';
import { userAccount } from '../../engine/ledger/chart.js';
import { literal, type Values } from '../../engine/lists/list-sql.js';
import { staffList } from '../../engine/lists/staff-list.js';

const accountFilter = z.object({
  realm: z.enum(REALMS).optional(),
  /** The beginning of the account's name. */
  account: z.string().max(120).optional(),
  asset: z.string().max(16).optional(),
});

const accountOrders = {
  account: ['b.account', 'b.asset', 'b.realm'],
  id: ['b.realm', 'b.account', 'b.asset'],
  realm: ['b.realm', 'b.account', 'b.asset'],
  asset: ['b.asset', 'b.account', 'b.realm'],
  balance: ['b.amount', 'b.account', 'b.asset', 'b.realm'],
  postings: ['coalesce(a.postings, 0)', 'b.account', 'b.asset', 'b.realm'],
};

/** `/staff/ledger-accounts`: id `<realm>:<account>:<asset>`. */
export const ledgerAccountList = staffList<typeof accountFilter, LedgerAccountRow>(
  staffLedgerAccounts,
  {
    filter: accountFilter,
    defaultSort: ['account', 'ASC'],
    readModels: ['ledger'],
    orders: accountOrders,
    from: `ledger_balances b LEFT JOIN ledger_activity a
    ON a.realm = b.realm AND a.account = b.account AND a.asset = b.asset`,
    select: `b.realm || ':' || b.account || ':' || b.asset AS id, b.realm, b.account, b.asset,
    trim_scale(b.amount)::text AS balance, b.may_go_negative AS "mayGoNegative",
    coalesce(a.postings, 0) AS postings`,
    where: {
      realm: 'b.realm',
      account: (account, values) => accountBegins('b.account', account, values),
      asset: 'b.asset',
    },
    ids: (ids, values) => {
      const parts = ids.map((id) => /^([a-z]+):(.+):([^:]+)$/.exec(id)).filter((match) => match !== null);
      const [realms, accounts, assets] = [1, 2, 3].map((part) => values.add(parts.map((match) => match[part])));
      return `(b.realm, b.account, b.asset) IN (
      SELECT * FROM unnest(${realms}::text[], ${accounts}::text[], ${assets}::text[]))`;
    },
  },
  { rowCall: staffLedgerAccount },
);

const postingFilter = z.object({
  realm: z.enum(REALMS).optional(),
  account: z.string().max(120).optional(),
  asset: z.string().max(16).optional(),
  position: z.int().min(1).optional(),
});

const postingOrders = {
  // Positions of two realms say nothing about each other, so each realm's stay together.
  position: ['p.realm', 'p.position', 'p.line'],
  id: ['p.realm', 'p.position', 'p.line'],
  at: ['p.realm', 'p.position', 'p.line'],
  realm: ['p.realm', 'p.position', 'p.line'],
  account: ['p.account', 'p.realm', 'p.position', 'p.line'],
  asset: ['p.asset', 'p.realm', 'p.position', 'p.line'],
  amount: ['p.amount', 'p.realm', 'p.position', 'p.line'],
};

/** `/staff/postings`: id `<realm>:<position>:<line>`. */
export const postingList = staffList<typeof postingFilter, PostingRow>(
  staffPostings,
  {
    filter: postingFilter,
    defaultSort: ['position', 'DESC'],
    readModels: ['ledger'],
    orders: postingOrders,
    from: `ledger_postings p JOIN events e ON e.realm = p.realm AND e.position = p.position`,
    select: `p.realm || ':' || p.position || ':' || p.line AS id, p.realm, p.position, p.line, p.account, p.asset,
    trim_scale(p.amount)::text AS amount, e.at, e.type AS "eventType"`,
    where: {
      realm: 'p.realm',
      account: (account, values) => {
        const begins = accountBegins('p.account', account, values);
        const owner = ownerOf(account);
        if (owner === undefined) return begins;
        // The account record of an owner knows their positions; without it every posting of the realm would be read.
        return `${begins} AND (p.realm, p.position, p.line) IN (SELECT realm, position, line FROM account_records
        WHERE realm IN ('demo', 'real') AND owner_id = ${values.add(owner)})`;
      },
      asset: 'p.asset',
      position: 'p.position',
    },
    ids: (ids, values) => {
      const parts = ids.map((id) => /^([a-z]+):(\d{1,15}):(\d{1,5})$/.exec(id)).filter((match) => match !== null);
      const [realms, positions, lines] = [1, 2, 3].map((part) => values.add(parts.map((match) => match[part])));
      return `(p.realm, p.position, p.line) IN (
      SELECT * FROM unnest(${realms}::text[], ${positions}::bigint[], ${lines}::bigint[]))`;
    },
  },
  { rowCall: staffPosting },
);

function ownerOf(account: string): string | undefined {
  return /^user\/([^/]+)(\/|$)/.exec(account)?.[1];
}

/** A whole account or owner is found by name; anything shorter is a beginning. */
function accountBegins(column: string, account: string, values: Values): string {
  const owner = /^user\/([^/]+)\/?$/.exec(account)?.[1];
  if (owner !== undefined && /\.\d+$/.test(owner)) {
    const all = ACCOUNT_SPACES.flatMap((space) => [
      userAccount(owner, space, 'available'),
      userAccount(owner, space, 'frozen'),
    ]);
    return `${column} = ANY (${values.add(all)})`;
  }
  if (/^user\/[^/]+\/[a-z]+\/(available|frozen)$/.test(account)) return `${column} = ${values.add(account)}`;
  return `${column} LIKE ${values.add(`${literal(account)}%`)}`;
}
