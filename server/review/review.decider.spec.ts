import { describe, expect, it } from '@jest/globals';
import type { NewEvent, RecordedEvent } from '../core/event.js';
import type { Sealed } from '../core/person.js';
import { isRefusal, type Refusal } from '../core/refusal.js';
import type { AskForMore, ClaimReview, DecideReview, EscalateReview, ReadReview, RejectEscalated } from './review.commands.js';
import {
  decideAnswer,
  decideAsk,
  decideClaim,
  decideEscalate,
  decideOpenImage,
  decideRead,
  decideRejectEscalated,
  decideRelease,
  decideReturn,
  decideWithdraw,
  reviewKind,
  verdictEvent,
  verdictProblem,
  type ReviewState,
} from './review.decider.js';
import { reviewOpened } from './review.events.js';

const MINUTE = 60_000;
const policy = { name: 'review.rules', version: 3, inputs: { claimMinutes: 15 } };
const request = { requestId: 'q-1', kind: 'identity-primary', userId: 'real-1' };

const claimOf = (staffId: string, own = false): ClaimReview => ({
  requestId: 'q-1',
  staffId,
  claimMinutes: 15,
  policy,
  own,
});
const verdict = (staffId: string, more: Partial<DecideReview> = {}): DecideReview => ({
  ...request,
  staffId,
  verdict: 'approved',
  reasons: [],
  sealedNote: null,
  own: false,
  choice: null,
  prepared: undefined,
  checks: [],
  sealedRemark: null,
  together: false,
  identified: false,
  ...more,
});

const shown: Omit<ReadReview, 'requestId' | 'staffId'> = {
  signs: [{ name: 'account-age', level: 'info', inputs: { days: 40 } }],
  rules: [{ name: 'review.signals', version: 2, inputs: { accountDays: 30 } }],
  imageIds: [],
  checks: [],
  reasons: ['blurred', 'expired'],
  hasChoice: false,
};

type Step = (state: ReviewState, at: number) => NewEvent[] | Refusal;
const open: Step = () => [reviewOpened(request)];
const claim =
  (staffId: string, own = false): Step =>
  (state, at) =>
    decideClaim(state, claimOf(staffId, own), at);
const release =
  (staffId: string): Step =>
  (state, at) =>
    decideRelease(state, { requestId: 'q-1', staffId }, at);
const read =
  (staffId: string, more: Partial<ReadReview> = {}): Step =>
  (state, at) =>
    decideRead(state, { ...shown, requestId: 'q-1', staffId, ...more }, at);
const look =
  (staffId: string, imageId: string): Step =>
  (state, at) =>
    decideOpenImage(state, { requestId: 'q-1', staffId, imageId, digest: `digest of ${imageId}` }, at);
const ASKING = { reasons: ['blurred', 'expired', 'forged'], ask: { reasons: ['blurred'], advice: ['newer'], decide: () => [] } };
const ask =
  (staffId: string, more: Partial<AskForMore> = {}, kind: Parameters<typeof decideAsk>[3] = ASKING): Step =>
  (state, at) =>
    decideAsk(
      state,
      {
        ...request,
        staffId,
        reasons: ['blurred'],
        advice: null,
        answerDays: 7,
        policy: { name: 'review.rules', version: 3, inputs: { answerDays: 7 } },
        sealedRemark: null,
        own: false,
        ...more,
      },
      at,
      kind,
    );
const escalate =
  (staffId: string, more: Partial<EscalateReview> = {}): Step =>
  (state, at) => {
    const wish = { requestId: 'q-1', staffId, reason: 'fraud', sealedRemark: null, own: false, fromRisk: false } as const;
    return decideEscalate(state, { ...wish, ...more }, at);
  };
const giveBack =
  (staffId: string, own = false): Step =>
  (state) =>
    decideReturn(state, { requestId: 'q-1', staffId, sealedRemark: null, own });
const rejectAside =
  (staffId: string, more: Partial<RejectEscalated> = {}): Step =>
  (state) =>
    decideRejectEscalated(state, {
      ...{ ...request, staffId, reasons: ['blurred'], applying: ['blurred'], signs: shown.signs, rules: shown.rules },
      ...{ sealedRemark: null, own: false, prepared: undefined, ...more },
    });
