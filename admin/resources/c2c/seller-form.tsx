import { Alert, Button, Dialog, DialogActions, DialogContent, DialogTitle, Stack, TextField } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useState, type FormEvent } from 'react';
import { useRefresh, useTranslate } from 'react-admin';
import { addSeller, changeSeller } from '../../../contracts/c2c.seller.calls.js';
import { C2C_LENGTHS } from '../../../contracts/c2c.contract.js';
import { type StaffSellerView } from '../../../contracts/c2c.seller.contract.js';
import { api } from '../../lib/http';

const TEXTS = {
  label: 60,
  currency: 3,
  accountName: C2C_LENGTHS.name,
  accountNumber: C2C_LENGTHS.account,
  bankName: C2C_LENGTHS.bank,
  bankAddress: C2C_LENGTHS.address,
  swift: C2C_LENGTHS.swift,
} as const;
const LIMITS = ['min', 'max', 'dayMax'] as const;

function valueOf(seller: StaffSellerView | undefined, field: string): string {
  if (seller === undefined) return field === 'currency' ? 'USD' : '';
  return String({ ...seller, ...seller.account }[field as keyof StaffSellerView] ?? '');
}

/** All fields are texts; the server names the wrong one. */
type SellerForm = Record<'min' | 'max' | 'dayMax', string>;

interface SheetProps {
  title: string;
  seller: StaffSellerView | undefined;
  close: () => void;
}

/** A new account, or a new version of one; orders that are matched keep the version that they have. */
function SellerSheet({ title, seller, close }: SheetProps) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const send = useMutation({
    mutationFn: (form: SellerForm) =>
      seller === undefined
        ? api.call(addSeller, form)
        : api.call(changeSeller, { ...form, sellerId: seller.id, baseVersion: seller.version }),
    onSuccess: () => {
      close();
      refresh();
    },
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    // Enter in a field comes here too while the first one is on its way.
    if (!send.isPending) send.mutate(Object.fromEntries(new FormData(event.currentTarget)) as SellerForm);
  };
  return (
    <Dialog open onClose={close} fullWidth maxWidth="sm" aria-labelledby="seller-sheet">
      <DialogTitle id="seller-sheet">{title}</DialogTitle>
      <DialogContent>
        <Stack
          component="form"
          id="seller-form"
          spacing={1.5}
          sx={{ paddingBlockStart: 1 }}
          onSubmit={(event) => submit(event as FormEvent<HTMLFormElement>)}
        >
          {send.error !== null && <Alert severity="error">{send.error.message}</Alert>}
          <Fields seller={seller} />
        </Stack>
      </DialogContent>
      <DialogActions>
        <Button onClick={close}>{translate('ra.action.cancel')}</Button>
        <Button type="submit" form="seller-form" variant="contained" loading={send.isPending}>
          {translate('console.seller.save')}
        </Button>
      </DialogActions>
    </Dialog>
  );
}

function Fields({ seller }: { seller: StaffSellerView | undefined }) {
  const translate = useTranslate();
  return (
    <>
      {Object.entries(TEXTS).map(([field, maxLength], index) => (
        <TextField
          key={field}
          required
          size="small"
          autoFocus={index === 0}
          name={field}
          label={translate(`resources.sellers.fields.${field}`)}
          defaultValue={valueOf(seller, field)}
          slotProps={{
            htmlInput: {
              maxLength,
              autoComplete: 'off',
              ...(field === 'currency' ? { pattern: '[A-Z]{3}', minLength: 3 } : {}),
            },
          }}
        />
      ))}
      {LIMITS.map((field) => (
        <TextField
          key={field}
          required
          size="small"
          name={field}
          label={translate(`resources.sellers.fields.${field}`)}
          defaultValue={valueOf(seller, field)}
          slotProps={{ htmlInput: { inputMode: 'decimal', pattern: '\\d{1,18}(\\.\\d{1,18})?' } }}
        />
      ))}
    </>
  );
}

export function SellerButton({ seller }: { seller?: StaffSellerView }) {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const title = translate(seller === undefined ? 'console.seller.add' : 'console.seller.change');
  return (
    <>
      <Button size="small" variant={seller === undefined ? 'contained' : 'outlined'} onClick={() => setOpen(true)}>
        {title}
      </Button>
      {open && <SellerSheet title={title} seller={seller} close={() => setOpen(false)} />}
    </>
  );
}
