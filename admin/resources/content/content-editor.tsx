import { Alert, Box, Button, MenuItem, Stack, Tab, Tabs, TextField } from '@mui/material';
import { useState } from 'react';
import { useTranslate } from 'react-admin';
import {
  CONTENT_LIMITS,
  HELP_CATEGORIES,
  type ContentEntryView,
  type HelpCategory,
} from '../../../contracts/content.contract.js';
import { languageKeys, LANGUAGES, type Language } from '../../../shared/language.js';
import { Section } from '../../ui/page';
import { useLanguageName } from './content-chips';
import { markOf, type LanguageMark } from './content-form';
import { ContentVersions } from './content-versions';
import { EntryActions } from './entry-actions';
import { LanguagePane } from './language-pane';
import { LeaveGuard } from './leave-guard';
import { useContentForm, useSaveKey, type ContentFormState } from './use-content-form';
import { useEditorial } from './use-editorial';

/** Writes an entry in nine languages, each beside what its readers will see. */
export function ContentEditor({ entry }: { entry: ContentEntryView }) {
  const mayWrite = useEditorial();
  const [language, setLanguage] = useState<Language>('en');
  const state = useContentForm(entry, setLanguage);
  useSaveKey(state.save);
  return (
    <>
      <LeaveGuard unsaved={state.changes !== undefined} />
      <Section>
        <Stack sx={{ gap: 1.5 }}>
          <EntryActions state={state} mayWrite={mayWrite} />
          {state.isNewer && state.changes !== undefined && !state.busy && <ChangedMeanwhile load={state.load} />}
          <PlaceFields state={state} mayWrite={mayWrite} />
        </Stack>
      </Section>
      <Section>
        <LanguageTabs state={state} language={language} choose={setLanguage} />
        <LanguagePane key={language} state={state} language={language} mayWrite={mayWrite} />
      </Section>
      <ContentVersions state={state} language={language} mayWrite={mayWrite} />
    </>
  );
}

function ChangedMeanwhile({ load }: { load: () => void }) {
  const translate = useTranslate();
  return (
    <Alert
      severity="warning"
      action={
        <Button color="inherit" size="small" onClick={load}>
          {translate('console.content.load_newer')}
        </Button>
      }
    >
      {translate('console.content.changed_meanwhile')}
    </Alert>
  );
}

/** What cannot be changed is read like everything else, not greyed. */
const FIXED = { htmlInput: { readOnly: true } };

/** Where the entry stands among its kind, and where it leads. */
function PlaceFields({ state: { base, form, setForm }, mayWrite }: { state: ContentFormState; mayWrite: boolean }) {
  const translate = useTranslate();
  const label = (field: string) => translate(`resources.content.fields.${field}`);
  const newestFirst = base.kind === 'news' || base.kind === 'notice';
  return (
    <Box
      sx={{ display: 'grid', gap: 1.5, gridTemplateColumns: { xs: '1fr', sm: 'repeat(auto-fit, minmax(200px, 1fr))' } }}
    >
      <TextField label={label('kind')} value={translate(`console.content.kind.${base.kind}`)} slotProps={FIXED} />
      <TextField label={label('id')} value={base.id} slotProps={FIXED} />
      {base.kind === 'help' && (
        <TextField
          select
          label={label('category')}
          value={form.category ?? ''}
          disabled={!mayWrite}
          onChange={({ target }) => setForm({ ...form, category: target.value as HelpCategory })}
        >
          {HELP_CATEGORIES.map((each) => (
            <MenuItem key={each} value={each}>
              {translate(`console.content.category.${each}`)}
            </MenuItem>
          ))}
        </TextField>
      )}
      {!newestFirst && (
        <TextField
          label={label('order')}
          value={form.order}
          error={!/^\d{1,6}$/.test(form.order.trim())}
          onChange={({ target }) => setForm({ ...form, order: target.value })}
          slotProps={{ htmlInput: { readOnly: !mayWrite, inputMode: 'numeric', maxLength: 6 } }}
        />
      )}
      <TextField
        label={label('link')}
        value={form.link}
        helperText={translate('console.content.link_hint')}
        onChange={({ target }) => setForm({ ...form, link: target.value })}
        slotProps={{ htmlInput: { readOnly: !mayWrite, maxLength: CONTENT_LIMITS.linkLength, spellCheck: false } }}
      />
    </Box>
  );
}

const TONE: Record<LanguageMark, string> = {
  unsaved: 'warning.main',
  missing: 'error.main',
  changed: 'info.main',
  public: 'success.main',
};
const SIGN: Record<LanguageMark, string> = { unsaved: '●', missing: '○', changed: '◐', public: '✓' };

interface TabsProps {
  state: ContentFormState;
  language: Language;
  choose: (language: Language) => void;
}

/** A tab a language, each with its mark: a sign as well as a colour, and words for those who hear the page. */
function LanguageTabs({ state: { base, form }, language, choose }: TabsProps) {
  const translate = useTranslate();
  const nameOf = useLanguageName();
  return (
    <Tabs
      value={language}
      onChange={(_, chosen: Language) => choose(chosen)}
      variant="scrollable"
      allowScrollButtonsMobile
      aria-label={translate('console.language')}
      sx={{ borderBlockEnd: 1, borderColor: 'divider', minHeight: 40 }}
    >
      {languageKeys.map((key) => {
        const mark = markOf(key, form, base);
        const label = translate(`console.content.mark.${mark}`);
        return (
          <Tab
            key={key}
            value={key}
            id={`language-${key}`}
            aria-controls={`texts-${key}`}
            title={label}
            sx={{ textTransform: 'none', minHeight: 40, paddingBlock: 0, minWidth: 0 }}
            label={
              <Stack direction="row" component="span" sx={{ gap: 0.75, alignItems: 'center' }}>
                <span lang={LANGUAGES[key]}>{nameOf(key)}</span>
                <Box component="span" role="img" aria-label={label} data-mark={mark} sx={{ color: TONE[mark] }}>
                  {SIGN[mark]}
                </Box>
              </Stack>
            }
          />
        );
      })}
    </Tabs>
  );
}
