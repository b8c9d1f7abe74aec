import { describe, expect, it } from '@jest/globals';
import type { RecordedEvent } from '../../core/event.js';
import type { Sealed } from '../../core/person.js';
import { isRefusal, refuse } from '../../core/refusal.js';
import type { SecurityCommand } from './security.commands.js';
import {
  decideSecurity,
  GOOGLE_LIFE,
  nameFreeAt,
  securityKind,
  TRADE_LIFE,
  type SecurityState,
} from './security.decider.js';

const DAY_MS = 86_400_000;
const AT = Date.UTC(2026, 0, 5);
const USER = 'real-ab12';
const policy = { name: 'security.rules', version: 2, inputs: { nameChangeDays: 30 } };

const bind: SecurityCommand = {
  type: 'BindGoogle',
  data: { userId: USER, secretId: 'factor-1', codesId: 'factor-2', codes: 10, policy },
};
const unbind: SecurityCommand = { type: 'UnbindGoogle', data: { userId: USER } };
const renew: SecurityCommand = {
  type: 'RenewRecoveryCodes',
  data: { userId: USER, codesId: 'factor-3', codes: 10, replaces: 'factor-2', policy },
};
const spend = (index: number, codesId = 'factor-2'): SecurityCommand => ({
  type: 'UseRecoveryCode',
  data: { userId: USER, codesId, index },
});
const trade = (how: 'set' | 'changed' | 'reset', secretId: string, replaces: string | null): SecurityCommand => ({
  type: 'SetTradePassword',
  data: { userId: USER, secretId, replaces, how, policy },
});
const questions = (answersId: string, replaces: string | null): SecurityCommand => ({
  type: 'SetSecurityQuestions',
  data: { userId: USER, answersId, replaces, questions: ['friend', 'idol', 'place'] },
});
const rename = (name: string): SecurityCommand => ({
  type: 'ChangeNickname',
  data: { userId: USER, sealedName: `v1.${name}` as Sealed, policy },
});

const decide = (state: SecurityState, command: SecurityCommand, at = AT) =>
  decideSecurity(state, command, { at, actor: `user:${USER}` });

/** Runs commands one after another; each must be allowed. */
function after(...commands: [SecurityCommand, at?: number][]): SecurityState {
  let state = securityKind.initial(USER);
  let version = 0;
  for (const [command, at = AT] of commands) {
    const events = decide(state, command, at);
    if (isRefusal(events)) throw new Error(`${command.type} was refused: ${events.refusal}`);
    for (const event of events) {
      version += 1;
      const stored = { ...event, realm: 'real', position: version, version, at, actor: 'test' };
      state = securityKind.evolve(state, stored as RecordedEvent);
    }
  }
  return state;
}

describe('Google verification', () => {
  const inStatus = { unbound: after(), bound: after([bind]) };
  const commands = { BindGoogle: bind, UnbindGoogle: unbind, RenewRecoveryCodes: renew, UseRecoveryCode: spend(0) };
  const table = (['unbound', 'bound'] as const).flatMap((status) =>
    (['BindGoogle', 'UnbindGoogle', 'RenewRecoveryCodes', 'UseRecoveryCode'] as const).map(
      (type) => [status, type] as const,
    ),
  );

  it.each(table)('in status %s follows its life on %s', (status, type) => {
    const expected = GOOGLE_LIFE[status][type];
    const decided = decide(inStatus[status], commands[type]);
    if (typeof expected !== 'string') return expect(decided).toEqual(expected);
    expect(isRefusal(decided)).toBe(false);
    const next = after(...(status === 'bound' ? ([[bind]] as [SecurityCommand][]) : []), [commands[type]]);
    expect(next.google === null ? 'unbound' : 'bound').toBe(expected);
  });

  it('takes each recovery code once, and none of a set that was renewed', () => {
    const used = after([bind], [spend(3)]);
    expect(decide(used, spend(3))).toEqual(refuse('security.google-wrong'));
    expect(isRefusal(decide(used, spend(4)))).toBe(false);
    expect(decide(used, spend(10))).toEqual(refuse('security.google-wrong'));
    expect(decide(after([bind], [renew]), spend(0))).toEqual(refuse('security.google-wrong'));
    expect(isRefusal(decide(after([bind], [renew]), spend(0, 'factor-3')))).toBe(false);
  });

  it('renews recovery codes once for those that were looked at', () => {
    expect(decide(after([bind], [renew]), renew)).toEqual(refuse('security.changed-meanwhile'));
  });

  it('begins with unused codes each time it is bound', () => {
    const again = after([bind], [spend(0)], [unbind], [bind]);
    expect(again.google?.codes.used).toEqual([]);
  });

  it('records the policy and no secret', () => {
    expect(decide(after(), bind)).toEqual([
      { stream: `security-${USER}`, type: 'GoogleBound', schema: 1, data: bind.data },
    ]);
  });
});

describe('a trade password', () => {
  const inStatus = { unset: after(), set: after([trade('set', 'factor-1', null)]) };
  const table = (['unset', 'set'] as const).flatMap((status) =>
    (['set', 'changed', 'reset'] as const).map((how) => [status, how] as const),
  );

  it.each(table)('while it is %s follows its life when it is %s', (status, how) => {
    const expected = TRADE_LIFE[status][how];
    const decided = decide(inStatus[status], trade(how, 'factor-2', status === 'set' ? 'factor-1' : null));
    if (typeof expected !== 'string') return expect(decided).toEqual(expected);
    expect(decided).toMatchObject([{ type: 'TradePasswordSet', data: { secretId: 'factor-2', how } }]);
  });

  it('is changed by who proved the one in force, not by who was overtaken', () => {
    const changed = after([trade('set', 'factor-1', null)], [trade('changed', 'factor-2', 'factor-1')]);
    expect(changed.trade?.id).toBe('factor-2');
    expect(decide(changed, trade('changed', 'factor-3', 'factor-1'))).toEqual(refuse('security.changed-meanwhile'));
  });
});

describe('security questions', () => {
  it('are set anew by who saw those in force', () => {
    const set = after([questions('factor-1', null)]);
    expect(set.questions).toEqual({ id: 'factor-1', at: AT });
    expect(decide(set, questions('factor-2', null))).toEqual(refuse('security.changed-meanwhile'));
    expect(isRefusal(decide(set, questions('factor-2', 'factor-1')))).toBe(false);
  });
});

describe('a name', () => {
  it('stays as long as the policy says, and names the policy when it refuses', () => {
    const named = after([rename('ana')]);
    expect(decide(named, rename('eva'), AT + 29 * DAY_MS + 1)).toEqual(
      refuse('security.name-too-soon', {
        freeAt: AT + 30 * DAY_MS,
        nameChangeDays: 30,
        policy: 'security.rules',
        version: 2,
      }),
    );
    expect(isRefusal(decide(named, rename('eva'), AT + 30 * DAY_MS))).toBe(false);
    expect(nameFreeAt(named, 30)).toBe(AT + 30 * DAY_MS);
    expect(nameFreeAt(after(), 30)).toBe(0);
  });
});
