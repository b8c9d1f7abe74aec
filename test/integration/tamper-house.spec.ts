import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { checkGuards } from '../../server/audit/beside/guards.check.js';
import { Findings, type Check } from '../../server/audit/findings.js';
import { verify } from '../../server/audit/verify.js';
import { OF_TESTS } from '../kit/stream-kinds.js';
import { asSuperuser } from './tamper-history.js';
import { openHouse, putBack } from './tamper-house.js';

const HOUR_MS = 3_600_000;
let house: Awaited<ReturnType<typeof openHouse>>;

beforeAll(async () => {
  house = await openHouse();
}, 120_000);
afterAll(() => house.close());

const check = (guards = false) =>
  verify({ pool: house.pool, now: house.now + HOUR_MS, readModels: false, guards, ...OF_TESTS });

/** A deed of the database's owner, and the auditor's finding. */
type Deed = [deed: string, sql: string, check: Check, message: RegExp];

const ofOther = (column: string, table: string, where: string): string =>
  `UPDATE ${table} SET ${column} = (SELECT ${column} FROM ${table} WHERE ${where} LIMIT 1) WHERE NOT (${where})`;

const deeds: Deed[] = [
  [
    'somebody of content made an administrator',
    `UPDATE staff_accounts SET roles = '{admin}' WHERE name = 'content'`,
    'staff',
    /^the account content \(s-\w+\) has the role admin, its events say content$/,
  ],
  [
    'a reviewer given queues',
    `UPDATE staff_accounts SET queues = '{identity,withdrawal}' WHERE name = 'ben'`,
    'staff',
    /^the account ben \(s-\w+\) has the queues identity, withdrawal, its events say withdrawal$/,
  ],
  [
    'own accounts of users emptied',
    `UPDATE staff_accounts SET own_users = '{}'`,
    'staff',
    /^the account ann \(s-\w+\) has as own users none, its events say real-\w+$/,
  ],
  [
    'an account of staff that nobody made',
    `INSERT INTO staff_accounts (staff_id, name, password_hash, roles, created_at)
       SELECT 's-ghost', 'ghost', password_hash, '{admin}', created_at FROM staff_accounts LIMIT 1`,
    'staff',
    /^the account ghost \(s-ghost\) stands in the table, and no event made it$/,
  ],
  [
    'an account of staff deleted',
    `DELETE FROM staff_accounts WHERE name = 'risk'`,
    'staff',
    /risk .* is not in the table/,
  ],
  [
    'the password of staff swapped',
    `UPDATE staff_accounts SET password_hash = (SELECT password_hash FROM staff_accounts WHERE name = 'ann') WHERE name = 'admin'`,
    'staff',
    /^the account admin \(s-\w+\) has another password than its events name$/,
  ],
  [
    'the authenticator of staff taken off',
    `UPDATE staff_accounts SET totp_secret = NULL WHERE name = 'admin'`,
    'staff',
    /^the account admin \(s-\w+\) has no authenticator, and its events name one$/,
  ],
  [
    'recovery codes of staff put in',
    `UPDATE staff_accounts SET recovery_hashes = '["x"]' WHERE name = 'admin'`,
    'staff',
    /^the account admin .* has other recovery codes/,
  ],
  [
    'the password of a user swapped',
    `UPDATE credentials SET password_hash = password_hash || 'x'`,
    'secrets',
    /^real-\w+ has another password than its events name$/,
  ],
  [
    'a user’s row of credentials deleted',
    `DELETE FROM credentials`,
    'secrets',
    /^real-\w+ has no password, and its events name one$/,
  ],
  [
    'second factors deleted',
    `DELETE FROM factors`,
    'secrets',
    /^real-\w+ has authenticator in force \(factor-\w+\), and the row is gone$/,
  ],
  [
    'a trade password swapped for another’s seal',
    `UPDATE factors SET sealed = (SELECT sealed FROM factors WHERE kind = 'google' LIMIT 1) WHERE kind = 'trade'`,
    'secrets',
    /has trade password in force .* was changed$/,
  ],
  [
    'images of a person swapped',
    ofOther('sealed', 'private_images', `purpose = 'document-held'`),
    'persons',
    /^the image image-\w+ of real-\w+ is not the one that was stored under this id$/,
  ],
  [
    'images deleted',
    `DELETE FROM private_images`,
    'persons',
    /^the image image-\w+ of real-\w+ is named here, and is gone$/,
  ],
  [
    'the key of a person destroyed',
    `UPDATE person_keys SET wrapped = NULL, erased_at = 1`,
    'persons',
    /^the key of real-\w+ was destroyed, and no event erased the person$/,
  ],
  [
    'the key of a person deleted',
    `DELETE FROM person_keys`,
    'persons',
    /^the key of real-\w+ is gone, and nobody erased the person$/,
  ],
  [
    'an answer changed',
    `UPDATE answers SET answer = '"paid"' WHERE ctid = (SELECT min(ctid) FROM answers)`,
    'answers',
    /are not those that were signed$/,
  ],
  [
    'answers deleted',
    `DELETE FROM answers`,
    'answers',
    /^the answers to the commands of 1 to \d+ are not those that were signed$/,
  ],
  [
    'an answer deleted and its line written into the answer before it',
    `WITH two AS (SELECT ctid, row_number() OVER (ORDER BY position, key COLLATE "C") AS n FROM answers WHERE realm = 'real'),
       gone AS (DELETE FROM answers WHERE ctid = (SELECT ctid FROM two WHERE n = 2) RETURNING position, key, answer)
     UPDATE answers SET answer = answers.answer || chr(10) || gone.position || ' ' || gone.key || ' ' || gone.answer
       FROM gone WHERE answers.ctid = (SELECT ctid FROM two WHERE n = 1)`,
    'answers',
    /are not those that were signed$/,
  ],
  [
    'timers deleted',
    `DELETE FROM due_commands`,
    'timers',
    /^ExpireDemo \(expire-demo:demo-\w+\.1\) is due at .*, and does not wait$/,
  ],
  [
    'a timer postponed',
    `UPDATE due_commands SET due_at = due_at + 86400000 WHERE type = 'ExpireDemo'`,
    'timers',
    /^ExpireDemo \(expire-demo:demo-\w+\.1\) waits changed: ExpireDemo at/,
  ],
  [
    'a timer said to come from another request',
    `UPDATE due_commands SET correlation = 'call-x' WHERE type = 'ExpireDemo'`,
    'timers',
    /^ExpireDemo \(expire-demo:demo-\w+\.1\) waits changed: .* after demo:\d+ of call-x$/,
  ],
  [
    'a timer of the calendar said to come from a request',
    `UPDATE due_commands SET correlation = 'call-x', causation = 'call-x' WHERE type = 'FallDueReconciliation'`,
    'timers',
    /^the next FallDueReconciliation of real does not wait$/,
  ],
  [
    'a timer that nothing asked for',
    `INSERT INTO due_commands (realm, id, due_at, type, data, actor, seal) SELECT realm, 'forged', due_at, type, data, actor, seal FROM due_commands LIMIT 1`,
    'timers',
    /\(forged\) waits, and no event asked for it$/,
  ],
  [
    'the next root of liabilities gone',
    `DELETE FROM due_commands WHERE type = 'FallDueLiabilities'`,
    'timers',
    /^the next FallDueLiabilities of real does not wait$/,
  ],
  [
    'the next reconciliation gone',
    `DELETE FROM due_commands WHERE type = 'FallDueReconciliation'`,
    'timers',
    /^the next FallDueReconciliation of real does not wait$/,
  ],
  [
    'nodes of kept trees changed',
    `UPDATE liability_bundles SET nodes = set_byte(nodes, 0, (get_byte(nodes, 0) + 1) % 256)`,
    'liabilities',
    /^the kept tree of liabilities of \d+: /,
  ],
  [
    'sums in a kept tree changed',
    `UPDATE liability_bundles SET nodes = set_byte(nodes, 25, (get_byte(nodes, 25) + 1) % 256)`,
    'liabilities',
    /^the kept tree of liabilities of \d+: /,
  ],
  [
    'a transfer changed on its network',
    `UPDATE chain_transfers SET amount = '1'`,
    'outside',
    /^the transfer \w+ on TRC20 was seen with 250 USDT, and the network shows 1 USDT$/,
  ],
  [
    'blocks that no longer hold their transfers',
    `DELETE FROM chain_inclusions`,
    'outside',
    /was credited from block \d+, and that block does not hold it$/,
  ],
  [
    'a payout that the bank shows otherwise',
    `UPDATE bank_payouts SET amount = amount + 1`,
    'outside',
    /^\S+ was sent with [\d.]+, and the bank \(\S+\) shows [\d.]+$/,
  ],
  [
    'log-ins deleted',
    `DELETE FROM login_history`,
    'logins',
    /^real-\w+ has logged in, and the log-in is not in the history$/,
  ],
  [
    'known devices deleted',
    `DELETE FROM known_devices`,
    'logins',
    /^real-\w+ has logged in, and no device of the person is known$/,
  ],
];

