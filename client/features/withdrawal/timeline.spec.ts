import { describe, expect, it } from '@jest/globals';
import { stepsOf } from './timeline';

const step = (status: 'review' | 'second-review' | 'held' | 'approved' | 'rejected') => ({
  status,
  at: 1,
  position: 2,
});
const labels = (steps: ReturnType<typeof stepsOf>) =>
  steps.map(({ status, at }) => (at === null ? `(${status})` : status));

describe('the timeline of a withdrawal', () => {
  it('shows what is still to come behind what has happened', () => {
    const waiting = { timeline: [step('review')], fourEyes: false, status: 'review' } as const;
    expect(labels(stepsOf({ ...waiting, timeline: [...waiting.timeline] }))).toEqual([
      'review',
      '(approved)',
      '(sent)',
      '(paid)',
    ]);
  });

  it('names the second review where two have to agree', () => {
    expect(labels(stepsOf({ timeline: [step('review')], fourEyes: true, status: 'review' }))).toContain(
      '(second-review)',
    );
    const half = {
      timeline: [step('review'), step('second-review')],
      fourEyes: true,
      status: 'second-review' as const,
    };
    expect(labels(stepsOf(half))).toEqual(['review', 'second-review', '(approved)', '(sent)', '(paid)']);
  });

  it('goes on behind an extra review from where it was', () => {
    const held = {
      timeline: [step('review'), step('second-review'), step('held')],
      fourEyes: true,
      status: 'held' as const,
    };
    expect(labels(stepsOf(held))).toEqual(['review', 'second-review', 'held', '(approved)', '(sent)', '(paid)']);
  });

  it('ends where the request has ended', () => {
    const over = { timeline: [step('review'), step('rejected')], fourEyes: true, status: 'rejected' as const };
    expect(labels(stepsOf(over))).toEqual(['review', 'rejected']);
  });
});
