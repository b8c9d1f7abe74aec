import { Box, Typography } from '@mui/material';
import { useSidebarState, Menu, useTranslate, usePermissions } from 'react-admin';
import type { StaffRole } from '../../contracts/staff.contract.js';
import { session } from '../lib/session';
import { MENU } from '../resources';
import { mayOpen } from './access';

/** An auditor has 24 entries, and all of them are in sight on a laptop. */
const COMPACT = {
  paddingBlock: 0.5,
  marginBlock: 0,
  '& .MuiMenuItem-root': { minHeight: 26, paddingBlock: '2px', lineHeight: '20px' },
} as const;

/** What the roles may open, in groups; a group without an entry is not there. */
export function ConsoleMenu() {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const translate = useTranslate();
  const [open] = useSidebarState();
  return (
    <Menu sx={COMPACT}>
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
