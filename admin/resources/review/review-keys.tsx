import { Box, Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useTranslate } from 'react-admin';

/** What the keys do while a request is worked on, in the order of the sheet. */
const KEYS = [
  ['a', 'approve'],
  ['r', 'reject'],
  ['f', 'ask'],
  ['e', 'escalate'],
  ['1 – 9', 'reasons'],
  ['Enter', 'send'],
  ['Esc', 'stop'],
  ['n', 'next'],
  ['k', 'keep'],
  ['l', 'release'],
  ['m', 'renew'],
  ['i', 'image'],
  ['o', 'open'],
  ['s', 'side'],
  ['z  x', 'zoom'],
  ['t', 'turn'],
  ['0', 'fit'],
  ['← ↑ → ↓', 'move'],
  ['?', 'sheet'],
] as const;

/** By `KeyboardEvent.key`; what is not named is left to the console's own keys. */
export type KeyActions = Readonly<Record<string, () => void>>;

/** Listens before the console's own keyboard does, because here `r` rejects and does not refresh. */
export function useReviewKeys(actions: KeyActions): void {
  const current = useRef(actions);
  useEffect(() => {
    current.current = actions;
  });
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      const covered = document.querySelector('.MuiModal-root:not([aria-hidden=true]) .MuiPaper-root') !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || covered || takesKey(event)) return;
      const action = current.current[event.key];
      if (action === undefined) return;
      event.preventDefault();
      event.stopImmediatePropagation();
      action();
    };
    window.addEventListener('keydown', pressed, true);
    return () => window.removeEventListener('keydown', pressed, true);
  }, []);
}

/** Whether the focused element means something else by the key: text is typed, buttons are pressed by Enter. */
function takesKey({ key, target }: KeyboardEvent): boolean {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target.matches('textarea, select, input:not([type=checkbox])')) return true;
  if (key === 'Enter') return target.matches('button, a[href], input');
  return key.startsWith('Arrow') && target.matches('[role=tab], input');
}

export function ReviewKeySheet({ open, close }: { open: boolean; close: () => void }) {
  const translate = useTranslate();
  return (
    <Dialog open={open} onClose={close} aria-labelledby="review-keys" maxWidth="xs" fullWidth>
      <DialogTitle id="review-keys">{translate('console.review.keys_title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ margin: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '9px 20px' }}>
          {KEYS.map(([key, action]) => (
            <Box key={key} sx={{ display: 'contents' }}>
              <Box component="dt">
                <Box
                  component="kbd"
                  sx={{ border: 1, borderColor: 'divider', borderRadius: 0.75, padding: '2px 8px', fontSize: 12.5 }}
                >
                  {key}
                </Box>
              </Box>
              <Box component="dd" sx={{ margin: 0 }}>
                {translate(`console.review.keys.${action}`)}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  );
}
