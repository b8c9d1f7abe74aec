import { loggedIn, type Feature } from '../../lib/feature.js';
import { key, ownKey } from '../../lib/keys.js';

export const invitationKeys = {
  promotion: ownKey('invitation', 'promotion'),
  rewards: ownKey<[filters: object]>('invitation', 'rewards'),
  terms: key('invitation', 'terms'),
};

export const invitation = {
  name: 'invitation',
  screens: {
    invitation: {
      file: 'InvitationScreen',
      routes: loggedIn('account', '/invite'),
      realOnly: true,
      menus: { 'centre.more': { at: 4 } },
    },
  },
  keys: invitationKeys,
} satisfies Feature;
