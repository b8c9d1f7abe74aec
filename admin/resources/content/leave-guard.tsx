import { useEffect } from 'react';
import { Confirm, useTranslate } from 'react-admin';
import { useBlocker } from 'react-router-dom';

/** Asks before something unsaved is left: by our own dialog within the console, by the browser's when the page goes. */
export function LeaveGuard({ unsaved }: { unsaved: boolean }) {
  const translate = useTranslate();
  const blocker = useBlocker(
    ({ currentLocation, nextLocation }) => unsaved && currentLocation.pathname !== nextLocation.pathname,
  );
  useEffect(() => {
    if (!unsaved) return undefined;
    const onLeave = (event: BeforeUnloadEvent): void => event.preventDefault();
    window.addEventListener('beforeunload', onLeave);
    return () => window.removeEventListener('beforeunload', onLeave);
  }, [unsaved]);
  return (
    <Confirm
      isOpen={blocker.state === 'blocked'}
      title={translate('console.content.leave_title')}
      content={translate('console.content.leave_text')}
      confirm={translate('console.content.leave')}
      cancel={translate('console.content.stay')}
      onConfirm={() => blocker.proceed?.()}
      onClose={() => blocker.reset?.()}
    />
  );
}
