import { Box, Stack, Typography } from '@mui/material';
import { useEffect, type ReactNode } from 'react';
import { Title } from 'react-admin';

/** Names the page in the bar and in the browser's tab. */
export function PageName({ title }: { title: string }) {
  useEffect(() => {
    document.title = `${title} · Glassbook`;
  }, [title]);
  return <Title title={title} preferenceKey={false} />;
}

export function Page({ title, children }: { title: string; children: ReactNode }) {
  return (
    <Stack spacing={2} sx={{ minWidth: 0 }}>
      <PageName title={title} />
      {children}
    </Stack>
  );
}

/** A titled part of a page. `flush` lets a table reach the edges. */
export function Section(props: { title?: ReactNode; action?: ReactNode; flush?: boolean; children: ReactNode }) {
  const { title, action, flush = false, children } = props;
  return (
    <Box
      component="section"
      sx={{ bgcolor: 'background.paper', border: 1, borderColor: 'divider', borderRadius: 1, minWidth: 0 }}
    >
      {title !== undefined && (
        <Stack
          direction="row"
          sx={{ alignItems: 'center', justifyContent: 'space-between', flexWrap: 'wrap', gap: 1, padding: '10px 16px' }}
        >
          <Typography variant="subtitle2" component="h2">
            {title}
          </Typography>
          {action}
        </Stack>
      )}
      <Box sx={flush ? {} : { padding: title === undefined ? 2 : '2px 16px 14px' }}>{children}</Box>
    </Box>
  );
}
