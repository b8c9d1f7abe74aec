import { useTranslate } from 'react-admin';
import { staffOpenInterest } from '../../../contracts/contract.calls.js';
import type { StaffOpenInterestRow } from '../../../contracts/contract.staff.contract.js';
import { api } from '../../lib/http';
import { Section } from '../../ui/page';
import { PlainTable, type PlainColumn } from '../../ui/plain-table';
import { Nothing } from '../../ui/states';
import { Amount, Count, RealmChip, Share } from '../../ui/values';
import { NarrowedPage, useFields } from './narrowed';

const NAME = 'open-interest';

type Figure =
  | 'longQuantity'
  | 'shortQuantity'
  | 'longNotional'
  | 'shortNotional'
  | 'margin'
  | 'markPrice'
  | 'capQuantity';
const figure = (key: Figure): Omit<PlainColumn<StaffOpenInterestRow>, 'label'> => ({
  key,
  align: 'right',
  render: (row) => <Amount value={row[key]} />,
});
const ofHouse = (key: 'houseQuantity' | 'houseNotional'): Omit<PlainColumn<StaffOpenInterestRow>, 'label'> => ({
  key,
  align: 'right',
  render: (row) => <Amount signed value={row[key]} />,
});

const columns: readonly Omit<PlainColumn<StaffOpenInterestRow>, 'label'>[] = [
  { key: 'symbol', render: ({ symbol }) => <b>{symbol}</b> },
  { key: 'realm', render: ({ realm }) => <RealmChip realm={realm} /> },
  figure('markPrice'),
  { key: 'longCount', align: 'right', render: ({ longCount }) => <Count value={longCount} /> },
  { key: 'shortCount', align: 'right', render: ({ shortCount }) => <Count value={shortCount} /> },
  figure('longQuantity'),
  figure('shortQuantity'),
  ofHouse('houseQuantity'),
  figure('longNotional'),
  figure('shortNotional'),
  ofHouse('houseNotional'),
  figure('margin'),
  figure('capQuantity'),
  { key: 'capUsed', align: 'right', render: ({ capUsed }) => <Share value={capUsed} /> },
];

/** What users and the house have open, by contract. */
export function OpenInterest() {
  const translate = useTranslate();
  const fields = useFields(NAME, columns);
  return (
    <NarrowedPage resource={NAME} read={(narrowed, signal) => api.call(staffOpenInterest, narrowed, { signal })}>
      {({ rows }) => (
        <Section flush>
          {rows.length === 0 ? (
            <Nothing text={translate(`console.empty.${NAME}`)} />
          ) : (
            <PlainTable
              label={translate(`resources.${NAME}.name`, { smart_count: 2 })}
              columns={fields}
              rows={rows}
              rowKey={({ realm, symbol }) => `${realm}:${symbol}`}
            />
          )}
        </Section>
      )}
    </NarrowedPage>
  );
}
