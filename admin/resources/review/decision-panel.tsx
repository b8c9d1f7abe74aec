import { Alert, Box, Button, Checkbox, FormControlLabel, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { REVIEW_NOTE_CHARS_MAX, type ReviewView } from '../../../contracts/review.contract.js';
import { ChoiceSelect } from './choice-select';
import { MessagePreview } from './message-preview';
import type { Verdict } from './review-calls';

/** What the reviewer is about to do: look, confirm an approval, or put together a rejection. */
export type Draft = Verdict | null;

interface PanelProps {
  view: ReviewView;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  send: () => void;
  busy: boolean;
  error: Error | null;
}

/** `Enter` or `Esc`, as it is printed on the key. */
export function Key({ name }: { name: string }) {
  return (
    <Box
      component="kbd"
      aria-hidden
      sx={{
        border: 1,
        borderColor: 'currentColor',
        borderRadius: 0.5,
        marginInlineStart: 0.75,
        paddingInline: 0.6,
        fontSize: 11,
        opacity: 0.75,
      }}
    >
      {name}
    </Box>
  );
}

function Reasons({ view, draft, setDraft }: Pick<PanelProps, 'view' | 'setDraft'> & { draft: Verdict }) {
  const translate = useTranslate();
  const { kind } = view.review;
  return (
    <Stack component="fieldset" sx={{ border: 0, margin: 0, padding: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary">
        {translate('console.review.reasons')}
      </Typography>
      {view.reasonCodes.map((reason, index) => (
        <FormControlLabel
          key={reason}
          control={
            <Checkbox
              size="small"
              checked={draft.reasons.includes(reason)}
              onChange={() => setDraft(withReason(draft, reason))}
              sx={{ paddingBlock: 0.4 }}
            />
          }
          label={
            <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
              <span>{translate(`review.reason.${kind}.${reason}`, { _: reason })}</span>
              {index < 9 && <Key name={String(index + 1)} />}
            </Stack>
          }
          slotProps={{ typography: { variant: 'body2' } }}
        />
      ))}
      <TextField
        label={translate('console.review.note')}
        helperText={translate('console.review.note_hint')}
        value={draft.note}
        onChange={(event) => setDraft({ ...draft, note: event.target.value.slice(0, REVIEW_NOTE_CHARS_MAX) })}
        multiline
        minRows={2}
        sx={{ marginBlockStart: 1 }}
      />
    </Stack>
  );
}

/** A rejection needs a reason, and an approval its choice where there is one to make. */
export function isWhole(draft: Verdict, { details }: Pick<ReviewView, 'details'>): boolean {
  if (draft.verdict === 'rejected') return draft.reasons.length > 0;
  return details?.choices === undefined || draft.choice !== undefined;
}

/** Chosen again, a reason is taken back. */
export function withReason(draft: Verdict, reason: string): Verdict {
  const had = draft.reasons.includes(reason);
  return { ...draft, reasons: had ? draft.reasons.filter((one) => one !== reason) : [...draft.reasons, reason] };
}

function Begin({ setDraft }: Pick<PanelProps, 'setDraft'>) {
  const translate = useTranslate();
  return (
    <Stack direction="row" spacing={1}>
      <Button
        fullWidth
        variant="contained"
        color="success"
        onClick={() => setDraft({ verdict: 'approved', reasons: [], note: '' })}
      >
        {translate('console.review.approve')}
        <Key name="a" />
      </Button>
      <Button
        fullWidth
        variant="outlined"
        color="error"
        onClick={() => setDraft({ verdict: 'rejected', reasons: [], note: '' })}
      >
        {translate('console.review.reject')}
        <Key name="r" />
      </Button>
    </Stack>
  );
}

/** Approves or rejects in two steps, so that no single key decides. */
export function DecisionPanel({ view, draft, setDraft, send, busy, error }: PanelProps) {
  const translate = useTranslate();
  const { kind } = view.review;
  return (
    <Stack spacing={1.5} data-draft={draft?.verdict ?? 'none'}>
      {error !== null && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {draft === null ? (
        <Begin setDraft={setDraft} />
      ) : (
        <>
          <Typography sx={{ fontWeight: 600 }}>{translate(`console.review.confirm_${draft.verdict}`)}</Typography>
          {draft.verdict === 'approved' && view.details?.choices !== undefined && (
            <ChoiceSelect
              choices={view.details.choices}
              chosen={draft.choice ?? ''}
              choose={(choice) => setDraft({ ...draft, choice })}
            />
          )}
          {draft.verdict === 'rejected' && <Reasons view={view} draft={draft} setDraft={setDraft} />}
          {/* Without a reason there is nothing yet that the person could read. */}
          {(draft.verdict === 'approved' || draft.reasons.length > 0) && (
            <MessagePreview lang={view.lang} kind={kind} {...draft} />
          )}
          <Stack direction="row" spacing={1}>
            <Button
              fullWidth
              variant="contained"
              color={draft.verdict === 'approved' ? 'success' : 'error'}
              loading={busy}
              disabled={!isWhole(draft, view)}
              onClick={send}
            >
              {translate(`console.review.send_${draft.verdict}`)}
              <Key name="Enter" />
            </Button>
            <Button disabled={busy} onClick={() => setDraft(null)} sx={{ flexShrink: 0, whiteSpace: 'nowrap' }}>
              {translate('ra.action.cancel')}
              <Key name="Esc" />
            </Button>
          </Stack>
        </>
      )}
    </Stack>
  );
}
