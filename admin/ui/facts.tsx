import { Box, Typography } from '@mui/material';
import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
  wide?: boolean;
}

/** Labelled values in as many columns as fit. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: 'repeat(auto-fill, minmax(min(190px, 100%), 1fr))',
        columnGap: 3,
        rowGap: 1.75,
        margin: 0,
      }}
    >
      {facts.map(({ label, value, wide = false }) => (
        <Box key={label} sx={{ minWidth: 0, gridColumn: wide ? '1 / -1' : 'auto' }}>
          <Typography component="dt" variant="caption" color="textSecondary">
            {label}
          </Typography>
          <Box component="dd" sx={{ margin: 0, minWidth: 0, overflowWrap: 'anywhere' }}>
            {value}
          </Box>
        </Box>
      ))}
    </Box>
  );
}
