import { Button, Stack, Typography } from '@mui/material';
import { useState } from 'react';
import { Confirm, useTranslate } from 'react-admin';
import { Instant } from '../../ui/values';
import { EntryChips } from './content-chips';
import type { ContentFormState } from './use-content-form';

type Wish = 'publish' | 'withdraw';

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

function ActionButtons({ state: { base, changes, busy, save, send } }: { state: ContentFormState }) {
  const translate = useTranslate();
  const [asking, setAsking] = useState<Wish>();
  const publish = async (): Promise<void> => void (await send('publishContent', {}, 'console.content.published'));
  const withdraw = async (): Promise<void> => void (await send('withdrawContent', {}, 'console.content.withdrawn'));
  const isPublic = base.state === 'published';
  return (
    <>
      <Button variant="outlined" disabled={busy || changes === undefined} onClick={() => void save()}>
        {translate('console.content.save')}
      </Button>
      <Button
        variant="contained"
        disabled={busy || changes !== undefined || (isPublic && !base.draftNewer)}
        onClick={() => setAsking('publish')}
      >
        {translate('console.content.publish')}
      </Button>
      {isPublic && base.number === null && (
        <Button color="warning" disabled={busy || changes !== undefined} onClick={() => setAsking('withdraw')}>
          {translate('console.content.withdraw')}
        </Button>
      )}
      {asking !== undefined && (
        <Confirm
          isOpen
          title={translate(`console.content.${asking}_title`)}
          content={translate(`console.content.${asking}_text`)}
          confirm={translate(`console.content.${asking}`)}
          onConfirm={() => {
            setAsking(undefined);
            void (asking === 'publish' ? publish() : withdraw());
          }}
          onClose={() => setAsking(undefined)}
        />
      )}
    </>
  );
}
