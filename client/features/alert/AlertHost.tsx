import { Suspense, lazy } from 'react';
import { PanelBoundary } from '../../ui/PanelBoundary';
import { useAlertDialog } from './alert-dialog';

const AlertDialog = lazy(() => import('./AlertDialog'));

/** Mounted once by the shell; the dialog is fetched when it is first wanted. */
export function AlertHost() {
  const draft = useAlertDialog((state) => state.draft);
  if (draft === null) return null;
  return (
    <PanelBoundary small>
      <Suspense fallback={null}>
        <AlertDialog draft={draft} />
      </Suspense>
    </PanelBoundary>
  );
}
