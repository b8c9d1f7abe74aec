import { Box, Dialog, DialogContent, DialogTitle } from '@mui/material';
import { useEffect, useState } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { moveRow, openRow } from '../lib/rows';

/** What the keyboard does, in the order in which the sheet shows it. Letters go by what is printed on the key. */
const KEYS = [
  ['j', 'next'],
  ['k', 'previous'],
  ['Enter', 'open'],
  ['u', 'back'],
  ['/', 'filter'],
  ['e', 'export'],
  ['r', 'refresh'],
  ['g', 'dashboard'],
  ['Ctrl K', 'search'],
  ['?', 'sheet'],
] as const;

function isWriting(target: EventTarget | null): boolean {
  return (
    target instanceof HTMLElement && (target.isContentEditable || /^(INPUT|TEXTAREA|SELECT)$/.test(target.tagName))
  );
}

function KeySheet({ open, close }: { open: boolean; close: () => void }) {
  const translate = useTranslate();
  return (
    <Dialog open={open} onClose={close} aria-labelledby="key-sheet" maxWidth="xs" fullWidth>
      <DialogTitle id="key-sheet">{translate('console.keys.title')}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ margin: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '10px 20px' }}>
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
                {translate(`console.keys.${action}`)}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  );
}

/** Reviewing without a mouse: rows are walked, opened and left by keys, in every list and on every page that has rows. */
export function Keyboard() {
  const [sheet, setSheet] = useState(false);
  const navigate = useNavigate();
  const refresh = useRefresh();
  useEffect(() => {
    const actions: Record<string, () => void> = {
      j: () => moveRow(1),
      k: () => moveRow(-1),
      u: () => void navigate(-1),
      '/': () => document.querySelector<HTMLElement>('main form input:not([type=hidden])')?.focus(),
      e: () => document.querySelector<HTMLElement>('main [data-keys=export]')?.click(),
      r: () => refresh(),
      g: () => void navigate('/'),
      '?': () => setSheet(true),
    };
    const pressed = (event: KeyboardEvent) => {
      // A dialog or a menu has the keys to itself.
      const covered = document.querySelector('.MuiModal-root:not([aria-hidden=true]) .MuiPaper-root') !== null;
      if (event.ctrlKey || event.metaKey || event.altKey || isWriting(event.target) || covered) return;
      if (event.key === 'Enter') return openRow(event);
      const action = actions[event.key];
      if (action === undefined) return;
      event.preventDefault();
      action();
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, [navigate, refresh]);
  return <KeySheet open={sheet} close={() => setSheet(false)} />;
}
