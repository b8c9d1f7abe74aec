import { codeTo } from './people.js';
import { event, rowsOf, type Recipe } from './recipe-kit.js';
import { requestRecovery, proved, stopCodeTo } from './recovery.js';

/** The calls of a person without authenticator and recovery codes, and the cancellation. */
export const recoveryRecipes: Record<string, Recipe> = {
  // The ticket is kept nowhere but in memory: equal answers prove that there is one.
  'web/openRecovery': async (kit) => {
    const { account, password } = await kit.guarded();
    const code = await codeTo(kit.started, account, 'lost-google');
    return { token: '', body: { account, password, code }, effect: event('AuthenticatorRemovalRequested', 0) };
  },
  'web/uploadRecoveryPhoto': async (kit) => {
    const person = await kit.guarded();
    const { ticket } = await proved(kit.started, person);
    return { token: '', body: { ticket }, effect: rowsOf('private_images', person.userId), file: await kit.jpeg() };
  },
  'web/requestRecovery': async (kit) => {
    const { ticket } = await proved(kit.started, await kit.guarded());
    return { token: '', body: { ticket }, effect: event('AuthenticatorRemovalRequested') };
  },
  'web/stopRecovery': async (kit) => {
    const person = await kit.guarded();
    await requestRecovery(kit.started, person);
    const { account } = person;
    const stopCode = await stopCodeTo(kit.started, account);
    return { token: '', body: { account, stopCode }, effect: event('AuthenticatorRemovalCancelled') };
  },
  'web/cancelRecovery': async (kit) => {
    const person = await kit.guarded();
    await requestRecovery(kit.started, person);
    return { token: person.trader.token, body: {}, effect: event('AuthenticatorRemovalCancelled') };
  },
};
