import { useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { readC2cMessages, sendC2cMessage } from '../../../contracts/c2c.calls';
import { api, QUIET } from '../../lib/api';
import { C2C_LENGTHS } from '../../../contracts/c2c.contract';
import { ChatLines, ChatWrite, useChatForm } from '../../ui/Chat';
import { Loadable, Skeleton } from '../../ui/states';
import { refreshC2c, useMessages } from './use-c2c';
import styles from './C2c.module.css';

/** Words and images with support about this order. What is on the screen is marked as read. */
export function Chat({ orderId }: { orderId: string }) {
  const { t } = useTranslation(['c2c', 'refusal']);
  const query = useMessages(orderId);
  const unread = query.data?.unread ?? 0;
  useEffect(() => {
    if (unread > 0) void api.call(readC2cMessages, { orderId }, QUIET).then(refreshC2c, () => undefined);
  }, [orderId, unread]);
  const form = useChatForm({
    name: `c2c-chat.${orderId}`,
    empty: t('refusal:c2c.message-empty'),
    send: async ({ text, imageId }, requestToken) => {
      const message = { orderId, text, ...(imageId !== '' && { imageId }) };
      await api.call(sendC2cMessage, { ...message, requestToken }, QUIET);
      await refreshC2c();
    },
  });
  return (
    <section className={styles.chat} aria-labelledby="c2c-chat">
      <h3 id="c2c-chat">{t('chat.title')}</h3>
      <Loadable query={query} skeleton={<Skeleton rows={2} height={40} />}>
        {({ items }) => <ChatLines title={t('chat.title')} none={t('chat.none')} items={items} />}
      </Loadable>
      <ChatWrite form={form} title={t('chat.title')} maxLength={C2C_LENGTHS.message} images="c2c-chat" />
    </section>
  );
}