describe('a house that nobody touched', () => {
  it('has nothing to find, the database’s own guards included', async () => {
    expect((await check(true)).findings).toEqual([]);
  });
});

describe('what stands beside the history', () => {
  afterEach(() => putBack(house.pool));

  it.each(deeds)('is found with %s', async (_, sql, wanted, message) => {
    await asSuperuser(house.pool, sql);
    const { findings } = await check();
    expect(findings).toContainEqual(expect.objectContaining({ check: wanted, what: expect.stringMatching(message) }));
    for (const { realm, position } of findings)
      expect([['demo', 'real', 'house'].includes(realm), position > 0]).toEqual([true, true]);
  });
});

describe('what the database itself refuses', () => {
  const undone: [deed: string, sql: string, undo: string, message: string][] = [
    [
      'the append-only trigger of the events dropped',
      'DROP TRIGGER events_append_only ON events',
      'CREATE TRIGGER events_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON events FOR EACH STATEMENT EXECUTE FUNCTION refuse_change()',
      'the trigger events.events_append_only is gone',
    ],
    [
      'the ledger’s trigger switched off',
      'ALTER TABLE ledger_postings DISABLE TRIGGER ledger_postings_post',
      'ALTER TABLE ledger_postings ENABLE TRIGGER ledger_postings_post',
      'the trigger ledger_postings.ledger_postings_post was changed',
    ],
    [
      'a function that refuses nothing any more',
      `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NULL; END'`,
      `CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'history is never changed: % on %', TG_OP, TG_TABLE_NAME USING ERRCODE = 'GB001';
END $$`,
      'the function refuse_change() was changed',
    ],
    [
      'overdrawing allowed',
      'ALTER TABLE ledger_balances DROP CONSTRAINT never_overdrawn',
      'ALTER TABLE ledger_balances ADD CONSTRAINT never_overdrawn CHECK (may_go_negative OR amount >= 0)',
      'the constraint ledger_balances.never_overdrawn is gone',
    ],
    [
      'a trigger of somebody’s own',
      'CREATE TRIGGER quiet BEFORE INSERT ON events FOR EACH ROW EXECUTE FUNCTION refuse_change()',
      'DROP TRIGGER quiet ON events',
      'the trigger events.quiet is none that the program makes',
    ],
    [
      'writing granted to everybody',
      'GRANT INSERT ON events TO PUBLIC',
      'REVOKE INSERT ON events FROM PUBLIC',
      'everybody may INSERT events, and only its owner may',
    ],
  ];

  it.each(undone)('is found with %s', async (_, sql, undo, message) => {
    await house.pool.query(sql);
    try {
      const findings = new Findings();
      await checkGuards(house.pool, findings, 1);
      expect(findings.list()).toEqual([expect.objectContaining({ realm: 'house', check: 'guards', what: message })]);
    } finally {
      await house.pool.query(undo);
    }
  });
});
