import { describe, expect, it } from '@jest/globals';
import type { StreamKind } from '../../core/decider.js';
import type { Sealed } from '../../core/person.js';
import type { Proven } from '../../core/proven.js';
import { refuse } from '../../core/refusal.js';
import { at, decider, type AnyCommand } from '../../engine/writer/decider.testkit.js';
import { declareEventTypes } from '../../engine/history/event-types.js';
import { GOOGLE_LIFE, nameFreeAt, securityKind, TRADE_LIFE } from './security.decider.js';
import './security.events.js';
import { proofGuard, securityHandlers } from './security.handler.js';

declareEventTypes({ type: 'Changed', schema: 1 });

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 0, 5);
const USER = 'real-ab12';
const policy = { name: 'security.rules', version: 2, inputs: { nameChangeDays: 30 } };

const bind: AnyCommand = {
  type: 'BindAuthenticator',
  data: { userId: USER, secretId: 'factor-1', codesId: 'factor-2', codes: 10, step: 100, policy },
};
const unbind: AnyCommand = { type: 'UnbindAuthenticator', data: { userId: USER } };
const renew: AnyCommand = {
  type: 'RenewRecoveryCodes',
  data: { userId: USER, codesId: 'factor-3', codes: 10, replaces: 'factor-2', policy },
};
const shows = (proof: Partial<Proven>): AnyCommand => ({
  type: 'UseProof',
  data: { userId: USER },
  proof: { userId: USER, code: null, ...proof },
});
const spend = (index: number, codesId = 'factor-2') => shows({ code: { kind: 'recovery', codesId, index } });
const show = (step: number, secretId = 'factor-1') => shows({ code: { kind: 'step', secretId, step } });
const trade = (how: 'set' | 'changed' | 'reset', secretId: string, replaces: string | null): AnyCommand => ({
  type: 'SetTradePassword',
  data: { userId: USER, secretId, replaces, how, policy },
});
const questions = (answersId: string, replaces: string | null): AnyCommand => ({
  type: 'SetSecurityQuestions',
  data: { userId: USER, answersId, replaces, questions: ['friend', 'idol', 'place'] },
});
const rename = (name: string): AnyCommand => ({
  type: 'ChangeNickname',
  data: { userId: USER, sealedName: `v1.${name}` as Sealed, policy },
});

const PASSWORD: StreamKind<string> = { name: 'password', initial: () => 'digest-1', evolve: () => 'digest-2' };
const guard = proofGuard({
  stream: (userId) => [PASSWORD, userId],
  digest: (view, userId) => view.state(PASSWORD, userId),
});
const { given } = decider({
  realm: 'real',
  kind: securityKind,
  id: USER,
  others: [PASSWORD],
  handlers: securityHandlers,
  guard,
  at: AT,
});

describe('the authenticator', () => {
  const ways = { unbound: [], bound: [bind] };
  const commands = { BindAuthenticator: bind, UnbindAuthenticator: unbind, RenewRecoveryCodes: renew };
  const table = (['unbound', 'bound'] as const).flatMap((status) =>
    (['BindAuthenticator', 'UnbindAuthenticator', 'RenewRecoveryCodes'] as const).map(
      (type) => [status, type] as const,
    ),
  );

  it.each(table)('in status %s follows its life on %s', (status, type) => {
    const expected = GOOGLE_LIFE[status][type];
    const person = given(...ways[status]);
    const outcome = person.when(commands[type]);
    if (typeof expected !== 'string') return void outcome.then(expected);
    expect(outcome.refusal).toBeUndefined();
    return expect(person.state.google === null ? 'unbound' : 'bound').toBe(expected);
  });

  it('takes each recovery code once, and none of a set that was renewed', () => {
    const wrong = refuse('security.google-wrong', { field: 'googleCode' });
    given(bind, spend(3))
      .when(spend(3))
      .then(wrong)
      .when(spend(10))
      .then(wrong)
      .when(spend(4))
      .then('RecoveryCodeUsed');
    given(bind, renew).when(spend(0)).then(wrong).when(spend(0, 'factor-3')).then('RecoveryCodeUsed');
  });

  it('takes the code of a step once, and none before it, the one that bound it included', () => {
    const used = refuse('security.google-used', { field: 'googleCode', retryAfterSeconds: 30 });
    given(bind)
      .when(show(100))
      .then(used)
      .when(show(102))
      .then({ type: 'AuthenticatorCodeUsed', data: { userId: USER, secretId: 'factor-1', step: 102 } })
      .when(show(102))
      .then(used)
      .when(show(101))
      .then(used)
      .when(show(103))
      .then('AuthenticatorCodeUsed');
  });

  it('uses a code up together with the command that it proves, and not with one that is refused', () => {
    const { proof } = show(101);
    given(bind)
      .when({ ...unbind, ...(proof && { proof }) })
      .then('AuthenticatorCodeUsed', 'AuthenticatorUnbound');
    given(bind, renew)
      .when({ ...renew, ...(proof && { proof }) })
      .then(refuse('security.changed-meanwhile'))
      .when(show(101))
      .then('AuthenticatorCodeUsed');
  });

  it('renews recovery codes once for those that were looked at', () => {
    given(bind, renew).when(renew).then(refuse('security.changed-meanwhile'));
  });

  it('begins with unused codes each time it is bound', () => {
    expect(given(bind, spend(0), unbind, bind).state.google?.codes.used).toEqual([]);
  });

  it('records the policy and no secret', () => {
    given()
      .when(bind)
      .then({
        stream: `security-${USER}`,
        type: 'AuthenticatorBound',
        schema: 1,
        data: bind.data,
        postings: undefined,
      });
  });
});

