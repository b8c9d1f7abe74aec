import FilterIcon from '@mui/icons-material/TuneRounded';
import { Badge, Button, FormControlLabel, Switch, useMediaQuery, type Theme } from '@mui/material';
import { useState, type ReactElement, type ReactNode } from 'react';
import {
  ColumnsButton,
  FilterButton,
  List,
  Pagination,
  TopToolbar,
  useListContext,
  useResourceContext,
  useStore,
  useTranslate,
  type SortPayload,
} from 'react-admin';
import { ExportButton } from './export-button';
import { PageName } from './page';
import { SavedFilters } from './saved-filters';
import { Nothing } from './states';

/** How often a live list asks again, in milliseconds. */
const LIVE_EVERY_MS = 5000;

/** Filters and actions share a line where there is room, and stand below each other on tablets and phones. */
const layout = {
  '& .RaList-main, & .RaList-content': { minWidth: 0 },
  '& .RaList-actions': {
    display: { xs: 'block', lg: 'flex' },
    height: 'auto',
    flexWrap: 'nowrap',
    alignItems: 'flex-end',
    minHeight: 0,
    backgroundColor: 'transparent',
  },
  '& .RaList-actions form': { minHeight: 0, padding: { xs: 0, lg: '0 0 4px' } },
  '& .RaList-actions .MuiToolbar-root': {
    flexShrink: 0,
    flexWrap: { xs: 'wrap', lg: 'nowrap' },
    justifyContent: { xs: 'flex-start', lg: 'flex-end' },
    alignItems: 'center',
    minHeight: 44,
    background: 'none',
    padding: '0 0 6px',
  },
} as const;

interface ResourceListProps {
  filters: ReactElement[];
  sort: SortPayload;
  filterDefaults?: Record<string, unknown>;
  /** Stands above the table: banners and figures about the whole list. */
  lead?: ReactNode;
  /** What can be done besides reading: a button beside the others. */
  action?: ReactNode;
  children: ReactNode;
}

function LiveSwitch({ live, setLive }: { live: boolean; setLive: (live: boolean) => void }) {
  const translate = useTranslate();
  return (
    <FormControlLabel
      control={<Switch size="small" checked={live} onChange={(event) => setLive(event.target.checked)} />}
      label={translate('console.live')}
      slotProps={{ typography: { variant: 'body2' } }}
      sx={{ marginInlineEnd: 1, '& .MuiSwitch-root': { marginInlineEnd: 0.5 } }}
    />
  );
}

/** On a phone the rows come first: filters and what goes with them are folded behind one button. */
function FoldedFilters({ open, toggle }: { open: boolean; toggle: () => void }) {
  const translate = useTranslate();
  const { filterValues = {} } = useListContext();
  return (
    <Badge badgeContent={Object.keys(filterValues as object).length} color="primary">
      <Button size="small" startIcon={<FilterIcon />} aria-expanded={open} onClick={toggle}>
        {translate('console.filters')}
      </Button>
    </Badge>
  );
}

const FOLDED = { ...layout, '& .RaList-actions form': { display: 'none' } } as const;

/** A list of the console: filters, live refresh, chosen columns, CSV of what is filtered, and pages. */
export function ResourceList({ filters, sort, filterDefaults, lead, action, children }: ResourceListProps) {
  const translate = useTranslate();
  const resource = useResourceContext() ?? '';
  const [live, setLive] = useStore('live', true);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const [open, setOpen] = useState(false);
  const folded = phone && !open;
  const name = translate(`resources.${resource}.name`, { smart_count: 2 });
  return (
    <>
      <PageName title={name} />
      {lead}
      <List
        title={false}
        sx={folded ? FOLDED : layout}
        filters={filters}
        sort={sort}
        perPage={25}
        pagination={<Pagination rowsPerPageOptions={[10, 25, 50, 100]} />}
        {...(filterDefaults === undefined ? {} : { filterDefaultValues: filterDefaults })}
        queryOptions={{ refetchInterval: live ? LIVE_EVERY_MS : false }}
        empty={<Nothing text={translate(`console.empty.${resource}`)} />}
        exporter={false}
        actions={
          <TopToolbar>
            {phone && action}
            {phone && <FoldedFilters open={open} toggle={() => setOpen((before) => !before)} />}
            {!folded && <LiveSwitch live={live} setLive={setLive} />}
            {!folded && <FilterButton />}
            {phone ? null : <ColumnsButton />}
            {!folded && <SavedFilters />}
            {!folded && <ExportButton />}
            {!phone && action}
          </TopToolbar>
        }
      >
        {children}
      </List>
    </>
  );
}
