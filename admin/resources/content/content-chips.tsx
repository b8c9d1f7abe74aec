import { Box, Chip, Stack, Tooltip } from '@mui/material';
import { useLocales, useTranslate } from 'react-admin';
import type { ContentEntryRow, ContentStateName } from '../../../contracts/content.contract.js';
import { languageKeys, type Language } from '../../../shared/language.js';

const COLOR = { draft: 'default', published: 'success', withdrawn: 'warning' } as const;

function StateChip({ state }: { state: ContentStateName }) {
  const label = useTranslate()(`console.content.state.${state}`);
  return <Chip size="small" variant="outlined" color={COLOR[state]} label={label} />;
}

/** State, and whether something newer waits behind what everybody reads. */
export function EntryChips({ entry }: { entry: ContentEntryRow }) {
  const translate = useTranslate();
  return (
    <Stack direction="row" component="span" sx={{ gap: 0.75, flexWrap: 'wrap', alignItems: 'center' }}>
      <StateChip state={entry.state} />
      {entry.draftNewer && entry.state !== 'draft' && (
        <Chip size="small" variant="outlined" color="info" label={translate('console.content.draft_newer')} />
      )}
      <StaleChip stale={entry.stale} />
      {entry.publishAskedBy !== null && (
        <Chip
          size="small"
          variant="outlined"
          color="info"
          label={translate('console.content.asked', { name: entry.publishAskedByName })}
          data-asked
        />
      )}
    </Stack>
  );
}

export function useLanguageName(): (language: Language) => string {
  const locales = useLocales();
  return (language) => locales.find(({ locale }) => locale === language)?.name ?? language;
}

/** Which translations are older than the English text. */
function StaleChip({ stale }: { stale: readonly Language[] }) {
  const translate = useTranslate();
  const nameOf = useLanguageName();
  if (stale.length === 0) return null;
  return (
    <Tooltip title={translate('console.content.stale_in', { languages: stale.map(nameOf).join(', ') })}>
      <Chip size="small" variant="outlined" color="warning" label={translate('console.content.stale')} data-stale />
    </Tooltip>
  );
}

/** How many languages are whole; which ones are not, on hover. */
export function LanguageCount({ languages }: { languages: readonly Language[] }) {
  const translate = useTranslate();
  const nameOf = useLanguageName();
  const missing = languageKeys.filter((language) => !languages.includes(language));
  const count = `${languages.length}/${languageKeys.length}`;
  if (missing.length === 0) return <>{count}</>;
  return (
    <Tooltip title={translate('console.content.lacking', { languages: missing.map(nameOf).join(', ') })}>
      <Box component="span" sx={{ color: 'warning.main', fontWeight: 600 }}>
        {count}
      </Box>
    </Tooltip>
  );
}
