import { Stack, Typography } from '@mui/material';

/** The mark and the name; on phones in the bar, the mark alone. */
export function Brand({ compact = false }: { compact?: boolean }) {
  return (
    <Stack direction="row" spacing={1.25} sx={{ alignItems: 'center', flexShrink: 0 }}>
      <img src={`${import.meta.env.BASE_URL}icon.svg`} width={compact ? 24 : 32} height={compact ? 24 : 32} alt="" />
      <Typography
        component="span"
        sx={{
          fontWeight: 700,
          letterSpacing: '-0.01em',
          fontSize: compact ? 15 : 19,
          display: compact ? { xs: 'none', sm: 'block' } : 'block',
        }}
      >
        Glassbook
      </Typography>
    </Stack>
  );
}
