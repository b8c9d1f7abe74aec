import { describe, expect, it } from '@jest/globals';
import type { FormEvent } from 'react';
import { wordsOf } from '../../test/kit/words.js';
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

  it('is not sent while one of its images is on its way, and is once it has arrived', async () => {
    const sent: string[] = [];
    const check = ({ front }: { front: string }) => (front === '' ? { front: 'Choose an image.' } : {});
    let begun = false;
    function Sent({ arrives }: { arrives: boolean }) {
      const { field, startUpload, submit } = useForm({
        initial: { front: '' },
        check,
        send: ({ front }) => Promise.resolve(void sent.push(front)),
      });
      const { onChange, error } = field('front');
      if (!begun) {
        begun = true;
        const end = startUpload('front');
        if (arrives) {
          onChange('first');
          end();
        }
        submit({ preventDefault: () => undefined } as FormEvent);
      }
      return <p>{error ?? 'Nothing is wrong.'}</p>;
    }

    expect(await readText(<Sent arrives={false} />)).toBe(wordsOf('en')('common:field.uploading'));
    expect(sent).toEqual([]);
    begun = false;
    expect(await readText(<Sent arrives />)).toBe('Nothing is wrong.');
    expect(sent).toEqual(['first']);
  });
});
