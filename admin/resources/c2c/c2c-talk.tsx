import { Alert, Box, Button, Stack, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { usePermissions, useRefresh, useTranslate } from 'react-admin';
import { staffReadC2cMessages, staffSendC2cMessage } from '../../../contracts/c2c.calls.js';
import { C2C_LENGTHS, type C2cMessageView, type StaffC2cView } from '../../../contracts/c2c.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { Section } from '../../ui/page';
import { Instant } from '../../ui/values';

function Line({ message: { from, text, at, read } }: { message: C2cMessageView }) {
  const translate = useTranslate();
  const own = from === 'support';
  return (
    <Box
      component="li"
      sx={{
        alignSelf: own ? 'flex-end' : 'flex-start',
        maxWidth: '80%',
        padding: '8px 12px',
        borderRadius: 1.5,
        bgcolor: own ? 'action.selected' : 'action.hover',
      }}
    >
      <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text ?? '–'}</Typography>
      <Typography variant="caption" color="textSecondary">
        {translate(`console.c2c.from.${from}`)} · <Instant short at={at} />
        {own && ` · ${translate(read ? 'console.c2c.read' : 'console.c2c.sent')}`}
      </Typography>
    </Box>
  );
}

/** The chat of person and support. Lines on the screen are marked as read for staff who may answer. */
export function C2cTalk({ order: { id: orderId, messages, unread } }: { order: StaffC2cView }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { permissions = [] } = usePermissions<readonly StaffRole[]>();
  const mayWrite = permits(permissions, 'talking');
  const [text, setText] = useState('');
  const send = useMutation({
    mutationFn: () => api.call(staffSendC2cMessage, { orderId, text }),
    onSuccess: () => {
      setText('');
      refresh();
    },
  });
  useEffect(() => {
    if (mayWrite && unread > 0) void api.call(staffReadC2cMessages, { orderId }).then(refresh, () => undefined);
  }, [mayWrite, unread, orderId, refresh]);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (text.trim() !== '' && !send.isPending) send.mutate();
  };
  return (
    <Section title={translate('console.c2c.talk')}>
      {messages.length === 0 && <Typography color="textSecondary">{translate('console.c2c.no_messages')}</Typography>}
      <Stack component="ul" spacing={1} data-talk sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {messages.map((message) => (
          <Line key={message.id} message={message} />
        ))}
      </Stack>
      {mayWrite && (
        <Stack component="form" direction="row" spacing={1} onSubmit={submit} sx={{ marginBlockStart: 2 }}>
          <TextField
            fullWidth
            multiline
            size="small"
            name="text"
            label={translate('console.c2c.message')}
            value={text}
            onChange={(event) => setText(event.target.value.slice(0, C2C_LENGTHS.message))}
          />
          <Button type="submit" variant="contained" loading={send.isPending} sx={{ flexShrink: 0 }}>
            {translate('console.c2c.send')}
          </Button>
        </Stack>
      )}
      {send.error !== null && <Alert severity="error">{send.error.message}</Alert>}
    </Section>
  );
}
