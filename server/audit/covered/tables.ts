import { covered, notCovered, readModelCoverage, table, type TableCoverage } from './coverage.js';

const SHORT_LIVED = 'It lives for minutes or days and is swept; no event names it.';
const TRIES = 'It counts wrong tries and is swept. Who resets it gets more tries.';
const OWN_BOOKS =
  'A book of the simulated networks and bank. The audit compares what they show of credits and payouts.';
const READ_TO = 'It remembers how far a reader came. Set forward, the reader leaves something out.';
const NOT_NAMED = 'No event names it.';
const OF_LEASE = 'It says which server writes at this moment. A wrong value stops that server.';

/** The history, what is signed of it, and what must follow from it. */
const HISTORY: Readonly<Record<string, TableCoverage>> = {
  events: table([
    covered('chain', 'stream', 'version', 'type', 'schema', 'at', 'actor', 'data', 'postings', 'hash'),
    covered('chain', 'correlation', 'causation', 'command'),
    covered('positions', 'realm', 'position'),
  ]),
  realm_heads: table([
    covered('head', 'realm', 'position', 'hash'),
    covered('segments', 'segment', 'header'),
    notCovered(OF_LEASE, 'lease_epoch', 'lease_holder', 'lease_beat'),
  ]),
  segments: table([
    covered('segments', 'realm', 'number', 'instance', 'first', 'count', 'lease_epoch', 'house_position', 'house_hash'),
    covered('segments', 'previous', 'commands', 'head', 'at', 'restored', 'key_id', 'signature', 'rules'),
  ]),
  checkpoints: table([
    covered('checkpoints', 'realm', 'number', 'position', 'hash', 'answers', 'at', 'key_id', 'previous', 'signature'),
  ]),
  log_nodes: table([covered('log', 'realm', 'level', 'index', 'hash')]),
  log_checkpoints: table([covered('log', 'realm', 'number', 'size', 'at', 'salts', 'key_id', 'note', 'seal')]),
  checkpoint_keys: table(
    [
      covered('checkpoints', 'key_id', 'public_key'),
      notCovered('It only tells people when a key came into use.', 'first_used_at'),
    ],
    { add: 'A key that has signed nothing changes nothing; give `--key` to trust one key alone.' },
  ),
  ledger_postings: table([covered('postings', 'realm', 'position', 'line', 'account', 'asset', 'amount')]),
  ledger_balances: table([covered('balances', 'realm', 'account', 'asset', 'amount', 'may_go_negative')]),
  ledger_house_accounts: table([covered('balances', 'account', 'may_go_negative')]),
  snapshots: table(
    [covered('snapshots', 'realm', 'stream', 'version', 'position', 'schema', 'state', 'key_id', 'signature')],
    {
      delete: 'A state without a snapshot is folded from its first event.',
      'roll back': 'An older snapshot is as right as a newer one.',
    },
  ),
  answers: table([covered('answers', 'realm', 'key', 'position', 'answer', 'signed_from', 'fingerprint')]),
  due_commands: table(
    [
      covered('timers', 'realm', 'id', 'due_at', 'type', 'data', 'actor', 'correlation', 'causation'),
      notCovered('A server checks it before it sends the timer.', 'seal'),
    ],
    { 'roll back': 'A timer that comes back is not sent twice; one that is gone is found.' },
  ),
  projections: table([covered('read-models', 'name', 'live_slot')], {
    add: 'A name that no noun declares is read by nobody.',
  }),
  projection_checkpoints: table([covered('read-models', 'projection', 'realm', 'slot', 'position', 'error')], {
    add: 'A place of a slot that nobody reads changes nothing.',
  }),
};

