import type { Language } from '../../shared/language.js';
import { Writers } from '../../server/engine/writer/writers.js';
import { Sessions } from '../../server/features/account/sessions.js';
import type { StartedApp } from './app.js';

let people = 0;

/** A real account, logged in. */
export interface Person {
  userId: string;
  token: string;
  post<Data>(call: string, body?: Record<string, string>): Promise<Answer<Data>>;
  get<Data>(call: string, query?: Record<string, string>): Promise<Answer<Data>>;
  /** Sends the bytes as the one file of a multipart body, as a browser would. */
  upload<Data>(
    purpose: string,
    bytes: Uint8Array,
    more?: { name?: string; requestToken?: string },
  ): Promise<Answer<Data>>;
}

export interface Answer<Data> {
  status: number;
  headers: Headers;
  /** What a person reads. */
  message: string;
  data: Data & { refusal?: string; params?: Record<string, string | number> };
}

/** A real account that was opened just now, in a session of its own. It has no password and no contacts. */
export async function openPerson(
  started: StartedApp,
  at = Date.now(),
  country: string | null = null,
  lang: Language = 'en',
): Promise<Person> {
  people += 1;
  const userId = `real-person${String(people).padStart(4, '0')}`;
  const commands = started.app.get<Writers>(Writers, { strict: false });
  const data = {
    userId,
    name: `Person ${people}`,
    lang,
    country,
    invitedBy: null,
    agreement: null,
    policy: null,
    passwordDigest: null,
  };
  const opened = await commands.execute('real', {
    type: 'OpenRealAccount',
    data,
    at,
    actor: `user:${userId}`,
  });
  if (!opened.ok) throw new Error(opened.refusal.refusal);
  const { token } = await started.app.get<Sessions>(Sessions, { strict: false }).begin('real', userId);
  const headers = { authorization: `Bearer ${token}` };
  return {
    userId,
    token,
    post: async (call, fields = {}) =>
      read(await fetch(`${started.url}/web/${call}`, { method: 'POST', headers, body: new URLSearchParams(fields) })),
    get: async (call, query = {}) =>
      read(await fetch(`${started.url}/web/${call}?${new URLSearchParams(query)}`, { headers })),
    async upload(purpose, bytes, { name = 'photo.jpg', requestToken } = {}) {
      const form = new FormData();
      form.append('file', new Blob([new Uint8Array(bytes)]), name);
      const query = new URLSearchParams({ purpose, ...(requestToken === undefined ? {} : { requestToken }) });
      return read(await fetch(`${started.url}/web/uploadImage?${query}`, { method: 'POST', headers, body: form }));
    },
  };
}

async function read<Data>(response: Response): Promise<Answer<Data>> {
  const { status, headers } = response;
  const { message, data } = (await response.json()) as Pick<Answer<Data>, 'message' | 'data'>;
  return { status, headers, message, data };
}
