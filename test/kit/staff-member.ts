import type { ReviewVerdictView } from '../../contracts/review.contract.js';
import { localeOf, type Language } from '../../shared/language.js';
import { declaredCalls } from '../../server/edge/http/call.js';
import { answered, PendingCall, type Answered } from './answered.js';
import type { DataOf, StaffCallName } from './calls.js';
import { lookedThrough } from './look.js';

type Verdict = 'approved' | 'rejected';

/**
 * A member of the staff who calls; without a token a stranger. The grammar is that of people:
 *
 *     await desk.as('ann').when('claimReview', { requestId }).then('review.decided');
 *     await desk.as('sue').when('users/:id/freeze', { id: userId, reason }).then();
 *     await desk.as('rick').when('withdrawals', { filter: { userId } }).then([{ id, status: 'paid' }]);
 */
export class StaffMember {
  constructor(
    private readonly url: string,
    readonly token = '',
    private readonly address = '10.0.0.1',
    private readonly lang: Language = 'en',
  ) {}

  /** The same member with a browser of another language. */
  speaking(lang: Language): StaffMember {
    return new StaffMember(this.url, this.token, this.address, lang);
  }

  when<Name extends StaffCallName>(call: Name, form: object = {}): PendingCall<DataOf<Name, 'staff'>> {
    const declared = declaredCalls().find(({ path }) => path === `staff/${call}`);
    return new PendingCall(() => (declared?.method === 'POST' ? this.post(call, form) : this.get(call, form)));
  }

  /** What happened before: the call must succeed. */
  given<Name extends StaffCallName>(call: Name, form: object = {}): Promise<DataOf<Name, 'staff'>> {
    return this.when(call, form).then();
  }

  /** Takes a request up, opens its images and decides it. */
  decides(requestId: string, verdict: Verdict = 'approved', more: object = {}): PendingCall<ReviewVerdictView> {
    return new PendingCall(async () => {
      await this.post('claimReview', { requestId });
      return this.verdict(requestId, verdict, more);
    });
  }

  /** Approves what was taken up before, having opened its images. */
  approves(requestId: string, more: object = {}): PendingCall<ReviewVerdictView> {
    return new PendingCall(() => this.verdict(requestId, 'approved', more));
  }

  /** The form is the query; `filter`, `range` and `sort` travel as JSON. */
  get<Name extends StaffCallName>(call: Name, form: object = {}): Promise<Answered<DataOf<Name, 'staff'>>> {
    return this.send(asked(call, form), {});
  }

  /** The answer of a call that answers a file. */
  file(call: StaffCallName, form: object = {}): Promise<Response> {
    return fetch(`${this.url}/staff/${asked(call, form)}`, { headers: { authorization: `Bearer ${this.token}` } });
  }

  post<Name extends StaffCallName>(call: Name, form: object = {}): Promise<Answered<DataOf<Name, 'staff'>>> {
    const { path, rest } = placed(call, form);
    return this.send(path, { method: 'POST', body: JSON.stringify(Object.fromEntries(rest)) });
  }

  private async verdict(requestId: string, verdict: Verdict, more: object): Promise<Answered<ReviewVerdictView>> {
    const looked = await lookedThrough(this.url, this.token, requestId);
    return this.post('decideReview', { requestId, verdict, ...looked, ...more });
  }

  private async send<Data>(path: string, sent: RequestInit): Promise<Answered<Data>> {
    const headers = {
      ...(sent.body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.token === '' ? {} : { authorization: `Bearer ${this.token}` }),
      'x-forwarded-for': this.address,
      'accept-language': localeOf(this.lang),
    };
    const response = await fetch(`${this.url}/staff/${path}`, { ...sent, headers });
    return answered<Data>({ status: response.status, body: await response.json() });
  }
}

function asked(call: string, form: object): string {
  const { path, rest } = placed(call, form);
  const query = rest.map(([name, value]): [string, string] => [
    name,
    typeof value === 'string' ? value : JSON.stringify(value),
  ]);
  return `${path}?${new URLSearchParams(query)}`;
}

/** Fields that the path names go into it. */
function placed(call: string, form: object): { path: string; rest: [string, unknown][] } {
  const fields = new Map<string, unknown>(Object.entries(form));
  const path = call.replace(/:(\w+)/g, (_, name: string) => {
    const value = String(fields.get(name));
    fields.delete(name);
    return encodeURIComponent(value);
  });
  return { path, rest: [...fields] };
}
