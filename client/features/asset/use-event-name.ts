import { useTranslation } from 'react-i18next';

/** What an event is called. One of a later release has no words here yet; its own name is better than nothing. */
export function useEventName(): (event: string) => string {
  const { t, i18n } = useTranslation('asset');
  return (event) => (i18n.exists(`asset:event.${event}`) ? t(`event.${event}`) : event);
}
