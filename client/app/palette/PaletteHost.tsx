import { Suspense, lazy, useEffect } from 'react';
import { openPalette, usePalette } from './palette-store';
import { PanelBoundary } from '../../ui/PanelBoundary';

const CommandPalette = lazy(() => import('./CommandPalette'));

/** Mounted once by the shell: hears the keys that open the palette, and fetches it when it is first wanted. */
export function PaletteHost() {
  const open = usePalette((state) => state.open);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const combined = event.key.toLowerCase() === 'k' && (event.metaKey || event.ctrlKey) && !event.shiftKey;
      if (event.defaultPrevented || !(combined || (event.key === '/' && !isTyping(event)))) return;
      // An open dialog has the keyboard to itself.
      if ('dialog' in document.documentElement.dataset) return;
      event.preventDefault();
      openPalette();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);
  if (!open) return null;
  return (
    <PanelBoundary small>
      <Suspense fallback={null}>
        <CommandPalette />
      </Suspense>
    </PanelBoundary>
  );
}

function isTyping({ target, ctrlKey, altKey, metaKey }: KeyboardEvent): boolean {
  if (ctrlKey || altKey || metaKey) return true;
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(input|textarea|select)$/i.test(target.tagName))
  );
}
