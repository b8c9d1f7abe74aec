import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { noHistory, noted, redone, undone, type History } from './history';

describe('undo and redo', () => {
  it('have nothing to do in the beginning', () => {
    expect(undone(noHistory<number>(), 0)).toBeNull();
    expect(redone(noHistory<number>(), 0)).toBeNull();
  });

  it('walk back through all changes and forth again', () => {
    fc.assert(
      fc.property(fc.array(fc.integer(), { minLength: 1, maxLength: 40 }), (states) => {
        let [now, history]: [number, History<number>] = [0, noHistory<number>()];
        for (const state of states) [history, now] = [noted(history, now), state];
        for (const state of [0, ...states.slice(0, -1)].reverse()) {
          const step = undone(history, now)!;
          expect(step.state).toBe(state);
          [now, history] = [step.state, step.history];
        }
        for (const state of states) {
          const step = redone(history, now)!;
          expect(step.state).toBe(state);
          [now, history] = [step.state, step.history];
        }
      }),
    );
  });

  it('forget what was undone once something else is drawn', () => {
    const back = undone(noted(noHistory<number>(), 1), 2)!;
    expect(redone(noted(back.history, 1), 3)).toBeNull();
  });

  it('remember fifty steps', () => {
    let history = noHistory<number>();
    for (let at = 0; at < 80; at += 1) history = noted(history, at);
    expect(history.past).toHaveLength(50);
    expect(history.past.at(-1)).toBe(79);
  });
});
