import { describe, expect, it } from '@jest/globals';
import type { Sealed } from '../core/person.js';
import { refuse } from '../core/refusal.js';
import { at } from '../engine/writer/decider.testkit.js';
import type { ReadReview } from './review.commands.js';
import { verdictProblem } from './review.decider.js';
import {
  claim,
  decide,
  given,
  look,
  MINUTE,
  open,
  policy,
  read,
  release,
  readFacts,
  type Step,
  type Steps,
  verdict,
  withdraw,
} from './review.testkit.js';

describe('a request that staff review', () => {
  const opened = { waiting: [open], claimed: [open, claim('s-a'), read('s-a')] };
  const decided = {
    approved: [open, claim('s-a'), read('s-a'), decide('s-a')],
    rejected: [open, claim('s-a'), at(2 * MINUTE, decide('s-a', { verdict: 'rejected', reasons: ['blurred'] }))],
    withdrawn: [open, withdraw],
  };
  const states: Record<string, Steps> = { none: [], ...opened, ...decided };

  it.each([
    ['none', 'review.not-found', 'review.not-found', 'review.not-found', 'review.not-found'],
    ['waiting', ['ReviewClaimed'], [], 'review.claim-needed', ['ReviewWithdrawn']],
    ['claimed', [], ['ReviewReleased'], ['ReviewApproved'], ['ReviewWithdrawn']],
    ['approved', 'review.decided', 'review.decided', 'review.decided', []],
    ['rejected', 'review.decided', 'review.decided', 'review.decided', []],
    ['withdrawn', 'review.decided', 'review.decided', 'review.decided', []],
  ] as const)('%s: claim %j, release %j, decide %j, withdraw %j', (name, claimed, released, approved, gone) => {
    const steps = states[name]!;
    given(...steps)
      .when(claim('s-a'))
      .then(...[claimed].flat());
    given(...steps)
      .when(release('s-a'))
      .then(...[released].flat());
    given(...steps)
      .when(decide('s-a'))
      .then(...[approved].flat());
    given(...steps)
      .when(withdraw)
      .then(...[gone].flat());
  });

  it('says what was decided to whoever still has the page from before', () => {
    given(...decided.rejected)
      .when(decide('s-b'))
      .then(refuse('review.decided', { outcome: 'rejected', at: 2 * MINUTE }));
  });
});

describe('a claim', () => {
  it('keeps everybody else out until it is over, and does not say whose it is', () => {
    for (const step of [claim('s-b'), release('s-b'), decide('s-b')]) {
      given(open, at(MINUTE, claim('s-a')))
        .when(at(15.9 * MINUTE, step))
        .then(refuse('review.claimed-by-other', { until: 16 * MINUTE }));
    }
    given(open, at(MINUTE, claim('s-a')))
      .when(at(16 * MINUTE, claim('s-b')))
      .then('ReviewClaimed');
  });

  it('that ran out must be renewed before its holder decides', () => {
    given(open, at(MINUTE, claim('s-a')))
      .when(at(16 * MINUTE, decide('s-a')))
      .then('review.claim-needed');
    given(open, at(MINUTE, claim('s-a')), at(16 * MINUTE, claim('s-a')), at(17 * MINUTE, read('s-a')))
      .when(at(17 * MINUTE, decide('s-a')))
      .then('ReviewApproved');
  });

  it('is kept longer once half of it is over, and fills no history before', () => {
    given(open, at(MINUTE, claim('s-a')))
      .when(at(8 * MINUTE, claim('s-a')))
      .then();
    const renewed = given(open, at(MINUTE, claim('s-a')), at(9 * MINUTE, claim('s-a')));
    expect(renewed.state).toMatchObject({ status: 'claimed', staffId: 's-a', until: 24 * MINUTE });
  });

  it('names the policy that set its length', () => {
    given(open)
      .when(claim('s-a'))
      .then({ data: expect.objectContaining({ policy }) });
  });
});

describe('a decision', () => {
  it('to reject needs a reason of the kind’s own list', () => {
    const rejecting = (reasons: string[]) => decide('s-a', { verdict: 'rejected', reasons });
    given(open, claim('s-a'))
      .when(rejecting([]))
      .then(refuse('review.reason-needed'))
      .when(rejecting(['blurred', 'ugly']))
      .then(refuse('review.reason-unknown', { reason: 'ugly' }))
      .when(rejecting(['expired', 'blurred', 'expired']))
      .then({ data: expect.objectContaining({ reasons: ['expired', 'blurred'] }) });
  });

  it('keeps the note sealed as it came', () => {
    const sealedNote = 'v1.abc' as Sealed;
    given(open, claim('s-a'))
      .when(decide('s-a', { verdict: 'rejected', reasons: ['blurred'], sealedNote }))
      .then({ type: 'ReviewRejected', data: expect.objectContaining({ sealedNote }) });
  });

  it('is never about a request of one’s own, whatever else would be refused', () => {
    given(open).when(claim('s-a', true)).then('review.own');
    given(open, claim('s-a'))
      .when(decide('s-b', { own: true }))
      .then('review.own');
  });

  it('by two people is taken by two different ones', () => {
    const once = [open, claim('s-a'), read('s-a'), decide('s-a', {}, 2)];
    const seconded = given(...once.slice(0, -1))
      .when(once.at(-1)!)
      .then('ReviewFirstApproved');
    expect(seconded.state.status).toBe('waiting');
    given(...once)
      .when(claim('s-a'))
      .then('review.approved-by-you');
    given(...once, claim('s-b'), read('s-b'))
      .when(decide('s-b', {}, 2))
      .then('ReviewApproved');
    given(...once, claim('s-b'))
      .when(decide('s-b', { verdict: 'rejected', reasons: ['expired'] }, 2))
      .then('ReviewRejected');
  });
});

