import SearchIcon from '@mui/icons-material/SearchOutlined';
import { Box, Button, Dialog, InputBase, List, ListItemButton, ListItemText, Typography } from '@mui/material';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useEffect, useState, type KeyboardEvent as Pressed } from 'react';
import { usePermissions, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import { staffSearch } from '../../contracts/staff-lists.calls.js';
import type { StaffSearchHit } from '../../contracts/staff-lists.contract.js';
import { permits, type StaffRole } from '../../contracts/staff.contract.js';
import { listLink, showLink } from '../lib/addresses';
import { api } from '../lib/http';
import { session } from '../lib/session';
import { resources } from '../resources';
import { Failed } from '../ui/states';
import { mayOpen } from './access';

const PAUSE_MS = 180;
/** What is printed on the keys, the same in every language. */
const SHORTCUT = 'Ctrl K';

interface Place {
  to: string;
  title: string;
  detail: string;
}
/** Looks up the person behind the text. A separate choice, because each such look-up is recorded. */
const PERSON = '?person';

function useSettled(text: string): string {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
}

/** A record's page, or its row in the list where it has none. */
function placeOf({ resource, id }: StaffSearchHit): string {
  const hasPage = resources.some(({ name, show }) => name === resource && show !== undefined);
  return hasPage ? showLink(resource, id) : listLink(resource, { id: [id] });
}

/** Pages by name at once, records as the server finds them, and persons on request. */
function usePlaces(text: string) {
  const translate = useTranslate();
  const { permissions = [] } = usePermissions<StaffRole[]>();
  const typed = text.trim();
  const q = useSettled(typed);
  const { data, error, isFetching } = useQuery({
    queryKey: ['staff-search', q],
    queryFn: () => api.call(staffSearch, { q }),
    enabled: q.length >= 2,
    staleTime: 5000,
  });
  const person = useMutation({
    mutationFn: async (query: string) => {
      const hits = await api.call(staffSearch, {
        q: query,
        person: true,
        requestToken: crypto.randomUUID(),
      });
      return { query, hits };
    },
  });
  const found = person.data?.query === typed ? person.data.hits : undefined;
  const place = (hit: StaffSearchHit): Place => ({
    to: placeOf(hit),
    title: hit.id,
    detail: [
      translate(`resources.${hit.resource}.name`, { smart_count: 1 }),
      hit.label,
      translate(`console.realm.${hit.realm}`),
    ].join(' · '),
  });
  const pages = resources
    .filter(({ name }) => mayOpen(permissions, name, 'list', session.read()?.queues))
    .map(({ name }) => ({ to: `/${name}`, title: translate(`resources.${name}.name`, { smart_count: 2 }), detail: '' }))
    .filter(({ title }) => title.toLowerCase().includes(typed.toLowerCase()));
  const waiting = isFetching || person.isPending || q !== typed;
  // Not before the records are there: Enter after an id opens its page and records no look-up.
  const mayLookUp = permits(permissions, 'lookup') && q.length >= 2 && found === undefined && !waiting;
  const lookUp = mayLookUp
    ? [
        {
          to: PERSON,
          title: translate('console.search.person', { q: typed }),
          detail: translate('console.search.person_hint'),
        },
      ]
    : [];
  const hits = (q.length >= 2 ? (found ?? data ?? []) : []).map(place);
  return {
    places: [...hits, ...pages, ...lookUp],
    nobody: found?.length === 0,
    error: error ?? person.error,
    waiting,
    lookUp: () => person.mutate(typed),
  };
}

/** The hits. The field keeps the focus and names the selected one. */
function Places({ places, at, go }: { places: Place[]; at: number; go: (place: Place) => void }) {
  const translate = useTranslate();
  return (
    <List id="command-places" role="listbox" aria-label={translate('console.search.title')} sx={{ minHeight: 120 }}>
      {places.map((place, index) => (
        <ListItemButton
          key={place.to}
          id={`command-place-${index}`}
          role="option"
          aria-selected={index === at}
          selected={index === at}
          tabIndex={-1}
          onClick={() => go(place)}
        >
          <ListItemText primary={place.title} secondary={place.detail} slotProps={{ primary: { noWrap: true } }} />
        </ListItemButton>
      ))}
    </List>
  );
}

function SearchDialog({ close }: { close: () => void }) {
  const translate = useTranslate();
  const navigate = useNavigate();
  const [text, setText] = useState('');
  const [chosen, setChosen] = useState(0);
  const { places, nobody, error, waiting, lookUp } = usePlaces(text);
  const at = Math.min(chosen, places.length - 1);
  const go = (place: Place | undefined) => {
    if (place === undefined) return;
    if (place.to === PERSON) return lookUp();
    close();
    void navigate(place.to);
  };
  const pressed = (event: Pressed) => {
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined && places.length > 0) {
      event.preventDefault();
      setChosen((at + step + places.length) % places.length);
    }
    // The Enter that ends the composing of a word opens nothing yet.
    if (event.key === 'Enter' && !event.nativeEvent.isComposing) go(places[at]);
  };
  return (
    <>
      <InputBase
        autoFocus
        fullWidth
        value={text}
        placeholder={translate('console.search.placeholder')}
        startAdornment={<SearchIcon sx={{ marginInlineEnd: 1, color: 'text.secondary' }} />}
        inputProps={{
          role: 'combobox',
          'aria-label': translate('console.search.title'),
          'aria-expanded': true,
          'aria-controls': 'command-places',
          'aria-activedescendant': places.length > 0 ? `command-place-${at}` : undefined,
        }}
        onChange={(event) => {
          setText(event.target.value);
          setChosen(0);
        }}
        onKeyDown={pressed}
        sx={{ padding: '12px 18px', fontSize: 16, borderBlockEnd: 1, borderColor: 'divider' }}
      />
      {error !== null && <Failed error={error} />}
      <Places places={places} at={at} go={go} />
      {(nobody || places.length === 0) && !waiting && (
        <Typography color="textSecondary" sx={{ padding: 2, paddingBlockStart: 0 }} role="status">
          {translate(nobody ? 'console.search.nobody' : 'console.search.none')}
        </Typography>
      )}
    </>
  );
}

