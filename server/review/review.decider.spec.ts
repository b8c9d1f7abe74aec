import { describe, expect, it } from '@jest/globals';
import type { NewEvent } from '../core/event.js';
import type { Sealed } from '../core/person.js';
import type { ReadReview } from './review.commands.js';
import { verdictProblem } from './review.decider.js';
import {
  after,
  claim,
  decide,
  look,
  MINUTE,
  open,
  policy,
  read,
  release,
  shown,
  type Step,
  verdict,
  withdraw,
} from './review.testkit.js';

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
    const together = (more: Partial<ReadReview['data']>): unknown =>
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
    const other =
      (sealedNote: Sealed | null): Step =>
      (state, at) =>
        verdictProblem(state, verdict('s-a', { verdict: 'rejected', reasons: ['other'], sealedNote }), at, ['other']) ??
        [];
    const seen = [open, claim('s-a'), read('s-a', { reasons: ['other'] })];
    expect(after(...seen, other(null)).outcome).toBe('review.note-needed');
    expect(after(...seen, other('v1.note' as Sealed)).outcome).toEqual([]);
  });
});