describe('an approval', () => {
  const warning = { name: 'turnover', level: 'warning', inputs: {} } as const;
  const images = { imageIds: ['front', 'held'], checks: ['realName', 'face'] };
  const everything = [claim('s-a'), read('s-a', images), look('s-a', 'front'), look('s-a', 'held')];
  const ticked = { checks: ['face', 'realName', 'invented'] };

  it('needs the details read, every image opened and every field ticked, in this order', () => {
    const approve = decide('s-a');
    given(open, claim('s-a'))
      .when(approve)
      .then(refuse('review.not-opened', { count: 1 }));
    given(open, ...everything.slice(0, 2))
      .when(approve)
      .then(refuse('review.not-opened', { count: 2 }));
    given(open, ...everything.slice(0, 3))
      .when(approve)
      .then(refuse('review.not-opened', { count: 1 }));
    given(open, ...everything)
      .when(approve)
      .then(refuse('review.checks-missing', { count: 2 }));
    given(open, ...everything)
      .when(decide('s-a', ticked))
      .then('ReviewApproved');
  });

  it('of what pays a person never comes from who identified them, while a rejection may', () => {
    const identified = { ...ticked, identified: true };
    given(open, ...everything)
      .when(decide('s-a', identified))
      .then('review.identified-by-you');
    const rejected = { ...identified, verdict: 'rejected', reasons: ['blurred'] } as const;
    given(open, ...everything)
      .when(decide('s-a', rejected))
      .then('ReviewRejected');
  });

  it('counts only what was opened under this claim, by its holder', () => {
    given(open, ...everything, release('s-a'), claim('s-a'))
      .when(decide('s-a', ticked))
      .then('review.not-opened');
    given(open, ...everything, at(30 * MINUTE, claim('s-a')))
      .when(at(30 * MINUTE, decide('s-a', ticked)))
      .then('review.not-opened');
    given(open, ...everything, at(12 * MINUTE, claim('s-a')))
      .when(at(13 * MINUTE, decide('s-a', ticked)))
      .then('ReviewApproved');
    given(open, claim('s-a')).when(read('s-b')).then('review.claim-needed');
    given(open, claim('s-a')).when(look('s-b', 'front')).then('review.claim-needed');
  });

  it('notes what was shown once, and again when it has changed', () => {
    given(open, claim('s-a'), read('s-a')).when(read('s-a')).then();
    given(open, claim('s-a'), read('s-a'))
      .when(read('s-a', { signals: [warning] }))
      .then('ReviewRead');
    given(open, ...everything)
      .when(look('s-a', 'held'))
      .then();
  });

  it('keeps what it rested on: signals with their figures, images by digest, rules, ticks and the note', () => {
    const sealedRemark = 'v1.remark' as Sealed;
    const { events } = given(open, ...everything).when(decide('s-a', { ...ticked, sealedRemark }));
    const opened = ['front', 'held'].map((imageId) => ({ imageId, digest: `digest of ${imageId}` }));
    const grounds = { signals: readFacts.signals, policies: readFacts.rules, images: opened, sealedRemark };
    expect(events).toMatchObject([{ data: { grounds: { ...grounds, checks: ['realName', 'face'] } } }]);
  });

  it('together with others is refused for warnings, ticks and choices', () => {
    const together = (more: Partial<ReadReview['data']>) =>
      given(open, claim('s-a'), read('s-a', more)).when(decide('s-a', { together: true, checks: ['face'] }));
    together({}).then('ReviewApproved');
    for (const more of [{ signals: [warning] }, { checks: ['face'] }, { hasChoice: true }])
      together(more).then('review.decide-alone');
  });

  it('is not needed read for a rejection, whose event says that nothing was read', () => {
    const { events } = given(open, claim('s-a')).when(decide('s-a', { verdict: 'rejected', reasons: ['blurred'] }));
    expect(events).toMatchObject([{ data: { grounds: { signals: null, images: [], checks: [] } } }]);
  });

  it('is rejected only for what can apply to this request', () => {
    given(open, claim('s-a'), read('s-a', { reasons: ['expired'] }))
      .when(decide('s-a', { verdict: 'rejected', reasons: ['blurred'] }))
      .then(refuse('review.reason-unknown', { reason: 'blurred' }));
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
    given(...seen)
      .when(other(null))
      .then('review.note-needed');
    given(...seen)
      .when(other('v1.note' as Sealed))
      .then();
  });
});
