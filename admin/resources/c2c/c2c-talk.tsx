import { useEffect } from 'react';
import { usePermissions, useRefresh, useTranslate } from 'react-admin';
import { staffReadC2cMessages, staffSendC2cMessage } from '../../../contracts/c2c.calls.js';
import { C2C_LENGTHS, type StaffC2cView } from '../../../contracts/c2c.contract.js';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { ChatLines, ChatWrite } from '../../ui/chat';
import { Section } from '../../ui/page';

/** The chat of person and support. Lines on the screen are marked as read for staff who may answer. */
export function C2cTalk({ order: { id: orderId, messages, unread } }: { order: StaffC2cView }) {
  const translate = useTranslate();
  const refresh = useRefresh();
  const { permissions = [] } = usePermissions<readonly StaffRole[]>();
  const mayWrite = permits(permissions, 'talking');
  useEffect(() => {
    if (mayWrite && unread > 0) void api.call(staffReadC2cMessages, { orderId }).then(refresh, () => undefined);
  }, [mayWrite, unread, orderId, refresh]);
  const send = async (text: string) => {
    await api.call(staffSendC2cMessage, { orderId, text });
    refresh();
  };
  return (
    <Section title={translate('console.c2c.talk')}>
      <ChatLines messages={messages} />
      {mayWrite && <ChatWrite maxLength={C2C_LENGTHS.message} send={send} />}
    </Section>
  );
}