/** Persons and staff. */
const PEOPLE: Readonly<Record<string, TableCoverage>> = {
  staff_accounts: table([
    covered('staff', 'staff_id', 'name', 'password_hash', 'roles', 'totp_secret', 'disabled_at', 'queues'),
    covered('staff', 'own_users', 'password_own', 'recovery_hashes'),
    notCovered(NOT_NAMED, 'created_at', 'totp_pending'),
    notCovered('The event that uses a code up counts, not this row.', 'totp_step'),
  ]),
  credentials: table(
    [
      covered('secrets', 'user_id', 'password_hash'),
      notCovered(NOT_NAMED, 'lang', 'created_at', 'password_changed_at'),
      notCovered('It finishes a change that a server left half done.', 'opening', 'request_mark', 'next_hash'),
    ],
    { add: 'A password of somebody without an account opens nothing.' },
  ),
  factors: table([covered('secrets', 'id', 'user_id', 'kind', 'sealed'), notCovered(NOT_NAMED, 'created_at')], {
    add: 'A factor that no event brought into force is never asked for.',
  }),
  private_images: table([
    covered('persons', 'id', 'user_id', 'purpose', 'sealed'),
    notCovered('It describes the image for screens and for the upload.', 'width', 'height', 'bytes', 'hints'),
    notCovered(NOT_NAMED, 'created_at', 'request_id', 'upload_key', 'upload_digest'),
  ]),
  person_keys: table([covered('persons', 'user_id', 'wrapped'), notCovered(NOT_NAMED, 'created_at', 'erased_at')]),
  login_history: table(
    [
      covered('logins', 'user_id', 'at'),
      notCovered('Sealed for its owner; it is not in the history.', 'id', 'sealed_entry'),
    ],
    { add: 'Only sessions are compared with it: an entry without a session is not found.' },
  ),
  known_devices: table(
    [
      covered('logins', 'user_id'),
      notCovered('Only that a device is known is compared.', 'mark', 'first_at', 'last_at'),
    ],
    { add: 'A device too many is not found: no event names devices.' },
  ),
  logins: table([
    notCovered(
      'Who logs in by which address is not in the history; the address is sealed.',
      ...['fingerprint', 'user_id', 'kind', 'sealed_address', 'bound_at'],
    ),
  ]),
  sessions: table([
    notCovered(
      'Who is logged in is not history. Sessions only show whether log-ins left their entry.',
      ...['token_hash', 'id', 'realm', 'user_id', 'created_at', 'last_seen_at', 'expires_at', 'ended_at', 'device'],
      'sealed_place',
    ),
  ]),
  contact_changes: table([notCovered(SHORT_LIVED, 'change_id', 'user_id', 'sealed', 'proved_at')]),
  erasures: table([
    notCovered('Events say who was erased; this says what is left to do.', 'user_id', 'asked_at', 'done_at'),
  ]),
  trade_unlocks: table([notCovered(SHORT_LIVED, 'session_id', 'user_id', 'unlocked_at')]),
  wallet_challenges: table([
    notCovered(SHORT_LIVED, 'nonce', 'purpose', 'user_id', 'sealed', 'expires_at', 'taken_by'),
  ]),
  codes: table([notCovered(SHORT_LIVED, 'mark', 'code_mark', 'sent_at', 'expires_at', 'wrong', 'used_at', 'used_for')]),
  code_counts: table([notCovered(TRIES, 'key', 'since', 'count')]),
  login_tries: table([notCovered(TRIES, 'key', 'wrong', 'since', 'locked_until')]),
  proof_tries: table([notCovered(TRIES, 'user_id', 'wrong', 'since', 'locked_until')]),
  staff_login_tries: table([notCovered(TRIES, 'key', 'wrong', 'since', 'locked_until')]),
  staff_changes: table([notCovered('It finishes a change that a server left half done.', 'staff_id', 'becomes')]),
  staff_saved_filters: table([
    notCovered('A convenience of one member.', 'id', 'staff_id', 'list', 'name', 'filter', 'sort', 'saved_at'),
  ]),
  staff_sessions: table([
    notCovered(
      'Who of the staff is logged in is not history; each sign-in is an event.',
      ...['token_hash', 'id', 'staff_id', 'created_at', 'expires_at', 'ended_at'],
    ),
  ]),
  notice_reads: table([notCovered('Whether somebody read a notice.', 'realm', 'user_id', 'slug', 'read_at')]),
  outbox: table([
    notCovered(
      'Letters on their way out, swept after a week. That one was sent is not in the history.',
      ...['id', 'key', 'kind', 'user_id', 'address_mark', 'template', 'lang', 'sealed_address', 'sealed_letter'],
      ...['status', 'tries', 'created_at', 'next_try_at', 'sent_at'],
    ),
  ]),
  call_answers: table([
    notCovered('Answers to calls that change no history, for their repeats.', 'key', 'fingerprint', 'answer'),
  ]),
};

