import ImageIcon from '@mui/icons-material/ImageOutlined';
import OpenIcon from '@mui/icons-material/VisibilityOutlined';
import { Alert, Box, Button, Chip, Stack, TextField, Typography } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect, useState, type FormEvent } from 'react';
import { useTranslate } from 'react-admin';
import type { ChatMessageView } from '../../contracts/chat.contract.js';
import { Instant } from './values';

/** Addresses of pictures are revoked when the page goes. */
function usePicture(load: () => Promise<string>) {
  const open = useMutation({ mutationFn: load });
  const { data } = open;
  useEffect(() => () => void (data !== undefined && URL.revokeObjectURL(data)), [data]);
  return open;
}

/** Nothing of a private image is in the browser before it is opened; each opening is recorded. */
function Picture({ load }: { load: () => Promise<string> }) {
  const translate = useTranslate();
  const open = usePicture(load);
  if (open.data !== undefined)
    return (
      <Box
        component="img"
        src={open.data}
        alt=""
        data-picture
        sx={{ display: 'block', maxWidth: '100%', maxHeight: 360 }}
      />
    );
  return (
    <Stack spacing={0.5} sx={{ alignItems: 'flex-start' }}>
      <Button
        size="small"
        variant="outlined"
        startIcon={<OpenIcon />}
        loading={open.isPending}
        onClick={() => open.mutate()}
      >
        {translate('console.chat.open')}
      </Button>
      <Typography variant="caption" color="textSecondary">
        {open.error === null ? translate('console.chat.recorded') : open.error.message}
      </Typography>
    </Stack>
  );
}

/** A message of a chat with a person. */
export type ChatLine = ChatMessageView & { readonly imageId?: string | null };
type LoadImage = (imageId: string) => Promise<string>;

function Line({ message, image }: { message: ChatLine; image?: LoadImage | undefined }) {
  const translate = useTranslate();
  const { from, text, at, read, imageId = null } = message;
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
      {text !== '' && <Typography sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>{text ?? '–'}</Typography>}
      {imageId !== null && image !== undefined && <Picture load={() => image(imageId)} />}
      <Typography variant="caption" color="textSecondary">
        {translate(`console.chat.from.${from}`)} · <Instant short at={at} />
        {own && ` · ${translate(read ? 'console.chat.read' : 'console.chat.sent')}`}
      </Typography>
    </Box>
  );
}

/** What person and staff wrote, oldest first. `image` loads a picture, for those who may see it. */
export function ChatLines({ messages, image }: { messages: readonly ChatLine[]; image?: LoadImage | undefined }) {
  const translate = useTranslate();
  return (
    <>
      {messages.length === 0 && <Typography color="textSecondary">{translate('console.chat.no_messages')}</Typography>}
      <Stack component="ul" spacing={1} data-talk sx={{ listStyle: 'none', margin: 0, padding: 0 }}>
        {messages.map((message) => (
          <Line key={message.id} message={message} image={image} />
        ))}
      </Stack>
    </>
  );
}

interface WriteProps {
  maxLength: number;
  send: (text: string, imageId: string | undefined) => Promise<unknown>;
  /** Takes an image in and answers its id, where the chat takes images. */
  upload?: (file: File) => Promise<string>;
}

/** A message to the person. What was typed stays until it was sent. */
export function ChatWrite({ maxLength, send, upload }: WriteProps) {
  const translate = useTranslate();
  const [text, setText] = useState('');
  const attach = useMutation({ mutationFn: (file: File) => upload?.(file) ?? Promise.resolve('') });
  const sending = useMutation({
    mutationFn: () => send(text, attach.data),
    onSuccess: () => {
      setText('');
      attach.reset();
    },
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if ((text.trim() !== '' || attach.data !== undefined) && !sending.isPending) sending.mutate();
  };
  const failure = sending.error ?? attach.error;
  return (
    <>
      <Stack component="form" spacing={1} onSubmit={submit} sx={{ marginBlockStart: 2 }}>
        <TextField
          fullWidth
          multiline
          size="small"
          name="text"
          label={translate('console.chat.message')}
          value={text}
          onChange={(event) => setText(event.target.value.slice(0, maxLength))}
        />
        <Stack direction="row" spacing={1} sx={{ alignItems: 'center' }}>
          {upload !== undefined && <Attach attach={attach} />}
          <Button
            type="submit"
            variant="contained"
            loading={sending.isPending}
            sx={{ marginInlineStart: 'auto !important' }}
          >
            {translate('console.chat.send')}
          </Button>
        </Stack>
      </Stack>
      {failure !== null && <Alert severity="error">{failure.message}</Alert>}
    </>
  );
}

interface Attaching {
  data: string | undefined;
  isPending: boolean;
  mutate: (file: File) => void;
  reset: () => void;
}

function Attach({ attach }: { attach: Attaching }) {
  const translate = useTranslate();
  if (attach.data !== undefined)
    return (
      <Chip size="small" icon={<ImageIcon />} label={translate('console.chat.image')} onDelete={() => attach.reset()} />
    );
  return (
    <Button component="label" size="small" startIcon={<ImageIcon />} loading={attach.isPending}>
      {translate('console.chat.attach')}
      <input
        type="file"
        hidden
        accept="image/jpeg,image/png"
        onChange={(event) => {
          const file = event.target.files?.[0];
          event.target.value = '';
          if (file !== undefined) attach.mutate(file);
        }}
      />
    </Button>
  );
}