const answer: Step = (state) => decideAnswer(state, { requestId: 'q-1' });
const withdraw: Step = (state) => decideWithdraw(state, { requestId: 'q-1' });
const decide =
  (staffId: string, more: Partial<DecideReview> = {}, approvals = 1): Step =>
  (state, at) =>
    verdictProblem(state, verdict(staffId, more), at, ['blurred', 'expired']) ?? [
      verdictEvent(state, verdict(staffId, more), approvals),
    ];

/** Runs steps, one a minute unless another minute is named, and answers the last one's outcome and the state. */
function after(...steps: (Step | [minute: number, step: Step])[]) {
  let state = reviewKind.initial('q-1');
  let outcome: NewEvent[] | Refusal = [];
  let version = 0;
  steps.forEach((entry, index) => {
    const [minute, step] = Array.isArray(entry) ? entry : ([index, entry] as const);
    outcome = step(state, minute * MINUTE);
    if (isRefusal(outcome)) return;
    for (const event of outcome) {
      version += 1;
      const recorded = { ...event, realm: 'real', position: version, version, at: minute * MINUTE, actor: 'x' };
      state = reviewKind.evolve(state, recorded as RecordedEvent);
    }
  });
  const told = outcome as NewEvent[] | Refusal;
  return { state, outcome: isRefusal(told) ? told.refusal : told.map(({ type }) => type), told };
}

describe('a request that staff review', () => {
  const opened = { waiting: [open], claimed: [open, claim('s-a'), read('s-a')] };
  const decided = {
    approved: [open, claim('s-a'), read('s-a'), decide('s-a')],
    rejected: [open, claim('s-a'), decide('s-a', { verdict: 'rejected', reasons: ['blurred'] })],
    withdrawn: [open, withdraw],
  };
  const states = { none: [] as Step[], ...opened, ...decided };

  it.each([
    ['none', 'review.not-found', 'review.not-found', 'review.not-found', 'review.not-found'],
    ['waiting', ['ReviewClaimed'], [], 'review.claim-needed', ['ReviewWithdrawn']],
    ['claimed', [], ['ReviewReleased'], ['ReviewApproved'], ['ReviewWithdrawn']],
    ['approved', 'review.decided', 'review.decided', 'review.decided', []],
    ['rejected', 'review.decided', 'review.decided', 'review.decided', []],
    ['withdrawn', 'review.decided', 'review.decided', 'review.decided', []],
  ] as const)('%s: claim %j, release %j, decide %j, withdraw %j', (name, claimed, released, approved, gone) => {
    const steps = states[name];
    expect(after(...steps, claim('s-a')).outcome).toEqual(claimed);
    expect(after(...steps, release('s-a')).outcome).toEqual(released);
    expect(after(...steps, decide('s-a')).outcome).toEqual(approved);
    expect(after(...steps, withdraw).outcome).toEqual(gone);
  });

  it('says what was decided to whoever still has the page from before', () => {
    const { told } = after(...decided.rejected, decide('s-b'));
    expect(told).toEqual({ refusal: 'review.decided', params: { outcome: 'rejected', at: 2 * MINUTE } });
  });
});

describe('a claim', () => {
  it('keeps everybody else out until it is over, and does not say whose it is', () => {
    for (const step of [claim('s-b'), release('s-b'), decide('s-b')]) {
      const { told } = after(open, [1, claim('s-a')], [15.9, step]);
      expect(told).toEqual({ refusal: 'review.claimed-by-other', params: { until: 16 * MINUTE } });
    }
    expect(after(open, [1, claim('s-a')], [16, claim('s-b')]).outcome).toEqual(['ReviewClaimed']);
  });

  it('that ran out must be renewed before its holder decides', () => {
    expect(after(open, [1, claim('s-a')], [16, decide('s-a')]).outcome).toBe('review.claim-needed');
    expect(after(open, [1, claim('s-a')], [16, claim('s-a')], [17, read('s-a')], [17, decide('s-a')]).outcome).toEqual([
      'ReviewApproved',
    ]);
  });

  it('is kept longer once half of it is over, and fills no history before', () => {
    expect(after(open, [1, claim('s-a')], [8, claim('s-a')]).outcome).toEqual([]);
    const renewed = after(open, [1, claim('s-a')], [9, claim('s-a')]);
    expect(renewed.state).toMatchObject({ status: 'claimed', staffId: 's-a', until: 24 * MINUTE });
  });

  it('names the policy that set its length', () => {
    const { told } = after(open, claim('s-a'));
    expect((told as NewEvent[])[0]?.data).toMatchObject({ policy });
  });
});

