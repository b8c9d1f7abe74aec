import { Box, Dialog, DialogContent, DialogTitle } from '@mui/material';

/** What the keys do, as `[what is printed on the key, what it does]` in the order of the sheet. */
export function KeySheet(props: {
  id: string;
  title: string;
  keys: readonly (readonly [key: string, does: string])[];
  open: boolean;
  close: () => void;
}) {
  const { id, title, keys, open, close } = props;
  return (
    <Dialog open={open} onClose={close} aria-labelledby={id} maxWidth="xs" fullWidth>
      <DialogTitle id={id}>{title}</DialogTitle>
      <DialogContent>
        <Box component="dl" sx={{ margin: 0, display: 'grid', gridTemplateColumns: 'auto 1fr', gap: '9px 20px' }}>
          {keys.map(([key, does]) => (
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
                {does}
              </Box>
            </Box>
          ))}
        </Box>
      </DialogContent>
    </Dialog>
  );
}

/** Whether a key may mean something on the page: a dialog or a menu has the keys to itself, and so has the browser. */
export function isForPage({ ctrlKey, metaKey, altKey }: KeyboardEvent): boolean {
  const covered = document.querySelector('.MuiModal-root:not([aria-hidden=true]) .MuiPaper-root') !== null;
  return !(ctrlKey || metaKey || altKey || covered);
}
