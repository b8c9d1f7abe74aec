import { Alert, Box, Button, CircularProgress, Stack, Typography } from '@mui/material';
import type { ReactNode } from 'react';
import { useTranslate } from 'react-admin';

export function Waiting() {
  const translate = useTranslate();
  return (
    <Box sx={{ display: 'grid', placeItems: 'center', minHeight: 160 }}>
      <CircularProgress size={28} aria-label={translate('ra.page.loading')} />
    </Box>
  );
}

/** What went wrong in the server's words, and a way to try again. */
export function Failed({ error, retry }: { error: unknown; retry?: () => void }) {
  const translate = useTranslate();
  const message = error instanceof Error ? error.message : 'ra.page.error';
  return (
    <Alert
      severity="error"
      action={
        retry !== undefined && (
          <Button color="inherit" size="small" onClick={retry}>
            {translate('console.retry')}
          </Button>
        )
      }
    >
      {translate(message, { _: message })}
    </Alert>
  );
}

/** What a query has brought, or `empty` where it brought no rows; before that, that it is awaited or why it failed. */
export function Loaded<Data>(props: {
  query: { data: Data | undefined; error: unknown; refetch: () => unknown };
  empty?: string;
  compact?: boolean;
  children: (data: Data) => ReactNode;
}) {
  const { query, empty, compact = false, children } = props;
  const { data, error, refetch } = query;
  if (data === undefined) return error === null ? <Waiting /> : <Failed error={error} retry={() => void refetch()} />;
  if (empty !== undefined && Array.isArray(data) && data.length === 0)
    return <Nothing text={empty} compact={compact} />;
  return children(data);
}

export function Nothing(props: { text: string; compact?: boolean; children?: ReactNode }) {
  const { text, compact = false, children } = props;
  return (
    <Stack
      spacing={2}
      sx={{ alignItems: 'center', justifyContent: 'center', minHeight: compact ? 0 : 160, padding: compact ? 2 : 3 }}
    >
      <Typography color="textSecondary" sx={{ textAlign: 'center', maxWidth: 460 }}>
        {text}
      </Typography>
      {children}
    </Stack>
  );
}