/** One field for records, persons and pages: Ctrl+K, or the button in the bar. */
export function CommandSearch() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  useEffect(() => {
    const pressed = (event: KeyboardEvent) => {
      if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 'k') return;
      event.preventDefault();
      setOpen(true);
    };
    document.addEventListener('keydown', pressed);
    return () => document.removeEventListener('keydown', pressed);
  }, []);
  return (
    <>
      <Button
        color="inherit"
        onClick={() => setOpen(true)}
        startIcon={<SearchIcon />}
        aria-label={`${translate('console.search.button')} ${SHORTCUT}`}
        aria-haspopup="dialog"
        sx={{
          color: 'text.secondary',
          minWidth: 0,
          marginInlineEnd: { md: 1.5 },
          border: { md: 1 },
          borderColor: { md: 'divider' },
        }}
      >
        <Box component="span" sx={{ display: { xs: 'none', md: 'inline' }, fontWeight: 400 }}>
          {translate('console.search.button')}
        </Box>{' '}
        <Box component="kbd" sx={{ display: { xs: 'none', md: 'inline' }, marginInlineStart: 1.5, fontSize: 11 }}>
          {SHORTCUT}
        </Box>
      </Button>
      <Dialog
        open={open}
        onClose={() => setOpen(false)}
        fullWidth
        maxWidth="sm"
        aria-label={translate('console.search.title')}
        sx={{ '& .MuiDialog-container': { alignItems: 'flex-start' } }}
      >
        {open && <SearchDialog close={() => setOpen(false)} />}
      </Dialog>
    </>
  );
}
