import { describe, expect, it } from '@jest/globals';
import { readText } from '../lib/rendered.testkit.js';

const { useForm } = await import('./use-form.js');

describe('a form', () => {
  it('keeps both images whose uploads end before it is drawn again', async () => {
    let sending = true;
    function Uploads() {
      const { field, values } = useForm({ initial: { front: '', back: '' }, send: () => Promise.resolve() });
      const [front, back] = [field('front'), field('back')];
      if (sending) {
        sending = false;
        front.onChange('first');
        back.onChange('second');
      }
      return <p>{`${values.front} and ${values.back}`}</p>;
    }

    expect(await readText(<Uploads />)).toBe('first and second');
  });
});
