import { everybody, loggedIn, type Feature } from '../../lib/feature.js';
import { ownKey } from '../../lib/keys.js';

export const accountKeys = {
  profile: ownKey('account', 'profile'),
  sessions: ownKey('account', 'sessions'),
  logins: ownKey('account', 'logins'),
  firstSteps: ownKey('account', 'first-steps'),
};

export const account = {
  name: 'account',
  screens: {
    login: { file: 'LoginScreen', routes: everybody('content', '/login'), noPath: true, entry: ['/login'] },
    register: {
      file: 'RegisterScreen',
      routes: everybody('account', '/register'),
      inside: 'login',
      texts: ['invitation'],
    },
    forgotPassword: { file: 'ForgotPasswordScreen', routes: everybody('account', '/forgetpwd'), inside: 'login' },
    userCentre: {
      file: 'UserCentreScreen',
      routes: loggedIn('account', '/setting'),
      inside: 'home',
      menus: { personal: { at: 1, icon: 'user' } },
    },
    profile: { file: 'ProfileScreen', routes: loggedIn('account', '/info'), menus: { 'centre.account': { at: 1 } } },
    loginPassword: {
      file: 'LoginPasswordScreen',
      routes: loggedIn('account', '/editPassword'),
      realOnly: true,
      menus: { 'centre.account': { at: 5 } },
    },
  },
  keys: accountKeys,
  staleAfter: { assets: [accountKeys.firstSteps] },
} satisfies Feature;
