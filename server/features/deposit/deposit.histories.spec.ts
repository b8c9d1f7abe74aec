import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { NewEvent } from '../../core/event.js';
import { amount, ZERO } from '../../../shared/money.js';
import { isRefusal } from '../../core/refusal.js';
import type { NoteDeposit } from './deposit.commands.js';
import { decideNote, decideProof, decideSubmit, openProofOf, type DepositState } from './deposit.decider.js';
import { after, channel, NEEDED, POLICY, proof, transferFact } from './deposit.testkit.js';

const PEOPLE = ['real-ann', 'real-bob'];

/** A network's own memory of one transfer. It keeps its promises: final stays final, dropped stays dropped. */
class Network {
  private height: number | null = null;
  private tip = 100;
  private dropped = false;
  everFinal = false;

  constructor(
    private readonly owner: string | null,
    private readonly amount: string,
  ) {}

  step(kind: number): void {
    if (this.dropped) return;
    const confirmations = this.confirmations();
    if (kind < 6) this.tip += 1;
    if (kind === 0 && this.height === null) this.height = this.tip;
    if (kind === 6 && this.height !== null && confirmations < NEEDED) this.height = null;
    if (kind === 7 && this.height !== null && confirmations < NEEDED) this.height = this.tip;
    if (kind === 8 && this.height === null) this.dropped = true;
    if (this.confirmations() >= NEEDED) this.everFinal = true;
  }

  show(openProof: string | null): NoteDeposit['data'] {
    const status = this.dropped ? 'dropped' : this.height === null ? 'mempool' : 'mined';
    const now = {
      status,
      confirmations: this.confirmations(),
      blockHeight: this.dropped ? null : this.height,
    } as const;
    return transferFact({ ...now, owner: this.owner, amount: this.amount, openProof });
  }

  private confirmations(): number {
    return this.height === null || this.dropped ? 0 : Math.min(NEEDED, this.tip - this.height + 1);
  }
}

const steps = fc.array(
  fc.oneof(
    fc.record({ do: fc.constant('network' as const), kind: fc.constantFrom(0, 0, 1, 2, 3, 4, 5, 0, 1, 2, 6, 7, 8) }),
    // Noted now, or again from an earlier read: another server, a crash, a repeat.
    fc.record({ do: fc.constant('tell' as const), ago: fc.integer({ min: 0, max: 4 }) }),
    fc.record({ do: fc.constant('prove' as const), who: fc.integer({ min: 0, max: 1 }) }),
    fc.record({ do: fc.constant('decide' as const), approve: fc.boolean() }),
  ),
  { minLength: 20, maxLength: 80 },
);

describe('over random histories of a network, people and staff', () => {
  it('a transfer is credited at most once, only when it was final, to whom it belongs, and nothing is made or lost', () => {
    const ends = new Map<string, number>();
    fc.assert(
      fc.property(
        steps,
        fc.constantFrom<string | null>('real-ann', null),
        fc.constantFrom('25', '1', '0.5'),
        fc.boolean(),
        (history, owner, moved, open) => {
          const end = play(history, owner, moved, open) ?? 'none';
          ends.set(end, (ends.get(end) ?? 0) + 1);
        },
      ),
      { numRuns: 1_000 },
    );
    // Histories that never come to an end would prove nothing.
    for (const end of ['credited', 'dropped', 'below-minimum', 'wrong-asset', 'no-owner'])
      expect(ends.get(end) ?? 0).toBeGreaterThan(0);
  });
});

type Step = typeof steps extends fc.Arbitrary<(infer One)[]> ? One : never;

function play(history: readonly Step[], owner: string | null, moved: string, open: boolean) {
  const network = new Network(owner, moved);
  const looks: NoteDeposit['data'][] = [];
  const events: NewEvent[] = [];
  let state: DepositState = after([]);
  let proofs = 0;
  let checked = 0;
  const take = (decided: NewEvent[]): void => {
    events.push(...decided);
    state = after(decided, state);
  };
  for (const step of history) {
    if (step.do === 'network') network.step(step.kind);
    else if (step.do === 'tell') {
      looks.push({ ...network.show(openProofOf(state)), channel: channel({ open }) });
      const look = looks.at(-1 - step.ago) ?? looks[0];
      const decided = decideNote(state, { ...(look as NoteDeposit['data']), openProof: openProofOf(state) }, true);
      if (!isRefusal(decided)) take(decided);
    } else if (step.do === 'prove') {
      proofs += 1;
      const userId = PEOPLE[step.who] as string;
      const decided = decideSubmit(state, proof({ userId, depositId: `deposit-${proofs}` }), 0);
      if (!isRefusal(decided)) take(decided.events);
    } else {
      const { claim } = state;
      if (claim === null) continue;
      const verdict = step.approve ? ('approved' as const) : ('rejected' as const);
      const command = { requestId: claim.depositId, userId: claim.userId, verdict, reasons: ['other'], note: null };
      const facts = { key: 'k1', network: 'TRC20', toPlatform: null, policy: POLICY, minimum: '1', open: true };
      const decided = decideProof(state, command, facts);
      if (!isRefusal(decided)) take(decided);
    }
    // What changed nothing cannot have broken a law.
    if (events.length > checked) check(events, network, owner, moved);
    checked = events.length;
  }
  return state.outcome;
}

/** The laws, after every single step. */
function check(events: readonly NewEvent[], network: Network, owner: string | null, moved: string): void {
  const postings = events.flatMap((event) => event.postings ?? []);
  const sum = postings.reduce((total, posting) => total + posting.amount, ZERO);
  const onAccount = (name: string) =>
    postings.filter(({ account }) => account.startsWith(name)).reduce((total, posting) => total + posting.amount, ZERO);
  expect(sum).toBe(ZERO);
  const credited = onAccount('user/');
  expect([ZERO, amount(moved)]).toContain(credited);
  expect([ZERO, amount(moved)]).toContain(onAccount('house/unclaimed'));
  if (onAccount('house/chain') !== ZERO) expect(network.everFinal).toBe(true);
  if (credited > ZERO && owner !== null) expect(onAccount(`user/${owner}.1/`)).toBe(credited);
  const ends = events.filter(({ type }) => type === 'DepositCredited' || type === 'DepositFailed');
  expect(ends.length).toBeLessThanOrEqual(1);
}
