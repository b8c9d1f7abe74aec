import { describe, expect, it } from '@jest/globals';
import { LANGUAGES, languageKeys, type Language } from '../../../shared/language.js';
import { filesBelow, read } from '../../../test/kit/sources.js';
import { questionWords } from './question-words';

describe('the words that help is searched by', () => {
  it('are the telling ones, each once, the longest first', () => {
    expect(questionWords('Where is my deposit? My deposit has not arrived.', 'en')).toBe('deposit arrived where');
  });

  it('are found in languages without blanks between words', () => {
    expect(questionWords('入金が反映されません', 'ja').split(' ')).toContain('入金');
    expect(questionWords('การฝากเงินยังไม่เข้า', 'th')).not.toBe('');
  });

  it('leave out numbers and addresses, which are the person’s own', () => {
    expect(questionWords('Send to anna@example.com or DE89370400440532013000 please', 'en')).toBe('please send');
  });

  it('fit into a search', () => {
    const long = Array.from({ length: 30 }, (_, index) => `${'abcdefghijklmnop'.slice(index % 8)}xyz`).join(' ');
    expect(questionWords(long, 'en').length).toBeLessThanOrEqual(80);
    expect(questionWords('', 'en')).toBe('');
  });
});

/** What people ask of loans and of funds, as they type it. */
const QUESTIONS: Readonly<Record<Language, readonly [loan: string, fund: string]>> = {
  en: ['What is the late fee of my loan?', 'When is the value of my fund units struck?'],
  xby: ['¿Cuánto cuesta el recargo por mora de mi préstamo?', '¿Cuándo puedo reembolsar mis participaciones?'],
  de: ['Wie hoch ist die Verzugsgebühr?', 'Wann kann ich meine Anteile zurückgeben?'],
  jp: ['ローンの延滞手数料はいくらですか', 'ファンドの基準価額はいつ決まりますか'],
  hy: ['대출 연체료는 얼마인가요', '펀드 기준가는 언제 나오나요'],
  ty: ['ค่าปรับสินเชื่อเท่าไร', 'ไถ่ถอนกองทุนเมื่อไร'],
  yn: ['Phí trễ hạn của khoản vay là bao nhiêu?', 'Khi nào quỹ chốt giá trị đơn vị?'],
  zh: ['借贷逾期费是多少', '基金什么时候可以赎回'],
  ft: ['借貸逾期費是多少', '基金什麼時候可以贖回'],
};

describe.each(languageKeys)('a question in %s', (language) => {
  const [loan, fund] = QUESTIONS[language];

  it.each([
    ['how-loans-work', loan],
    ['how-funds-work', fund],
  ])('says more of %s than of any other help', (slug, question) => {
    const words = questionWords(question, LANGUAGES[language]).split(' ');
    // As the server orders its hits: a long word tells more, and a title more than the text.
    const weight = (text: string) => words.reduce((sum, word) => sum + (text.includes(word) ? word.length ** 2 : 0), 0);
    const found = (path: string) => {
      const text = read(path).toLowerCase();
      return weight(text) + 2 * weight(text.split('\n')[0] ?? '');
    };
    const folder = `seeds/content/${language}/help`;
    const most = Math.max(...filesBelow(folder).map(found));
    expect(most).toBeGreaterThan(0);
    expect(found(`${folder}/${slug}.md`)).toBe(most);
  });
});
