// As `./i18n` sets it up, which loads texts when it is imported.
import i18next from 'i18next';
import { tagOf } from '../../shared/language';
import { EVERYTHING_OWN } from './keys';
import { usePreferences } from './preferences';
import { queryClient } from './query';
import { useSession } from './session';

/** What another tab of this browser changes shows here as well: who is logged in, theme, colours and language. */
export function followOtherTabs(): void {
  addEventListener('storage', ({ key }) => {
    if (key === useSession.persist.getOptions().name) void followSession();
    if (key === usePreferences.persist.getOptions().name) void followPreferences();
  });
}

async function followSession(): Promise<void> {
  const tokenNow = () => useSession.getState().session?.token;
  const before = tokenNow();
  await useSession.persist.rehydrate();
  const token = tokenNow();
  if (token === before) return;
  // The cache belongs to another account, or to an ended session.
  if (token === undefined) queryClient.removeQueries(EVERYTHING_OWN);
  else await queryClient.resetQueries(EVERYTHING_OWN);
}

async function followPreferences(): Promise<void> {
  await usePreferences.persist.rehydrate();
  await i18next.changeLanguage(tagOf(usePreferences.getState().language));
}
