import { beforeAll, describe, expect, it } from '@jest/globals';
import type { HeldLine } from './chart-types';
import { LineDrag } from './line-drag';
import { lineStore } from './line-store';

beforeAll(() => {
  globalThis.window ??= new EventTarget() as typeof window;
});

const LINE: HeldLine = {
  price: '100',
  side: 'buy',
  title: 'Buy 1',
  handle: { id: 'o-1 price', kind: 'order', name: 'Buy', drag: 'move' },
};

/** A drag by keys alone, whose moves wait until `answer` is called. */
function dragging() {
  const store = lineStore();
  const sent: string[] = [];
  const answers: (() => void)[] = [];
  const element = Object.assign(new EventTarget(), { parentElement: null }) as HTMLElement;
  const drag = new LineDrag(
    element,
    { current: null },
    {
      store,
      gridOf: () => ({ tickSize: '0.5', priceDecimals: 1 }),
      onMoved: (_, price) => {
        sent.push(price);
        return new Promise<void>((resolve) => void answers.push(resolve));
      },
    },
  );
  const press = (key: string, line = LINE) => drag.key(line, { key, shiftKey: false });
  const answer = async () => {
    answers.shift()?.();
    await new Promise(setImmediate);
  };
  return { store, sent, drag, press, answer, shown: () => store.getState().prices.get(LINE.handle.id) };
}

describe('a line that is moved', () => {
  it('is sent once however often it is let go, until the answer has come', async () => {
    const { press, sent, answer, shown } = dragging();
    press('ArrowUp');
    expect([press('Enter'), press('Enter'), press('ArrowUp')]).toEqual([true, false, false]);
    expect(sent).toEqual(['100.5']);
    expect(shown()).toBe('100.5');
    await answer();
    expect(shown()).toBeUndefined();
    press('ArrowDown');
    press('Enter');
    expect(sent).toEqual(['100.5', '99.5']);
  });

  it('goes back by Escape, and with the focus', () => {
    const { press, drag, sent, shown } = dragging();
    press('ArrowUp');
    press('Escape');
    expect(shown()).toBeUndefined();
    press('ArrowUp');
    drag.leave(LINE);
    expect(shown()).toBeUndefined();
    expect(press('Escape')).toBe(false);
    expect(sent).toEqual([]);
  });

  it('keeps its price while the question about it has the focus', () => {
    const { press, drag, shown } = dragging();
    press('ArrowUp');
    press('Enter');
    drag.leave(LINE);
    expect(shown()).toBe('100.5');
  });

  it('asks nothing where it came back to', () => {
    const { press, sent, shown } = dragging();
    press('ArrowUp');
    press('ArrowDown');
    press('Enter');
    expect(sent).toEqual([]);
    expect(shown()).toBeUndefined();
  });

  it('stays where it may not be moved', () => {
    const { press, shown } = dragging();
    expect(press('ArrowUp', { ...LINE, handle: { ...LINE.handle, drag: 'none' } })).toBe(false);
    expect(shown()).toBeUndefined();
  });
});
