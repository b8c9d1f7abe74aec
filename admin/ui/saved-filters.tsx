import BookmarkIcon from '@mui/icons-material/BookmarkBorderOutlined';
import DeleteIcon from '@mui/icons-material/DeleteOutlined';
import {
  Box,
  Button,
  Divider,
  IconButton,
  List,
  ListItem,
  ListItemButton,
  ListItemText,
  Popover,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useListContext, useNotify, useResourceContext, useTranslate } from 'react-admin';
import { useNavigate } from 'react-router-dom';
import type { CallInput } from '../../contracts/call.contract.js';
import { removeSavedFilter, saveFilter, staffSavedFilters } from '../../contracts/staff-lists.calls.js';
import type { SavedFilterView } from '../../contracts/staff-lists.contract.js';
import { api } from '../lib/http';

const KEY = ['saved-filters'];

function useSaved(list: string) {
  const { data = [] } = useQuery({
    queryKey: KEY,
    queryFn: ({ signal }) => api.call(staffSavedFilters, {}, { signal }),
    staleTime: 60_000,
  });
  return data.filter((saved) => saved.list === list);
}

/** A change of the saved filters; a refusal shows the server's message. */
function useChange<Call extends typeof saveFilter | typeof removeSavedFilter>(call: Call) {
  const notify = useNotify();
  const client = useQueryClient();
  return useMutation({
    mutationFn: (body: CallInput<Call>) => api.call(call, body),
    onSuccess: () => client.invalidateQueries({ queryKey: KEY }),
    onError: (error) => notify(error.message, { type: 'error' }),
  });
}

function SaveForm({ list }: { list: string }) {
  const translate = useTranslate();
  const { filterValues, sort } = useListContext();
  const save = useChange(saveFilter);
  const [name, setName] = useState('');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const body = { list, name, filter: JSON.stringify(filterValues), sort: JSON.stringify([sort.field, sort.order]) };
    save.mutate(body, { onSuccess: () => setName('') });
  };
  return (
    <Stack component="form" direction="row" onSubmit={submit} sx={{ gap: 1, padding: 1.5, alignItems: 'center' }}>
      <TextField
        label={translate('console.saved.name')}
        value={name}
        onChange={(event) => setName(event.target.value)}
        slotProps={{ htmlInput: { maxLength: 60 } }}
        sx={{ margin: 0 }}
      />
      <Button
        type="submit"
        variant="contained"
        disabled={name.trim() === ''}
        loading={save.isPending}
        sx={{ flexShrink: 0 }}
      >
        {translate('console.saved.save')}
      </Button>
    </Stack>
  );
}

function Names({ saved, open }: { saved: SavedFilterView[]; open: (one: SavedFilterView) => void }) {
  const translate = useTranslate();
  const remove = useChange(removeSavedFilter);
  return (
    <List dense sx={{ maxHeight: 300, overflow: 'auto' }}>
      {saved.map((one) => (
        <ListItem
          key={one.id}
          disablePadding
          secondaryAction={
            <IconButton
              edge="end"
              size="small"
              aria-label={translate('console.saved.remove', { name: one.name })}
              onClick={() => remove.mutate({ id: one.id })}
            >
              <DeleteIcon fontSize="small" />
            </IconButton>
          }
        >
          <ListItemButton onClick={() => open(one)}>
            <ListItemText primary={one.name} />
          </ListItemButton>
        </ListItem>
      ))}
    </List>
  );
}

/** Filters that somebody has named for this list: they follow the person from machine to machine. */
export function SavedFilters() {
  const translate = useTranslate();
  const navigate = useNavigate();
  const list = useResourceContext() ?? '';
  const saved = useSaved(list);
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const open = ({ filter, sort }: SavedFilterView) => {
    const [field, order] = JSON.parse(sort) as [string, string];
    const query = new URLSearchParams({ filter, sort: field, order, page: '1', displayedFilters: displayed(filter) });
    setAnchor(null);
    void navigate(`/${list}?${query}`);
  };
  return (
    <>
      <Button size="small" startIcon={<BookmarkIcon />} onClick={(event) => setAnchor(event.currentTarget)}>
        {translate('console.saved.title')}
        {saved.length > 0 && ` (${saved.length})`}
      </Button>
      <Popover
        open={anchor !== null}
        anchorEl={anchor}
        onClose={() => setAnchor(null)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
      >
        <Box sx={{ width: 320 }}>
          {saved.length === 0 ? (
            <Typography variant="body2" color="textSecondary" sx={{ padding: 1.5, paddingBlockEnd: 0 }}>
              {translate('console.saved.none')}
            </Typography>
          ) : (
            <Names saved={saved} open={open} />
          )}
          <Divider />
          <SaveForm list={list} />
        </Box>
      </Popover>
    </>
  );
}

/** The filters that react-admin shall show as inputs: those that the saved one sets. */
function displayed(filter: string): string {
  const names = Object.keys(JSON.parse(filter) as object);
  return JSON.stringify(Object.fromEntries(names.map((name) => [name, true])));
}
