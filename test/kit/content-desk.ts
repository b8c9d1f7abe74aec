import {
  isLegal,
  type ContentChanged,
  type ContentEntryView,
  type ContentKind,
  type ContentTexts,
} from '../../contracts/content.contract.js';
import { languageKeys } from '../../shared/language.js';
import { STAFF_ROLES } from '../../contracts/staff.contract.js';
import { refusalOf, startStaffed } from './staff-client.js';

/** A server with one member of the staff for every role, signed in, and ways to write and read content. */
export async function startContentDesk() {
  const staff = await startStaffed();
  const tokens = new Map<string, string>();
  for (const role of STAFF_ROLES) tokens.set(role, await staff.member(`the-${role}`, role));
  const editor = tokens.get('content') ?? '';

  const send = (path: string, body: object, token = editor) => staff.post<ContentChanged>(path, body, { token });
  const read = <Body>(path: string, token = editor) => staff.read<Body>(path, token);
  const show = (slug: string) => read<ContentEntryView>(`content/${slug}`);

  /** Another editor, who agrees where two are needed. */
  async function second(): Promise<string> {
    const known = tokens.get('second') ?? (await staff.member('the-second', 'content'));
    tokens.set('second', known);
    return known;
  }

  /** Status, code and figures of a refusal. */
  async function refused(path: string, body: object): Promise<[number, unknown, unknown]> {
    const answer = await send(path, body);
    const { params } = (answer.body as unknown as { data: { params: unknown } }).data;
    return [answer.status, refusalOf(answer.body), params];
  }

  async function publish(slug: string, more: object = {}): Promise<ContentChanged> {
    const saved = await send('saveContent', entry(slug, more));
    const published = await send('publishContent', { slug, expectedVersion: saved.body.streamVersion });
    if (saved.status === 200 && 'kind' in more && isLegal(more.kind as ContentKind)) {
      const agreed = { slug, expectedVersion: published.body.streamVersion };
      return (await send('publishContent', agreed, await second())).body;
    }
    if (saved.status !== 200 || published.status !== 200) throw new Error(JSON.stringify([saved.body, published.body]));
    return published.body;
  }

  /** One of the public calls, as a visitor or with a session. */
  async function web<Data>(path: string, token?: string): Promise<{ status: number; data: Data }> {
    const headers: Record<string, string> = token === undefined ? {} : { authorization: `Bearer ${token}` };
    const response = await fetch(`${staff.started.url}/web/${path}`, { headers });
    return { status: response.status, data: ((await response.json()) as { data: Data }).data };
  }

  return { started: staff.started, tokens, second, send, read, show, refused, publish, web };
}

/** The same text in nine languages, told apart by their titles. */
export function textsOf(title: string, body = `## ${title}\n\nText.`): ContentTexts {
  return Object.fromEntries(
    languageKeys.map((key) => [key, { title: `${title} ${key}`, summary: `About ${title}`, body }]),
  );
}

/** What saves a new notice. */
export function entry(slug: string, more: object = {}): object {
  const place = { kind: 'notice', category: null, order: 1, link: null };
  return { slug, expectedVersion: 0, ...place, texts: textsOf(slug), ...more };
}
