import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  MenuItem,
  Stack,
  TextField,
} from '@mui/material';
import { useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { saveContent } from '../../../contracts/content.calls.js';
import { api } from '../../lib/http';
import {
  CONTENT_KINDS,
  CONTENT_LIMITS,
  isContentSlug,
  HELP_CATEGORIES,
  type ContentKind,
} from '../../../contracts/content.contract.js';
import { showLink } from '../../lib/addresses';
import { useEditorial } from './use-editorial';

/** Begins an entry: its kind and its name in addresses stay what they are, everything else is written on its page. */
export function NewEntry() {
  const translate = useTranslate();
  const mayWrite = useEditorial();
  const [open, setOpen] = useState(false);
  if (!mayWrite) return null;
  return (
    <Stack direction="row" sx={{ justifyContent: 'flex-end' }}>
      <Button variant="contained" onClick={() => setOpen(true)}>
        {translate('console.content.new')}
      </Button>
      {open && <NewEntryDialog close={() => setOpen(false)} />}
    </Stack>
  );
}

function NewEntryDialog({ close }: { close: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [kind, setKind] = useState<ContentKind>('notice');
  const [slug, setSlug] = useState('');
  const [problem, setProblem] = useState<string>();
  const isSlug = isContentSlug(slug);
  const begin = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (!isSlug) return setProblem(translate('console.content.slug_rule'));
    const category = kind === 'help' ? HELP_CATEGORIES[0] : null;
    try {
      await api.call(saveContent, { slug, kind, category, expectedVersion: 0 });
      await navigate(showLink('content', slug));
    } catch (error) {
      setProblem((error as Error).message);
    }
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="xs" aria-labelledby="new-entry">
      <form onSubmit={(event) => void begin(event)} noValidate>
        <DialogTitle id="new-entry">{translate('console.content.new')}</DialogTitle>
        <DialogContent>
          <TextField
            select
            label={translate('resources.content.fields.kind')}
            value={kind}
            onChange={(event) => setKind(event.target.value as ContentKind)}
          >
            {CONTENT_KINDS.map((each) => (
              <MenuItem key={each} value={each}>
                {translate(`console.content.kind.${each}`)}
              </MenuItem>
            ))}
          </TextField>
          <TextField
            autoFocus
            label={translate('resources.content.fields.id')}
            helperText={translate('console.content.slug_rule')}
            value={slug}
            onChange={(event) => setSlug(event.target.value)}
            slotProps={{
              htmlInput: { maxLength: CONTENT_LIMITS.slugLength, spellCheck: false, autoCapitalize: 'none' },
            }}
          />
          {problem !== undefined && <Alert severity="error">{problem}</Alert>}
        </DialogContent>
        <DialogActions>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
          <Button type="submit" variant="contained">
            {translate('console.content.begin')}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
