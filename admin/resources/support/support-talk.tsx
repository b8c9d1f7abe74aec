import { Alert, Button, Stack } from '@mui/material';
import { useMutation } from '@tanstack/react-query';
import { useEffect } from 'react';
import { usePermissions, useRefresh, useTranslate } from 'react-admin';
import {
  releaseSupport,
  staffCloseSupport,
  staffReadSupportMessages,
  staffSendSupportMessage,
  staffSupportImage,
  takeSupport,
  uploadStaffSupportImage,
} from '../../../contracts/support.calls.js';
import { SUPPORT_LENGTHS, type StaffSupportView } from '../../../contracts/support.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { openImage, uploadImage } from '../../lib/image';
import { session } from '../../lib/session';
import { ChatLines, ChatWrite } from '../../ui/chat';
import { Section } from '../../ui/page';

type Step = typeof takeSupport | typeof releaseSupport | typeof staffCloseSupport;

/** What a member does with an open conversation besides writing. */
function Steps({ conversation: { id: conversationId, staffId } }: { conversation: StaffSupportView }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const step = useMutation({
    mutationFn: (call: Step) => api.call(call, { conversationId }),
    onSuccess: refresh,
  });
  const button = (name: 'take' | 'release' | 'close', call: Step) => (
    <Button size="small" variant="outlined" loading={step.isPending} onClick={() => step.mutate(call)}>
      {translate(`console.support.${name}`)}
    </Button>
  );
  return (
    <Stack spacing={1}>
      <Stack direction="row" spacing={1}>
        {staffId === null ? button('take', takeSupport) : button('release', releaseSupport)}
        {button('close', staffCloseSupport)}
      </Stack>
      {step.error !== null && <Alert severity="error">{step.error.message}</Alert>}
    </Stack>
  );
}

/** Words and images of person and support. What is on the screen is marked as read for staff who may answer. */
export function SupportTalk({ conversation }: { conversation: StaffSupportView }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { permissions = [] } = usePermissions<readonly StaffRole[]>();
  const { id: conversationId, messages, unread, status, realm, staffId } = conversation;
  const mayAnswer = permits(permissions, 'answering');
  useEffect(() => {
    if (mayAnswer && unread > 0)
      void api.call(staffReadSupportMessages, { conversationId }).then(refresh, () => undefined);
  }, [mayAnswer, unread, conversationId, refresh]);
  const mine = staffId === null || staffId === session.read()?.staffId;
  const send = async (text: string, imageId: string | undefined) => {
    await api.call(staffSendSupportMessage, { conversationId, text, ...(imageId !== undefined && { imageId }) });
    refresh();
  };
  const upload = (file: File) => uploadImage(uploadStaffSupportImage, { conversationId }, file);
  return (
    <Section
      title={translate('console.support.conversation')}
      action={mayAnswer && status !== 'closed' && <Steps conversation={conversation} />}
    >
      <ChatLines
        messages={messages}
        image={mayAnswer ? (id) => openImage(staffSupportImage, { id, conversationId }) : undefined}
      />
      {mayAnswer && mine && status !== 'closed' && (
        <ChatWrite maxLength={SUPPORT_LENGTHS.message} send={send} {...(realm === 'real' && { upload })} />
      )}
    </Section>
  );
}
