import { describe, expect, it } from '@jest/globals';
import { renderedFor } from '../../lib/rendered.testkit';
import { wordsOf } from '../../../test/kit/words.js';

const { default: ForgotPasswordScreen } = await import('./ForgotPasswordScreen');
const { default: LoginScreen } = await import('./LoginScreen');

const t = wordsOf('en');
const SESSIONS = { real: { realm: 'real', name: 'anna' }, demo: { realm: 'demo', name: 'demo-7' } } as const;

describe('the screen of a forgotten password', () => {
  const drawn = (session: keyof typeof SESSIONS | null, at: string) =>
    renderedFor({ session: session && SESSIONS[session], at }, <ForgotPasswordScreen />, 'account');
  const title = `<h1 id="forgot">${t('account:forgot.title')}</h1>`;

  it('asks no real account that comes to change its password for a code', async () => {
    expect(await drawn('real', '/forgetpwd?type=changepwd')).toBe('');
  });

  it.each([
    ['a demo account, which has no password to change', 'demo', '/forgetpwd?type=changepwd'],
    ['a visitor who comes to change one', null, '/forgetpwd?type=changepwd'],
    ['a real account that forgot its password', 'real', '/forgetpwd'],
    ['a visitor', null, '/forgetpwd'],
  ] as const)('sets a new one by a code for %s', async (_, session, at) => {
    expect(await drawn(session, at)).toContain(title);
  });
});

describe('the log-in', () => {
  const drawn = (session: (typeof SESSIONS)['real'] | null, at = '/login') =>
    renderedFor({ session, at }, <LoginScreen />, 'account');
  const already = t('account:already', { name: 'anna' });

  it('is open to somebody logged in, says so, and leads back to where they came from', async () => {
    expect(await drawn(SESSIONS.real)).toContain(`${already} <a href="/table1"`);
    expect(await drawn(SESSIONS.real, '/login?from=%2Fsetting')).toContain(`${already} <a href="/setting"`);
  });

  it('says nothing of it to a visitor, and keeps the way back for the registration', async () => {
    const html = await drawn(null, '/login?from=%2Fsetting');
    expect(html).not.toContain(t('account:goOn'));
    expect(html).toContain('href="/register?from=%2Fsetting"');
  });
});