/** What networks and bank show, and how far it was read. */
const OUTSIDE: Readonly<Record<string, TableCoverage>> = {
  chain_transfers: table(
    [
      covered('outside', 'network', 'hash', 'asset', 'amount'),
      notCovered(OWN_BOOKS, 'sequence', 'key', 'sender', 'recipient', 'tag', 'fee', 'status', 'target_height'),
      notCovered(OWN_BOOKS, 'block_height', 'final', 'double_spend', 'replaced_by', 'watched', 'seen_at'),
    ],
    { add: 'Networks may show what nobody was credited with yet.' },
  ),
  chain_inclusions: table(
    [covered('outside', 'network', 'height', 'hash', 'taken_back_by'), notCovered(OWN_BOOKS, 'place')],
    { add: 'A transfer may lie in a second block after a fork.' },
  ),
  bank_payouts: table(
    [
      covered('outside', 'key', 'amount'),
      notCovered(OWN_BOOKS, 'user_id', 'sealed_details', 'reference', 'status', 'outcome', 'ordered_at', 'due_at'),
      notCovered(OWN_BOOKS, 'settled_at'),
    ],
    { add: 'A payout that no event ordered is found by the daily reconciliation, not by the audit.' },
  ),
  bank_wires: table([
    notCovered(
      'The audit does not compare incoming payments with credits; the daily reconciliation does.',
      ...['id', 'key', 'user_id', 'to_account', 'amount', 'currency', 'reference', 'arrived_at', 'found_by'],
    ),
  ]),
  bank_changes: table([notCovered(OWN_BOOKS, 'sequence', 'payout', 'wire')]),
  bank_change_head: table([notCovered(OWN_BOOKS, 'one', 'sequence')]),
  chain_balances: table([notCovered(OWN_BOOKS, 'network', 'address', 'asset', 'amount')]),
  chain_blocks: table([notCovered(OWN_BOOKS, 'network', 'height', 'hash')]),
  chain_changes: table([notCovered(OWN_BOOKS, 'sequence', 'network', 'hash')]),
  chain_custody: table([notCovered(OWN_BOOKS, 'network', 'asset', 'held', 'endowment')]),
  chain_faucet_uses: table([notCovered(OWN_BOOKS, 'user_id', 'day', 'uses')]),
  chain_networks: table([notCovered(OWN_BOOKS, 'network', 'tip')]),
  chain_watched: table([notCovered(OWN_BOOKS, 'network', 'address')]),
  liability_bundles: table([
    covered('liabilities', 'realm', 'epoch', 'level', 'ordinal', 'first_key', 'keys', 'nodes', 'middle'),
  ]),
  reconciled_orders: table([notCovered(READ_TO, 'single', 'position', 'at', 'backed', 'open', 'swept')]),
  reconciled_wires: table([notCovered('It remembers which payment belongs to which order.', 'wire_id', 'order_id')]),
  deposit_checkpoint: table([notCovered(READ_TO, 'single', 'sequence')]),
  withdrawal_feeds: table([notCovered(READ_TO, 'feed', 'sequence')]),
  loan_wires_checkpoint: table([notCovered(READ_TO, 'single', 'sequence')]),
  alert_checkpoints: table([notCovered(READ_TO, 'realm', 'looked_to')]),
  reaction_checkpoints: table([notCovered(READ_TO, 'reaction', 'realm', 'position')]),
};

const PROGRAM: Readonly<Record<string, TableCoverage>> = {
  installation: table(
    [covered('segments', 'instance'), notCovered('It only keeps the table at one row.', 'only_one')],
    { add: 'The database refuses a second row, and `guards` checks that it does.' },
  ),
  personal_root: table([notCovered('The next start compares it with the key of the data folder.', 'one', 'key_id')]),
  migrations: table([
    notCovered('What the migrations made is compared; this list of them is not.', 'id', 'timestamp', 'name'),
  ]),
};

/** Every table and view of the database, with every column. */
export function tableCoverage(): Readonly<Record<string, TableCoverage>> {
  return { ...HISTORY, ...PEOPLE, ...OUTSIDE, ...PROGRAM, ...readModelCoverage() };
}
