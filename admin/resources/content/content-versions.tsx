import { Button, Dialog, DialogActions, DialogContent, DialogTitle } from '@mui/material';
import { useState } from 'react';
import { useGetList, useGetOne, useTranslate } from 'react-admin';
import type { ContentText, ContentVersionRow, ContentVersionView } from '../../../contracts/content.contract.js';
import type { Language } from '../../../shared/language.js';
import { Section } from '../../ui/page';
import { PlainTable, type PlainColumn } from '../../ui/plain-table';
import { Failed, Waiting } from '../../ui/states';
import { Instant } from '../../ui/values';
import { useLanguageName } from './content-chips';
import { DiffView } from './diff-view';
import type { ContentFormState } from './use-content-form';

const NOTHING: ContentText = { title: '', summary: '', body: '' };

interface VersionsProps {
  state: ContentFormState;
  language: Language;
  mayWrite: boolean;
}

/** Every step of the entry: who saved, published or withdrew it, when, and what stood there then. */
export function ContentVersions({ state, language, mayWrite }: VersionsProps) {
  const translate = useTranslate();
  const [shown, setShown] = useState<string>();
  const columns = useColumns(setShown);
  const { data, error, isPending, refetch } = useGetList<ContentVersionRow>('content-versions', {
    filter: { slug: state.base.id },
    sort: { field: 'streamVersion', order: 'DESC' },
    pagination: { page: 1, perPage: 100 },
    // A new step makes it a new question.
    meta: { streamVersion: state.base.streamVersion },
  });
  return (
    <Section title={translate('console.content.versions')} flush>
      {isPending && <Waiting />}
      {error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <PlainTable
          label={translate('console.content.versions')}
          columns={columns}
          rows={data}
          rowKey={({ id }) => id}
        />
      )}
      {shown !== undefined && (
        <VersionDialog id={shown} {...{ state, language, mayWrite }} close={() => setShown(undefined)} />
      )}
    </Section>
  );
}

function useColumns(show: (id: string) => void): PlainColumn<ContentVersionRow>[] {
  const translate = useTranslate();
  const nameOf = useLanguageName();
  const label = (field: string) => translate(`resources.content-versions.fields.${field}`);
  return [
    { key: 'at', label: label('at'), render: ({ at }) => <Instant at={at} /> },
    {
      key: 'step',
      label: label('step'),
      render: ({ step, version }) =>
        translate(`console.content.step.${step}`, { version, _: step }) + (version > 0 ? ` ${version}` : ''),
    },
    {
      key: 'by',
      label: label('by'),
      render: ({ by, byName }) =>
        byName === '' ? (by === 'system:seeds' ? translate('console.content.by_seed') : by) : byName,
    },
    {
      key: 'languages',
      label: label('languages'),
      render: ({ languages }) =>
        languages.length === 9 ? translate('console.content.all_languages') : languages.map(nameOf).join(', '),
    },
    {
      key: 'show',
      label: label('show'),
      render: ({ id }) => (
        <Button size="small" onClick={() => show(id)}>
          {translate('console.content.compare')}
        </Button>
      ),
    },
  ];
}

/** The language that is open, as it stood then, against what stands in the fields now. */
function VersionDialog({ id, state, language, mayWrite, close }: VersionsProps & { id: string; close: () => void }) {
  const translate = useTranslate();
  const nameOf = useLanguageName();
  const { data, error, isPending } = useGetOne<ContentVersionView>('content-versions', { id });
  return (
    <Dialog open onClose={close} fullWidth maxWidth="md" aria-labelledby="version-title">
      <DialogTitle id="version-title">
        {translate('console.content.compare_title', { language: nameOf(language) })}
      </DialogTitle>
      <DialogContent>
        {isPending && <Waiting />}
        {error !== null && <Failed error={error} />}
        {data !== undefined && (
          <DiffView before={data.fields.texts[language] ?? NOTHING} after={state.form.texts[language]} />
        )}
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.close')}</Button>
        {mayWrite && data !== undefined && (
          <Button
            variant="contained"
            onClick={() => {
              state.restore(data.fields);
              close();
            }}
          >
            {translate('console.content.restore')}
          </Button>
        )}
      </DialogActions>
    </Dialog>
  );
}
