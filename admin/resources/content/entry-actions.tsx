import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { Confirm, useGetIdentity, useTranslate } from 'react-admin';
import { isLegal } from '../../../contracts/content.contract.js';
import { languageKeys } from '../../../shared/language.js';
import { Instant } from '../../ui/values';
import { EntryChips, useLanguageName } from './content-chips';
import type { ContentFormState } from './use-content-form';

type EntryRequest = 'publish' | 'withdraw';

/** How the entry stands, and what can be done with it now. */
export function EntryActions({ state, mayWrite }: { state: ContentFormState; mayWrite: boolean }) {
  const translate = useTranslate();
  const { base } = state;
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, alignItems: 'center' }}>
      <EntryChips entry={base} />
      <Typography variant="body2" color="textSecondary" component="div" sx={{ flex: 1, minWidth: 180 }}>
        {base.publishedVersion === 0
          ? translate('console.content.never_published')
          : translate('console.content.version', { version: base.publishedVersion })}
        {` · ${translate('resources.content.fields.changedAt')}: `}
        <Instant at={base.changedAt} />
      </Typography>
      {mayWrite && <ActionButtons state={state} />}
    </Stack>
  );
}

function ActionButtons({ state }: { state: ContentFormState }) {
  const { base, changes, busy, save } = state;
  const translate = useTranslate();
  const [confirming, setConfirming] = useState<EntryRequest>();
  const { identity } = useGetIdentity();
  const isProposal = isLegal(base.kind) && base.publishAskedBy === null;
  const isOwn = isLegal(base.kind) && base.publishAskedBy !== null && base.publishAskedBy === identity?.id;
  const done = isProposal ? 'console.content.asked_done' : 'console.content.published';
  const publish = async (): Promise<void> => void (await state.publish(done));
  const withdraw = async (): Promise<void> => void (await state.withdraw());
  const isPublic = base.state === 'published';
  return (
    <>
      <Button variant="outlined" disabled={busy || changes === undefined} onClick={() => void save()}>
        {translate('console.content.save')}
      </Button>
      <Button
        variant="contained"
        disabled={busy || changes !== undefined || isOwn || (isPublic && !base.draftNewer)}
        onClick={() => setConfirming('publish')}
      >
        {translate(isProposal ? 'console.content.ask' : 'console.content.publish')}
      </Button>
      {isPublic && base.number === null && (
        <Button color="warning" disabled={busy || changes !== undefined} onClick={() => setConfirming('withdraw')}>
          {translate('console.content.withdraw')}
        </Button>
      )}
      {confirming !== undefined && (
        <Confirm
          isOpen
          title={translate(`console.content.${confirming}_title`)}
          content={
            confirming === 'publish' ? <PublishText state={state} /> : translate('console.content.withdraw_text')
          }
          confirm={translate(
            confirming === 'publish' && isProposal ? 'console.content.ask' : `console.content.${confirming}`,
          )}
          onConfirm={() => {
            setConfirming(undefined);
            void (confirming === 'publish' ? publish() : withdraw());
          }}
          onClose={() => setConfirming(undefined)}
        />
      )}
    </>
  );
}

/** Which languages change, and who else has to agree. */
function PublishText({ state: { base } }: { state: ContentFormState }) {
  const translate = useTranslate();
  const nameOf = useLanguageName();
  const changed = languageKeys.filter(
    (language) => JSON.stringify(base.draft.texts[language]) !== JSON.stringify(base.published?.texts[language]),
  );
  return (
    <Stack component="span" spacing={1}>
      <span data-changes>
        {translate(changed.length === 0 ? 'console.content.changes_none' : 'console.content.changes', {
          languages: changed.map(nameOf).join(', '),
        })}
      </span>
      {base.stale.length > 0 && (
        <span>{translate('console.content.stale_in', { languages: base.stale.map(nameOf).join(', ') })}</span>
      )}
      <span>{translate(isLegal(base.kind) ? 'console.content.two_publish' : 'console.content.publish_text')}</span>
    </Stack>
  );
}
