import { Box, Typography, useMediaQuery, type Theme } from '@mui/material';
import type { ReactNode } from 'react';

export interface Fact {
  label: string;
  value: ReactNode;
  wide?: boolean;
}

/** Labelled values in as many columns as fit. */
export function Facts({ facts }: { facts: readonly Fact[] }) {
  const narrow = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  return (
    <Box
      component="dl"
      sx={{
        display: 'grid',
        gridTemplateColumns: `repeat(auto-fill, minmax(min(${narrow ? 140 : 190}px, 100%), 1fr))`,
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
