import { Box, Typography } from '@mui/material';
import { useEffect, useRef } from 'react';
import { useSidebarState, Menu, useTranslate, usePermissions } from 'react-admin';
import { useLocation } from 'react-router-dom';
import type { StaffRole } from '../../contracts/staff.contract.js';
import { session } from '../lib/session';
import { MENU } from '../resources';
import { mayOpen } from './access';

/** An auditor has more entries than a laptop shows: close together, most are in sight before the menu scrolls. */
const COMPACT = {
  paddingBlock: 0.5,
  marginBlock: 0,
  '& .MuiMenuItem-root': { minHeight: 26, paddingBlock: '2px', lineHeight: '20px' },
} as const;

/** Scrolls the entry of the open page into view. Entries come one by one, as each finds that it may be opened. */
function useEntryInView() {
  const menu = useRef<HTMLUListElement>(null);
  const { pathname } = useLocation();
  useEffect(() => {
    const list = menu.current;
    if (list === null) return;
    let known = -1;
    const show = (): void => {
      const { length } = list.querySelectorAll('[role=menuitem]');
      if (length === known) return;
      known = length;
      list.querySelector('.RaMenuItemLink-active')?.scrollIntoView({ block: 'nearest' });
    };
    show();
    const entries = new MutationObserver(show);
    entries.observe(list, { childList: true, subtree: true });
    return () => entries.disconnect();
  }, [pathname]);
  return menu;
}

/** What the roles may open, in groups; a group without an entry is not there. */
export function ConsoleMenu() {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const translate = useTranslate();
  const [open] = useSidebarState();
  const menu = useEntryInView();
  return (
    <Menu ref={menu} sx={COMPACT}>
      <Menu.DashboardItem />
      {MENU.map(({ group, items }) => {
        const shown = items.filter(({ name }) => mayOpen(permissions, name, 'list', session.read()?.queues));
        if (shown.length === 0) return null;
        return (
          <Box key={group} sx={{ marginBlockStart: 0.5 }}>
            <Typography
              variant="caption"
              color="textSecondary"
              sx={{ display: open ? 'block' : 'none', paddingInline: 2.5, fontWeight: 600, lineHeight: '18px' }}
            >
              {translate(`console.menu.${group}`)}
            </Typography>
            {shown.map(({ name }) => (
              <Menu.ResourceItem key={name} name={name} />
            ))}
          </Box>
        );
      })}
    </Menu>
  );
}
