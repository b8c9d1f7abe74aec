import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { DashboardView } from '../../../contracts/staff.contract.js';
import { formatCount } from '../../lib/format';
import { useTag } from '../../ui/use-tag';

const KEYS = ['usersDemo', 'usersReal', 'ordersOpen', 'ordersTotal', 'trades', 'events'] as const;

/** The live counts, side by side. */
export function Figures({ view }: { view: DashboardView }) {
  const translate = useTranslate();
  const tag = useTag();
  return (
    <Box
      component="dl"
      sx={{
        margin: 0,
        display: 'grid',
        gap: '1px',
        gridTemplateColumns: { xs: 'repeat(2, 1fr)', sm: 'repeat(3, 1fr)', lg: 'repeat(6, 1fr)' },
        border: 1,
        borderColor: 'divider',
        borderRadius: 1,
        overflow: 'hidden',
        bgcolor: 'divider',
      }}
    >
      {KEYS.map((key) => (
        <Box key={key} sx={{ bgcolor: 'background.paper', padding: '12px 16px', minWidth: 0 }}>
          <Typography component="dt" variant="caption" color="textSecondary" noWrap sx={{ display: 'block' }}>
            {translate(`console.count.${key}`)}
          </Typography>
          <Typography component="dd" variant="h5" sx={{ margin: 0 }}>
            {formatCount(tag, view.counts[key])}
          </Typography>
        </Box>
      ))}
    </Box>
  );
}
