import { Box } from '@mui/material';

/** `Enter` or `Esc`, as it is printed on the key. */
export function Key({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        // Who touches has no keys.
        '@media (pointer: coarse)': { display: 'none' },
        border: 1,
        borderColor: 'currentColor',
        borderRadius: 0.5,
        marginInlineStart: 0.75,
        paddingInline: 0.6,
        fontSize: 11,
        whiteSpace: 'nowrap',
      }}
    >
      {name}
    </Box>
  );
}
