import type { ContentEntryRow, ContentEntryView } from '../../../contracts/content.contract.js';
import { RecordPage } from '../../ui/record-page';
import { Waiting } from '../../ui/states';
import { ContentEditor } from './content-editor';

/** One entry: its languages, what readers get, and every version of it. */
export function ContentShow() {
  return (
    <RecordPage<ContentEntryRow | ContentEntryView>
      title={({ title, id }) => (title === '' ? id : title)}
      // What the list knew is shown first, and has no texts yet.
      render={(entry) => ('draft' in entry ? <ContentEditor key={entry.id} entry={entry} /> : <Waiting />)}
    />
  );
}
