import { Alert, Box, Button, Checkbox, FormControlLabel, MenuItem, Stack, TextField, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import { REVIEW_NOTE_CHARS_MAX, type ReviewView } from '../../../contracts/review.contract.js';
import { ChoiceSelect } from './choice-select';
import { MessagePreview } from './message-preview';
import { isWhole, REASON_KEYS, reasonsFor, withReason, type Draft } from './draft';
import { Key } from './key-cap';
import { blank, type Verdict } from './review-calls';
import { Ticks } from './ticks';

interface PanelProps {
  view: ReviewView;
  draft: Draft;
  setDraft: (draft: Draft) => void;
  /** How many images are still closed. */
  closed: number;
  send: () => void;
  busy: boolean;
  error: Error | null;
}

function Reasons({ view, draft, setDraft }: Pick<PanelProps, 'view' | 'setDraft'> & { draft: Verdict }) {
  const translate = useTranslate();
  const { kind } = view.review;
  const textOf = (reason: string) =>
    draft.verdict === 'escalated' ? `review.escalation.${reason}` : `review.reason.${kind}.${reason}`;
  return (
    <Stack component="fieldset" sx={{ border: 0, margin: 0, padding: 0 }}>
      <Typography component="legend" variant="body2" color="textSecondary">
        {translate('console.review.reasons')}
      </Typography>
      {reasonsFor(draft, view).map((reason, index) => (
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
              <span>{translate(textOf(reason), { _: reason })}</span>
              <Key name={REASON_KEYS[index] ?? ''} />
            </Stack>
          }
          slotProps={{ typography: { variant: 'body2' } }}
        />
      ))}
      {draft.verdict === 'rejected' && (
        <TextField
          label={translate('console.review.note')}
          required={draft.reasons.includes('other')}
          helperText={translate('console.review.note_hint')}
          value={draft.note}
          onChange={(event) => setDraft({ ...draft, note: event.target.value.slice(0, REVIEW_NOTE_CHARS_MAX) })}
          multiline
          minRows={2}
          sx={{ marginBlockStart: 1 }}
        />
      )}
    </Stack>
  );
}

/** The one sentence that may stand beside the reasons of a question. */
function Advice({ view, draft, setDraft }: Pick<PanelProps, 'view' | 'setDraft'> & { draft: Verdict }) {
  const translate = useTranslate();
  return (
    <TextField
      select
      size="small"
      label={translate('console.review.advice')}
      value={draft.advice ?? ''}
      onChange={({ target: { value } }) => {
        const { advice: _, ...rest } = draft;
        setDraft(value === '' ? rest : { ...rest, advice: value });
      }}
    >
      <MenuItem value="">{translate('console.review.advice_none')}</MenuItem>
      {view.ask?.advice.map((advice) => (
        <MenuItem key={advice} value={advice}>
          {translate(`review.advice.${advice}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

function Begin({ view, setDraft }: Pick<PanelProps, 'view' | 'setDraft'>) {
  const translate = useTranslate();
  return (
    <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
      <Button
        variant="contained"
        color="success"
        sx={{ flex: 1 }}
        disabled={view.identifiedByYou}
        onClick={() => setDraft(blank('approved'))}
      >
        {translate('console.review.approve')}
        <Key name="a" />
      </Button>
      <Button variant="outlined" color="error" sx={{ flex: 1 }} onClick={() => setDraft(blank('rejected'))}>
        {translate('console.review.reject')}
        <Key name="r" />
      </Button>
      <Box sx={{ flexBasis: '100%', height: 0 }} />
      {view.ask !== null && (
        <Button variant="outlined" sx={{ flex: 1 }} onClick={() => setDraft(blank('asked'))}>
          {translate('console.review.ask')}
          <Key name="f" />
        </Button>
      )}
      <Button variant="outlined" color="warning" sx={{ flex: 1 }} onClick={() => setDraft(blank('escalated'))}>
        {translate('console.review.escalate')}
        <Key name="e" />
      </Button>
    </Stack>
  );
}

const COLOR = { approved: 'success', rejected: 'error', asked: 'primary', escalated: 'warning' } as const;

/** Approves, rejects or asks in two steps, so that no single key decides. */
export function DecisionPanel({ view, draft, setDraft, closed, send, busy, error }: PanelProps) {
  const translate = useTranslate();
  const { kind } = view.review;
  return (
    <Stack spacing={1.5} data-draft={draft?.verdict ?? 'none'}>
      {error !== null && <Alert severity="error">{translate(error.message, { _: error.message })}</Alert>}
      {view.identifiedByYou && <Alert severity="warning">{translate('console.review.identified_by_you')}</Alert>}
      {draft === null ? (
        <Begin view={view} setDraft={setDraft} />
      ) : (
        <>
          <Typography sx={{ fontWeight: 600 }}>{translate(`console.review.confirm_${draft.verdict}`)}</Typography>
          {draft.verdict === 'approved' && (
            <Ticks checks={view.details?.checks ?? []} closed={closed} draft={draft} setDraft={setDraft} />
          )}
          {draft.verdict === 'approved' && view.details?.choices !== undefined && (
            <ChoiceSelect
              choices={view.details.choices}
              chosen={draft.choice ?? ''}
              choose={(choice) => setDraft({ ...draft, choice })}
            />
          )}
          {draft.verdict !== 'approved' && <Reasons view={view} draft={draft} setDraft={setDraft} />}
          {draft.verdict === 'asked' && <Advice view={view} draft={draft} setDraft={setDraft} />}
          <TextField
            size="small"
            label={translate('console.review.remark')}
            helperText={translate('console.review.remark_hint')}
            value={draft.remark}
            onChange={(event) => setDraft({ ...draft, remark: event.target.value.slice(0, REVIEW_NOTE_CHARS_MAX) })}
            multiline
          />
          {/* Without a reason there is nothing yet that the person could read. */}
          {draft.verdict !== 'escalated' && (draft.verdict === 'approved' || draft.reasons.length > 0) && (
            <MessagePreview lang={view.lang} kind={kind} {...draft} verdict={draft.verdict} />
          )}
          <Stack direction="row" spacing={1} useFlexGap sx={{ flexWrap: 'wrap' }}>
            <Button
              variant="contained"
              sx={{ flex: '1 0 auto' }}
              color={COLOR[draft.verdict]}
              loading={busy}
              disabled={!isWhole(draft, view, closed)}
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
