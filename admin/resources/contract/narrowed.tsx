import { MenuItem, Stack, TextField } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { useTranslate } from 'react-admin';
import type { TradingRealm } from '../../../contracts/realm.contract.js';
import { Page } from '../../ui/page';
import type { PlainColumn } from '../../ui/plain-table';
import { Loaded } from '../../ui/states';

const REFRESH_MS = 5_000;
const REALMS: readonly TradingRealm[] = ['demo', 'real'];

interface Narrowed {
  realm?: TradingRealm;
  symbol?: string;
}

/** A page about contracts that reads itself again; realm and symbol narrow it. */
export function NarrowedPage<View>(props: {
  resource: string;
  read: (narrowed: Narrowed, signal: AbortSignal) => Promise<View>;
  children: (view: View) => ReactNode;
}) {
  const { resource, read, children } = props;
  const translate = useTranslate();
  const [realm, setRealm] = useState<TradingRealm | ''>('');
  const [symbol, setSymbol] = useState('');
  const named = symbol.trim().toUpperCase();
  const query = useQuery({
    queryKey: [resource, realm, named],
    queryFn: ({ signal }) =>
      read({ ...(realm === '' ? {} : { realm }), ...(named === '' ? {} : { symbol: named }) }, signal),
    refetchInterval: REFRESH_MS,
    placeholderData: (before) => before,
  });
  const label = (field: string) => translate(`resources.${resource}.fields.${field}`);
  return (
    <Page title={translate(`resources.${resource}.name`, { smart_count: 2 })}>
      <Stack direction="row" sx={{ gap: 1.5, flexWrap: 'wrap' }}>
        <TextField
          select
          fullWidth={false}
          size="small"
          label={label('realm')}
          value={realm}
          onChange={({ target }) => setRealm(target.value as TradingRealm | '')}
          sx={{ minWidth: 140 }}
          slotProps={{ select: { displayEmpty: true }, inputLabel: { shrink: true } }}
        >
          <MenuItem value="">{translate('console.contract.all')}</MenuItem>
          {REALMS.map((each) => (
            <MenuItem key={each} value={each}>
              {translate(`console.realm.${each}`)}
            </MenuItem>
          ))}
        </TextField>
        <TextField
          fullWidth={false}
          size="small"
          label={label('symbol')}
          value={symbol}
          onChange={({ target }) => setSymbol(target.value)}
          slotProps={{ htmlInput: { maxLength: 24, autoComplete: 'off' } }}
        />
      </Stack>
      <Loaded query={query}>{children}</Loaded>
    </Page>
  );
}

/** Columns of a table whose labels are the fields of a resource. */
export function useFields<Row>(
  resource: string,
  columns: readonly Omit<PlainColumn<Row>, 'label'>[],
): PlainColumn<Row>[] {
  const translate = useTranslate();
  return columns.map((column) => ({ ...column, label: translate(`resources.${resource}.fields.${column.key}`) }));
}
