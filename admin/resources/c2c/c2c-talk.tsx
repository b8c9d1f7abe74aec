import { useEffect } from 'react';
import { usePermissions, useRefresh, useTranslate } from 'react-admin';
import {
  staffC2cImage,
  staffReadC2cMessages,
  staffSendC2cMessage,
  uploadStaffC2cImage,
} from '../../../contracts/c2c.calls.js';
import { C2C_LENGTHS, type StaffC2cView } from '../../../contracts/c2c.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { openImage, uploadImage } from '../../lib/image';
import { session } from '../../lib/session';
import { ChatLines, ChatWrite } from '../../ui/chat';
import { Section } from '../../ui/page';

/** Words and images of person and support. Lines on the screen are marked as read for staff who may answer. */
export function C2cTalk({ order: { id: orderId, messages, unread } }: { order: StaffC2cView }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { permissions = [] } = usePermissions<readonly StaffRole[]>();
  const mayWrite = permits(permissions, 'talking', session.read()?.queues);
  useEffect(() => {
    if (mayWrite && unread > 0) void api.call(staffReadC2cMessages, { orderId }).then(refresh, () => undefined);
  }, [mayWrite, unread, orderId, refresh]);
  const send = async (text: string, imageId: string | undefined) => {
    await api.call(staffSendC2cMessage, { orderId, text, ...(imageId !== undefined && { imageId }) });
    refresh();
  };
  const upload = (file: File) => uploadImage(uploadStaffC2cImage, { orderId }, file);
  return (
    <Section title={translate('console.c2c.talk')}>
      <ChatLines messages={messages} image={mayWrite ? (id) => openImage(staffC2cImage, { id, orderId }) : undefined} />
      {mayWrite && <ChatWrite maxLength={C2C_LENGTHS.message} send={send} upload={upload} />}
    </Section>
  );
}
