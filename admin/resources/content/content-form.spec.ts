import { describe, expect, it } from '@jest/globals';
import type { ContentFields } from '../../../contracts/content.contract.js';
import { changesOf, formOf, markOf } from './content-form';

const text = (title: string) => ({ title, summary: '', body: 'Text' });
const draft: ContentFields = {
  category: null,
  order: 3,
  link: null,
  texts: { en: text('Fees'), de: text('Gebühren') },
};

describe('the form of an entry', () => {
  it('has nothing to save when nothing was typed, or only taken back', () => {
    const form = formOf(draft);
    expect(changesOf(form, draft)).toBeUndefined();
    form.texts.jp = { title: '手', summary: '', body: '' };
    form.texts.jp = { title: '', summary: '', body: '' };
    expect(changesOf(form, draft)).toBeUndefined();
  });

  it('sends only the languages that changed, and the other fields', () => {
    const form = { ...formOf(draft), link: ' /market ', order: '7' };
    form.texts.de = text('Entgelte');
    expect(changesOf(form, draft)).toEqual({
      category: null,
      order: 7,
      link: '/market',
      texts: { de: text('Entgelte') },
    });
  });

  it('keeps the order when what was typed is no number', () => {
    expect(changesOf({ ...formOf(draft), order: 'x', link: '/a' }, draft)).toMatchObject({ order: 3 });
  });

  it('says of each language how it stands', () => {
    const published = { ...draft, texts: { en: text('Fees'), de: text('Kosten') } };
    const form = formOf(draft);
    form.texts.jp = text('手数料');
    const marks = (['en', 'de', 'jp', 'zh'] as const).map((key) =>
      markOf(key, form, { kind: 'help', draft, published }),
    );
    expect(marks).toEqual(['public', 'changed', 'unsaved', 'missing']);
    expect(markOf('en', formOf(draft), { kind: 'banner', draft, published })).toBe('missing');
  });
});