describe('a decision', () => {
  it('to reject needs a reason of the kind’s own list', () => {
    const rejecting = (reasons: string[]): unknown =>
      after(open, claim('s-a'), decide('s-a', { verdict: 'rejected', reasons })).told;
    expect(rejecting([])).toEqual({ refusal: 'review.reason-needed', params: {} });
    expect(rejecting(['blurred', 'ugly'])).toEqual({ refusal: 'review.reason-unknown', params: { reason: 'ugly' } });
    expect(rejecting(['expired', 'blurred', 'expired'])).toMatchObject([{ data: { reasons: ['expired', 'blurred'] } }]);
  });

  it('keeps the note sealed as it came', () => {
    const sealedNote = 'v1.abc' as Sealed;
    const { told } = after(
      open,
      claim('s-a'),
      decide('s-a', { verdict: 'rejected', reasons: ['blurred'], sealedNote }),
    );
    expect(told).toMatchObject([{ type: 'ReviewRejected', data: { sealedNote } }]);
  });

  it('is never about a request of one’s own, whatever else would be refused', () => {
    expect(after(open, claim('s-a', true)).outcome).toBe('review.own');
    expect(after(open, claim('s-a'), decide('s-b', { own: true })).outcome).toBe('review.own');
  });

  it('by two people is taken by two different ones', () => {
    const once = [open, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    expect(after(...once)).toMatchObject({ outcome: ['ReviewSeconded'], state: { status: 'waiting' } });
    expect(after(...once, claim('s-a')).outcome).toBe('review.approved-by-you');
    expect(after(...once, claim('s-b'), read('s-b'), decide('s-b', {}, 2)).outcome).toEqual(['ReviewApproved']);
    const rejected = after(...once, claim('s-b'), decide('s-b', { verdict: 'rejected', reasons: ['expired'] }, 2));
    expect(rejected.outcome).toEqual(['ReviewRejected']);
  });
});

describe('an approval', () => {
  const warning = { name: 'turnover', level: 'warning', inputs: {} } as const;
  const images = { imageIds: ['front', 'held'], checks: ['realName', 'face'] };
  const everything = [claim('s-a'), read('s-a', images), look('s-a', 'front'), look('s-a', 'held')];
  const ticked = { checks: ['face', 'realName', 'invented'] };

  it('needs the details read, every image opened and every field ticked, in this order', () => {
    const told = (...steps: Step[]): unknown => after(open, ...steps, decide('s-a')).told;
    expect(told(claim('s-a'))).toEqual({ refusal: 'review.not-opened', params: { count: 1 } });
    expect(told(...everything.slice(0, 2))).toEqual({ refusal: 'review.not-opened', params: { count: 2 } });
    expect(told(...everything.slice(0, 3))).toEqual({ refusal: 'review.not-opened', params: { count: 1 } });
    expect(told(...everything)).toEqual({ refusal: 'review.checks-missing', params: { count: 2 } });
    expect(after(open, ...everything, decide('s-a', ticked)).outcome).toEqual(['ReviewApproved']);
  });

  it('of what pays a person never comes from who identified them, while a rejection may', () => {
    const identified = { ...ticked, identified: true };
    expect(after(open, ...everything, decide('s-a', identified)).outcome).toBe('review.identified-by-you');
    const rejected = { ...identified, verdict: 'rejected', reasons: ['blurred'] } as const;
    expect(after(open, ...everything, decide('s-a', rejected)).outcome).toEqual(['ReviewRejected']);
  });

  it('counts only what was opened under this claim, by its holder', () => {
    expect(after(open, ...everything, release('s-a'), claim('s-a'), decide('s-a', ticked)).outcome).toBe(
      'review.not-opened',
    );
    expect(after(open, ...everything, [30, claim('s-a')], [30, decide('s-a', ticked)]).outcome).toBe(
      'review.not-opened',
    );
    expect(after(open, ...everything, [12, claim('s-a')], [13, decide('s-a', ticked)]).outcome).toEqual([
      'ReviewApproved',
    ]);
    expect(after(open, claim('s-a'), read('s-b')).outcome).toBe('review.claim-needed');
    expect(after(open, claim('s-a'), look('s-b', 'front')).outcome).toBe('review.claim-needed');
  });

  it('notes what was shown once, and again when it has changed', () => {
    expect(after(open, claim('s-a'), read('s-a'), read('s-a')).outcome).toEqual([]);
    expect(after(open, claim('s-a'), read('s-a'), read('s-a', { signs: [warning] })).outcome).toEqual(['ReviewRead']);
    expect(after(open, ...everything, look('s-a', 'held')).outcome).toEqual([]);
  });

  it('keeps what it rested on: signs with their figures, images by digest, rules, ticks and the note', () => {
    const sealedRemark = 'v1.remark' as Sealed;
    const { told } = after(open, ...everything, decide('s-a', { ...ticked, sealedRemark }));
    const opened = ['front', 'held'].map((imageId) => ({ imageId, digest: `digest of ${imageId}` }));
    const grounds = { signs: shown.signs, policies: shown.rules, images: opened, sealedRemark };
    expect(told).toMatchObject([{ data: { grounds: { ...grounds, checks: ['realName', 'face'] } } }]);
  });

  it('together with others is refused for warnings, ticks and choices', () => {
    const together = (more: Partial<ReadReview>): unknown =>
      after(open, claim('s-a'), read('s-a', more), decide('s-a', { together: true, checks: ['face'] })).outcome;
    expect(together({})).toEqual(['ReviewApproved']);
    for (const more of [{ signs: [warning] }, { checks: ['face'] }, { hasChoice: true }])
      expect(together(more)).toBe('review.decide-alone');
  });

  it('is not needed read for a rejection, whose event says that nothing was read', () => {
    const { told } = after(open, claim('s-a'), decide('s-a', { verdict: 'rejected', reasons: ['blurred'] }));
    expect(told).toMatchObject([{ data: { grounds: { signs: null, images: [], checks: [] } } }]);
  });

  it('is rejected only for what can apply to this request', () => {
    const told = after(
      open,
      claim('s-a'),
      read('s-a', { reasons: ['expired'] }),
      decide('s-a', { verdict: 'rejected', reasons: ['blurred'] }),
    ).told;
    expect(told).toEqual({ refusal: 'review.reason-unknown', params: { reason: 'blurred' } });
  });
});

describe('a rejection for another reason', () => {
  it('says in a note which one', () => {
    const other = (sealedNote: Sealed | null): Step =>
      (state, at) =>
        verdictProblem(state, verdict('s-a', { verdict: 'rejected', reasons: ['other'], sealedNote }), at, ['other']) ?? [];
    const seen = [open, claim('s-a'), read('s-a', { reasons: ['other'] })];
    expect(after(...seen, other(null)).outcome).toBe('review.note-needed');
    expect(after(...seen, other('v1.note' as Sealed)).outcome).toEqual([]);
  });
});

describe('a request that its person is asked about', () => {
  const week = 7 * 24 * 60;

  it('leaves the queue until the person answers, and comes back to its old place', () => {
    const asked = after(open, claim('s-a'), ask('s-a', { advice: 'newer', reasons: ['blurred', 'blurred'] }));
    expect(asked.told).toMatchObject([{ type: 'ReviewMoreAsked', data: { reasons: ['blurred'], advice: 'newer' } }]);
    expect(asked.state).toMatchObject({ status: 'asked', openedAt: 0, until: (2 + week) * MINUTE });
    expect(after(open, claim('s-a'), ask('s-a'), claim('s-b')).outcome).toBe('review.asked');
    expect(after(open, claim('s-a'), ask('s-a'), decide('s-a')).outcome).toBe('review.asked');
    const answered = after(open, claim('s-a'), ask('s-a'), answer);
    expect(answered.outcome).toEqual(['ReviewAnswered']);
    expect(answered.state).toMatchObject({ status: 'waiting', openedAt: 0 });
  });

  it('is decided without an answer once the time is over', () => {
    const late = after(open, claim('s-a'), ask('s-a'), [week + 2, claim('s-b')], [week + 3, read('s-b')]);
    expect(late.state).toMatchObject({ status: 'claimed', staffId: 's-b' });
    const steps = [open, claim('s-a'), ask('s-a'), [week + 2, claim('s-b')], [week + 3, answer]] as const;
    expect(after(...steps).state).toMatchObject({ status: 'waiting' });
  });

  it('forgets approvals of what was there before the answer', () => {
    const first = [open, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    expect(after(...first).outcome).toEqual(['ReviewSeconded']);
    const again = [...first, claim('s-b'), ask('s-b'), answer, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    expect(after(...again).outcome).toEqual(['ReviewSeconded']);
  });

  it.each<[string, Step]>([
    ['review.claim-needed', ask('s-b')],
    ['review.own', ask('s-a', { own: true })],
    ['review.reason-needed', ask('s-a', { reasons: [] })],
    ['review.reason-unknown', ask('s-a', { reasons: ['forged'] })],
    ['review.advice-unknown', ask('s-a', { advice: 'hurry' })],
    ['review.ask-unavailable', ask('s-a', {}, { reasons: ['blurred'] })],
  ])('refuses a question with %s', (refusal, step) => {
    const steps = refusal === 'review.claim-needed' ? [open, step] : [open, claim('s-a'), step];
    expect(after(...steps).outcome).toBe(refusal);
  });
});

describe('a request that is with risk', () => {
  const escalated = [open, claim('s-a'), escalate('s-a')];

  it('is nobody’s to claim or approve until risk gives it back, with the approvals it had', () => {
    expect(after(...escalated).outcome).toEqual(['ReviewEscalated']);
    expect(after(...escalated, claim('s-b')).outcome).toBe('review.escalated');
    expect(after(...escalated, decide('s-a')).outcome).toBe('review.escalated');
    const half = [open, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    const back = after(...half, claim('s-b'), escalate('s-b'), giveBack('s-r'));
    expect(back.told).toMatchObject([{ type: 'ReviewReturned', data: { approvals: 1 } }]);
    expect(back.state).toMatchObject({ status: 'waiting', openedAt: 0, approvedBy: ['s-a'] });
  });

  it('is escalated by its holder, or held by risk whoever has claimed it', () => {
    expect(after(open, escalate('s-a')).outcome).toBe('review.claim-needed');
    expect(after(open, claim('s-a'), escalate('s-a', { own: true })).outcome).toBe('review.own');
    expect(after(open, claim('s-a'), escalate('s-r', { fromRisk: true })).outcome).toEqual(['ReviewEscalated']);
    expect(after(...escalated, escalate('s-r', { fromRisk: true })).outcome).toBe('review.escalated');
  });

  it('is settled by another than whoever brought it there, and never by its own person', () => {
    const held = [open, escalate('s-r', { fromRisk: true })];
    expect(after(...held, giveBack('s-r')).outcome).toBe('review.escalated-by-you');
    expect(after(...held, rejectAside('s-r')).outcome).toBe('review.escalated-by-you');
    expect(after(...held, giveBack('s-q', true)).outcome).toBe('review.own');
    expect(after(open, giveBack('s-q')).outcome).toBe('review.not-escalated');
  });

  it('is rejected by risk for a reason that applies, with the signs that they saw', () => {
    expect(after(...escalated, rejectAside('s-r', { reasons: [] })).outcome).toBe('review.reason-needed');
    expect(after(...escalated, rejectAside('s-r', { reasons: ['expired'] })).outcome).toBe('review.reason-unknown');
    const rejected = after(...escalated, rejectAside('s-r'));
    const grounds = { signs: shown.signs, policies: shown.rules };
    expect(rejected.told).toMatchObject([{ type: 'ReviewRejected', data: { staffId: 's-r', grounds } }]);
    expect(rejected.state.status).toBe('rejected');
  });

  it('stays there when its person answers an earlier question', () => {
    const minute = 8 * 24 * 60;
    const late = [open, claim('s-a'), ask('s-a'), [minute, claim('s-b')], [minute, escalate('s-b')]] as const;
    expect(after(...late, [minute, answer]).told).toMatchObject([{ data: { waitsFor: 'risk' } }]);
    expect(after(...late, [minute, answer]).state.status).toBe('escalated');
  });
});