describe('a trade password', () => {
  const ways = { unset: [], set: [trade('set', 'factor-1', null)] };
  const table = (['unset', 'set'] as const).flatMap((status) =>
    (['set', 'changed', 'reset'] as const).map((how) => [status, how] as const),
  );

  it.each(table)('while it is %s follows its life when it is %s', (status, how) => {
    const expected = TRADE_LIFE[status][how];
    const outcome = given(...ways[status]).when(trade(how, 'factor-2', status === 'set' ? 'factor-1' : null));
    if (typeof expected !== 'string') return void outcome.then(expected);
    const data = expect.objectContaining({ secretId: 'factor-2', how });
    return void outcome.then({ type: 'TradePasswordSet', data });
  });

  it('is changed by who proved the one in force, not by who was overtaken', () => {
    const person = given(trade('set', 'factor-1', null), trade('changed', 'factor-2', 'factor-1'));
    expect(person.state.trade?.id).toBe('factor-2');
    person.when(trade('changed', 'factor-3', 'factor-1')).then(refuse('security.changed-meanwhile'));
  });
});

describe('proof that a command carries', () => {
  const stale = refuse('security.changed-meanwhile');

  it('is refused once the login password is another one', () => {
    const changed = { stream: `password-${USER}`, type: 'Changed', schema: 1, data: {} };
    given()
      .when(shows({ passwordDigest: 'digest-1' }))
      .then();
    given(changed)
      .when(shows({ passwordDigest: 'digest-1' }))
      .then(stale);
  });

  it('is refused once the trade password is another one', () => {
    given(trade('set', 'factor-1', null))
      .when(shows({ tradeId: 'factor-1' }))
      .then()
      .and(trade('changed', 'factor-2', 'factor-1'))
      .when(shows({ tradeId: 'factor-1' }))
      .then(stale);
  });

  it('is refused once an authenticator was bound, taken off or bound anew', () => {
    given(bind).when(shows({})).then(stale);
    given(bind, unbind).when(show(101)).then(stale);
    given(bind).when(show(101, 'factor-0')).then(stale);
  });
});

describe('security questions', () => {
  it('are set anew by who saw those in force', () => {
    const person = given(questions('factor-1', null));
    expect(person.state.questions).toEqual({ id: 'factor-1', at: AT });
    person
      .when(questions('factor-2', null))
      .then(refuse('security.changed-meanwhile'))
      .when(questions('factor-2', 'factor-1'))
      .then('SecurityQuestionsSet');
  });
});

describe('a name', () => {
  it('stays as long as the policy says, and names the policy when it refuses', () => {
    const named = given(rename('ana'));
    expect(nameFreeAt(named.state, 30)).toBe(AT + 30 * DAY_MS);
    expect(nameFreeAt(given().state, 30)).toBe(0);
    const tooSoon = { freeAt: AT + 30 * DAY_MS, nameChangeDays: 30, policy: 'security.rules', version: 2 };
    named
      .when(at(AT + 29 * DAY_MS + 1, rename('eva')))
      .then(refuse('security.name-too-soon', tooSoon))
      .when(at(AT + 30 * DAY_MS, rename('eva')))
      .then('NicknameChanged');
  });
});
