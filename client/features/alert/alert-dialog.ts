import { create } from 'zustand';
import type { AlertView } from '../../../contracts/alert.contract';

/** What the dialog begins with: another alert to change, or an instrument and perhaps a level of a new one. */
export interface AlertDraft {
  symbol: string;
  level?: string;
  alert?: AlertView;
}

/** The dialog for an alert, which opens over any screen; its host is in the shell. */
export const useAlertDialog = create<{ draft: AlertDraft | null }>(() => ({ draft: null }));

export const openAlertDialog = (draft: AlertDraft): void => useAlertDialog.setState({ draft });
export const closeAlertDialog = (): void => useAlertDialog.setState({ draft: null });
