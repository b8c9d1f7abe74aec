import { create } from 'zustand';

/** What Chromium hands out once when the page could be installed; other browsers have a way in their menus only. */
interface InstallOffer extends Event {
  prompt: () => Promise<unknown>;
}

/** The browser's offer to install this page, kept until the reader requests it. */
export const useInstallOffer = create<{ offer: InstallOffer | null }>(() => ({ offer: null }));

addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault();
  useInstallOffer.setState({ offer: event as InstallOffer });
});
addEventListener('appinstalled', () => useInstallOffer.setState({ offer: null }));
