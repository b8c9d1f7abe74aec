import { Button, Stack, TextField } from '@mui/material';
import { useState } from 'react';
import { useNotify, useTranslate } from 'react-admin';
import { staffStream } from '../../../contracts/staff-history.calls.js';
import type { StreamStateView } from '../../../contracts/staff-history.contract.js';
import { api } from '../../lib/http';
import { InstantField } from '../../ui/instant-field';

interface VersionChoiceProps {
  id: string;
  view: StreamStateView;
  /** The version compared with; `undefined`: the one before. */
  against: number | undefined;
  onChoose: (version: number, against?: number) => void;
}

/** A version by the instant at which it stood, and the version to compare it with. */
export function VersionChoice({ id, view, against, onChoose }: VersionChoiceProps) {
  const translate = useTranslate();
  const notify = useNotify();
  const [at, setAt] = useState<number | null>(null);
  const show = async () => {
    try {
      // An instant is chosen to the second: everything within that second is meant.
      const { version } = await api.call(staffStream, { id, at: (at ?? 0) + 999 });
      if (version === 0) notify('console.stream.nothing_yet', { type: 'info' });
      else onChoose(version);
    } catch (error) {
      notify((error as Error).message, { type: 'error' });
    }
  };
  return (
    <Stack direction="row" sx={{ flexWrap: 'wrap', gap: 1.5, marginBlockStart: 2, alignItems: 'center' }}>
      <InstantField label={translate('console.stream.at')} value={at} onChange={setAt} />
      <Button size="small" variant="outlined" disabled={at === null} onClick={() => void show()}>
        {translate('console.as_of.show')}
      </Button>
      <TextField
        type="number"
        size="small"
        fullWidth={false}
        label={translate('console.stream.compare')}
        value={against ?? Math.max(view.version - 1, 0)}
        onChange={({ target }) => {
          const version = Number.parseInt(target.value, 10);
          if (version >= 1 && version <= view.headVersion) onChoose(view.version, version);
        }}
        slotProps={{ htmlInput: { min: 1, max: view.headVersion, step: 1 } }}
        sx={{ width: 190 }}
      />
    </Stack>
  );
}
