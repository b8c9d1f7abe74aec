import { Box, Button, Stack, TextField, Typography } from '@mui/material';
import { lazy, Suspense, useDeferredValue, useState, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import { CONTENT_LIMITS, type ContentText } from '../../../contracts/content.contract.js';
import { LANGUAGES, type Language } from '../../../shared/language.js';
import { Waiting } from '../../ui/states';
import { DiffView } from './diff-view';
import type { ContentFormState } from './use-content-form';

const MarkdownPreview = lazy(() => import('./markdown-preview'));
const NOTHING: ContentText = { title: '', summary: '', body: '' };

interface PaneProps {
  state: ContentFormState;
  language: Language;
  mayWrite: boolean;
}

/** One language: title, summary and text, and beside it what readers get or what changed since the publishing. */
export function LanguagePane({ state, language, mayWrite }: PaneProps) {
  const { base, form, setForm } = state;
  const text = form.texts[language];
  const set = (part: Partial<ContentText>): void =>
    setForm((now) => ({ ...now, texts: { ...now.texts, [language]: { ...now.texts[language], ...part } } }));
  const published = base.published?.texts[language];
  return (
    <Box
      role="tabpanel"
      id={`texts-${language}`}
      aria-labelledby={`language-${language}`}
      sx={{
        display: 'grid',
        gap: 2,
        paddingBlockStart: 1,
        gridTemplateColumns: { xs: 'minmax(0, 1fr)', md: 'repeat(2, minmax(0, 1fr))' },
      }}
    >
      <TextFields text={text} set={set} language={language} mayWrite={mayWrite} />
      <Beside text={text} published={published} language={language} />
    </Box>
  );
}

interface FieldsProps {
  text: ContentText;
  set: (part: Partial<ContentText>) => void;
  language: Language;
  mayWrite: boolean;
}

function TextFields({ text, set, language, mayWrite }: FieldsProps) {
  const translate = useTranslate();
  const field = (part: keyof ContentText, length: number) => ({
    label: translate(`console.content.${part}`),
    value: text[part],
    onChange: ({ target }: { target: { value: string } }) => set({ [part]: target.value }),
    helperText: text[part].length > length * 0.9 ? `${text[part].length} / ${length}` : undefined,
  });
  const htmlInput = { lang: LANGUAGES[language], spellCheck: true, readOnly: !mayWrite };
  return (
    <Stack sx={{ minWidth: 0 }}>
      <TextField
        {...field('title', CONTENT_LIMITS.titleLength)}
        slotProps={{ htmlInput: { ...htmlInput, maxLength: CONTENT_LIMITS.titleLength } }}
      />
      <TextField
        {...field('summary', CONTENT_LIMITS.summaryLength)}
        slotProps={{ htmlInput: { ...htmlInput, maxLength: CONTENT_LIMITS.summaryLength } }}
      />
      <TextField
        {...field('body', CONTENT_LIMITS.bodyLength)}
        multiline
        minRows={16}
        maxRows={32}
        slotProps={{
          htmlInput: {
            ...htmlInput,
            maxLength: CONTENT_LIMITS.bodyLength,
            style: { fontFamily: 'monospace', fontSize: 13 },
          },
        }}
      />
      <Typography variant="caption" color="textSecondary">
        {translate('console.content.markdown_hint')}
      </Typography>
    </Stack>
  );
}

interface BesideProps {
  text: ContentText;
  published: ContentText | undefined;
  language: Language;
}

function Beside({ text, published, language }: BesideProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState<'preview' | 'difference'>('preview');
  // Typing stays quick: the preview follows when the browser has time.
  const later = useDeferredValue(text);
  const choice = (name: 'preview' | 'difference', label: ReactNode) => (
    <Button
      size="small"
      variant={shown === name ? 'contained' : 'text'}
      aria-pressed={shown === name}
      onClick={() => setShown(name)}
    >
      {label}
    </Button>
  );
  return (
    <Stack sx={{ minWidth: 0, gap: 1 }}>
      <Stack direction="row" sx={{ gap: 1, paddingBlockStart: 1 }}>
        {choice('preview', translate('console.content.preview'))}
        {choice('difference', translate('console.content.difference'))}
      </Stack>
      <Box
        lang={LANGUAGES[language]}
        sx={{
          border: 1,
          borderColor: 'divider',
          borderRadius: 1,
          padding: 2,
          minHeight: 200,
          maxHeight: 760,
          overflow: 'auto',
        }}
        tabIndex={0}
        role="region"
        aria-label={translate(`console.content.${shown}`)}
      >
        {shown === 'difference' ? <DiffView before={published ?? NOTHING} after={later} /> : <Preview text={later} />}
      </Box>
    </Stack>
  );
}

function Preview({ text: { title, summary, body } }: { text: ContentText }) {
  return (
    <>
      <Typography variant="h5" component="h3">
        {title}
      </Typography>
      {summary !== '' && (
        <Typography color="textSecondary" sx={{ marginBlock: 1 }}>
          {summary}
        </Typography>
      )}
      <Suspense fallback={<Waiting />}>
        <MarkdownPreview text={body} />
      </Suspense>
    </>
  );
}
