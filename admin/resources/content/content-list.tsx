import {
  CONTENT_KINDS,
  CONTENT_STATES,
  HELP_CATEGORIES,
  type ContentEntryRow,
} from '../../../contracts/content.contract.js';
import { languageKeys } from '../../../shared/language.js';
import { SelectInput, useTranslate } from 'react-admin';
import { showLink } from '../../lib/addresses';
import { selectFilter, textFilter, yesFilter } from '../../ui/filter-inputs';
import { Mono } from '../../ui/hash';
import { ListTable, type Column } from '../../ui/list-table';
import { ResourceList } from '../../ui/resource-list';
import { TextLink } from '../../ui/text-link';
import { Count, Instant } from '../../ui/values';
import { EntryChips, LanguageCount, useLanguageName } from './content-chips';
import { NewEntry } from './new-entry';

/** Languages by the names that they give themselves. */
function LacksInput(props: { source: string }) {
  const nameOf = useLanguageName();
  const choices = languageKeys.map((id) => ({ id, name: nameOf(id) }));
  return <SelectInput source={props.source} choices={choices} translateChoice={false} sx={{ minWidth: 150 }} />;
}

const filters = [
  textFilter('q', true),
  selectFilter('kind', 'console.content.kind', CONTENT_KINDS, true),
  selectFilter('state', 'console.content.state', CONTENT_STATES, true),
  selectFilter('category', 'console.content.category', HELP_CATEGORIES),
  <LacksInput key="lacks" source="lacks" />,
  yesFilter('complete'),
  yesFilter('stale'),
  yesFilter('draftNewer'),
];

function KindText({ entry: { kind, category } }: { entry: ContentEntryRow }) {
  const translate = useTranslate();
  const name = translate(`console.content.kind.${kind}`);
  return <>{category === null ? name : `${name} · ${translate(`console.content.category.${category}`)}`}</>;
}

const columns: Column<ContentEntryRow>[] = [
  {
    source: 'title',
    phone: 'title',
    render: ({ id, title }) => <TextLink to={showLink('content', id)}>{title === '' ? id : title}</TextLink>,
  },
  { source: 'state', phone: 'corner', render: (entry) => <EntryChips entry={entry} /> },
  { source: 'kind', render: (entry) => <KindText entry={entry} /> },
  { source: 'id', render: ({ id }) => <Mono>{id}</Mono> },
  { source: 'languages', align: 'right', render: ({ languages }) => <LanguageCount languages={languages} /> },
  {
    source: 'publishedVersion',
    align: 'right',
    phone: 'hidden',
    render: ({ publishedVersion }) => (publishedVersion === 0 ? '–' : <Count value={publishedVersion} />),
  },
  { source: 'publishedAt', render: ({ publishedAt }) => <Instant short at={publishedAt} /> },
  { source: 'changedAt', render: ({ changedAt }) => <Instant short at={changedAt} /> },
];

/** Everything that staff write: pages, help, news, notices, banners, benefits, rules. */
export function ContentList() {
  return (
    <ResourceList filters={filters} sort={{ field: 'changedAt', order: 'DESC' }} lead={<NewEntry />}>
      <ListTable columns={columns} />
    </ResourceList>
  );
}
