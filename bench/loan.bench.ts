import { handle } from '../server/core/command.js';
import { commandOf } from '../server/core/command.testkit.js';
import { HOUSE } from '../server/engine/ledger/chart.js';
import { CommandHandlers } from '../server/engine/writer/command-handlers.js';
import { MemoryRealm } from '../server/engine/writer/memory-realm.js';
import '../server/features/loan/loan.feature.js';
import { loanHandlers, loanScope } from '../server/features/loan/loan.handler.js';
import { loanKind, owedAt, owedLoans } from '../server/features/loan/loan.state.js';
import { APPLICATION, disbursed, RULES, VERIFIED } from '../server/features/loan/loan.testkit.js';
import { amount, ZERO, type Amount } from '../shared/money.js';
import { gate, giveFunds } from './given-funds.js';
import { cpuSeconds, row, seconds, type BenchRow } from './kit.js';

const LOANS = 100_000;
const DAY_MS = 86_400_000;
const LENT_AT = Date.parse('2028-02-27T12:00:00Z');
const POLICY = { name: 'loan.rules', version: 2, values: { ...RULES, grantUsdt: '1000000000' } };
const ownerOf = (n: number) => ({ userId: `real-${n}`, ownerId: `real-${n}.1` });

/** As staff's approval, without their review. */
const lend = handle(commandOf<{ ownerId: string; loanId: string }>('LendBenchLoan'), {
  realms: ['real'],
  scope: (data) => loanScope(data),
  decide: (view, { ownerId, loanId }, { at }) => {
    const lending = amount(POLICY.values.grantUsdt) + view.balance(HOUSE.lending.account, 'USDT');
    const lender = { score: 500, granted: '0', lending, policy: POLICY };
    return { events: disbursed(view.state(loanKind, ownerId), loanId, lender, at), answer: null };
  },
});

/** So many loans of 100 USDT for a week, each with a borrower of its own, who can pay half of it. */
function loaded(): MemoryRealm {
  const handlers = new CommandHandlers().register(giveFunds, lend, ...loanHandlers({ gate, levels: VERIFIED }));
  const realm = new MemoryRealm('real', handlers);
  const send = (type: string, data: object): void => {
    const result = realm.execute({ type, data, at: LENT_AT, actor: 'timer' });
    if (!result.ok) throw new Error(result.refusal.refusal);
  };
  for (let n = 0; n < LOANS; n += 1) {
    const owner = ownerOf(n);
    const loanId = `loan-${n}`;
    send(giveFunds.type, { ownerId: owner.ownerId, sum: '50' });
    send('RequestLoan', { ...APPLICATION, ...owner, loanId, amount: '100', policy: POLICY });
    send('LendBenchLoan', { ownerId: owner.ownerId, loanId });
  }
  return realm;
}

interface Timed {
  readonly cpu: number;
  /** The slowest one in a thousand, in seconds. */
  readonly slow: number;
}

/** One command for each loan, as its timers send them. */
function forEach(realm: MemoryRealm, type: string, data: object, at: number): Timed {
  const before = realm.events.length;
  const waits: number[] = [];
  const cpu = cpuSeconds(() => {
    for (let n = 0; n < LOANS; n += 1) {
      const command = { type, data: { ...ownerOf(n), loanId: `loan-${n}`, ...data }, at, actor: 'timer' };
      waits.push(seconds(() => void realm.execute(command)));
    }
  });
  if (realm.events.length < before + LOANS) throw new Error(`${type} did nothing for some loans`);
  return { cpu, slow: waits.toSorted((a, b) => b - a)[LOANS / 1_000] ?? Infinity };
}

/** What all loans owe at an instant, as lists and debts ask for it. */
function owedOf(realm: MemoryRealm, at: number): { cpu: number; owed: Amount } {
  let owed = ZERO;
  const cpu = cpuSeconds(() => {
    for (let n = 0; n < LOANS; n += 1) {
      for (const loan of owedLoans(realm.state(loanKind, ownerOf(n).ownerId))) owed += amount(owedAt(loan, at).owed);
    }
  });
  return { cpu, owed };
}

/** A day with 100,000 loans open, and dates on which all of them are reminded, become overdue and are set off. Decisions alone. */
export async function bench(): Promise<BenchRow[]> {
  const realm = loaded();
  const accrued = owedOf(realm, LENT_AT + 5 * DAY_MS);
  // Five days, of which three are free.
  if (accrued.owed !== amount('0.1') * BigInt(LOANS) + amount('100') * BigInt(LOANS)) throw new Error('owed otherwise');
  const reminded = forEach(realm, 'RemindOfLoan', {}, LENT_AT + 4 * DAY_MS);
  const overdue = forEach(realm, 'CollectLoan', { day: 1 }, LENT_AT + 8 * DAY_MS);
  const setOff = forEach(realm, 'CollectLoan', { day: RULES.setOffDays + 1 }, LENT_AT + 38 * DAY_MS);
  const all = [
    [`interest of ${LOANS} loans on a day`, { cpu: accrued.cpu }, 'CPU; computed when somebody asks; peer: the limit'],
    [`${LOANS} reminders at once`, reminded, 'CPU of the decisions, a command each; peer: the limit'],
    [`${LOANS} loans overdue at once`, overdue, 'the same'],
    [`${LOANS} loans set off at once`, setOff, 'the same'],
  ] as const;
  const slowest = Math.max(reminded.slow, overdue.slow, setOff.slow);
  return [
    ...all.map(([name, { cpu }, note]) => row({ name, ours: cpu, peer: 5, unit: 's', atMost: 1, note })),
    row({
      name: 'a slow command among them',
      ours: slowest * 1_000,
      peer: 100,
      unit: 'ms',
      atMost: 1,
      note: 'p99.9: what an order behind it waits; peer: the limit',
    }),
  ];
}
