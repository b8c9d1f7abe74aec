import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useNavigate } from 'react-router-dom';
import { confirm } from '../ui/confirm';

/**
 * Warns before a form that is kept nowhere is left: by a link in a dialog of ours, by closing or reloading in the browser's own.
 * For personal data, which is not left behind on a machine that others use.
 */
export function useLeaveWarning(dirty: boolean): void {
  const { t } = useTranslation('common');
  const go = useNavigate();
  useEffect(() => {
    if (!dirty) return;
    const onUnload = (event: BeforeUnloadEvent) => event.preventDefault();
    const onClick = (event: MouseEvent) => {
      const link = event.target instanceof Element ? event.target.closest('a[href]') : null;
      if (!(link instanceof HTMLAnchorElement) || !leads(link, event)) return;
      event.preventDefault();
      event.stopPropagation();
      const to = link.pathname + link.search + link.hash;
      const question = { title: t('leave.title'), body: t('leave.body'), confirmLabel: t('leave.confirm') };
      void confirm({ ...question, kind: 'danger' }).then((yes) => yes && void go(to));
    };
    addEventListener('beforeunload', onUnload);
    // Before the router's own handling of the link.
    document.addEventListener('click', onClick, true);
    return () => {
      removeEventListener('beforeunload', onUnload);
      document.removeEventListener('click', onClick, true);
    };
  }, [dirty, t, go]);
}

/** Whether the click leads to another screen in this tab. */
function leads(link: HTMLAnchorElement, event: MouseEvent): boolean {
  const elsewhere = event.ctrlKey || event.metaKey || event.shiftKey || event.button !== 0 || link.target === '_blank';
  return !elsewhere && link.origin === location.origin && link.pathname !== location.pathname && !link.download;
}
