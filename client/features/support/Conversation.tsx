import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import {
  closeSupport,
  exportSupportTranscript,
  readSupportMessages,
  sendSupportMessage,
} from '../../../contracts/support.calls';
import { SUPPORT_LENGTHS, type SupportConversationView } from '../../../contracts/support.contract';
import { api, QUIET, toastError } from '../../lib/api';
import { downloadWhole } from '../../lib/download';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { ChatLines, ChatWrite, useChatForm } from '../../ui/Chat';
import { confirm } from '../../ui/confirm';
import { Loadable, Skeleton } from '../../ui/states';
import { HelpOffers } from './HelpOffers';
import { Rate } from './Rate';
import { refreshSupport, useConversation } from './use-support';
import styles from './Support.module.css';

/** One conversation: what was written, what to write, and what comes after it. */
export function Conversation({ conversationId, images }: { conversationId: string; images: boolean }) {
  const query = useConversation(conversationId);
  return (
    <Loadable query={query} skeleton={<Skeleton rows={4} height={40} />}>
      {(conversation) => <Opened key={conversationId} conversation={conversation} images={images} />}
    </Loadable>
  );
}

function Opened({ conversation, images }: { conversation: SupportConversationView; images: boolean }) {
  const { t } = useTranslation('support');
  const { conversationId, topic, status, unread, messages } = conversation;
  useEffect(() => {
    if (unread > 0) void api.call(readSupportMessages, { conversationId }, QUIET).then(refreshSupport, () => undefined);
  }, [conversationId, unread]);
  return (
    <section className={styles.card} aria-labelledby="support-chat" data-testid="support-chat" data-status={status}>
      <div className={styles.head}>
        <h2 id="support-chat">{t(`topic.${topic}`)}</h2>
        <span className={styles.label} data-status={status}>
          {t(`status.${status}`)}
        </span>
      </div>
      <ChatLines title={t('chat.title')} none={t('chat.none')} items={messages} />
      {status === 'closed' ? <After conversation={conversation} /> : <Write {...{ conversationId, images }} />}
      <Actions conversation={conversation} />
    </section>
  );
}

function Write({ conversationId, images }: { conversationId: string; images: boolean }) {
  const { t } = useTranslation(['support', 'refusal']);
  const form = useChatForm({
    name: `support.${conversationId}`,
    empty: t('refusal:support.message-empty'),
    send: async ({ text, imageId }, requestToken) => {
      const message = { conversationId, text, ...(imageId !== '' && { imageId }) };
      await api.call(sendSupportMessage, { ...message, requestToken }, QUIET);
      await refreshSupport();
    },
  });
  return (
    <>
      <ChatWrite form={form} title={t('chat.title')} maxLength={SUPPORT_LENGTHS.message} images={images && 'support'}>
        <HelpOffers text={form.values.text} />
      </ChatWrite>
      <p className={styles.quiet}>
        {t('safe')} {!images && t('chat.demo')}
      </p>
    </>
  );
}

function Actions({ conversation: { conversationId, status } }: { conversation: SupportConversationView }) {
  const { t } = useTranslation('support');
  const [busy, setBusy] = useState(false);
  const download = async () => {
    setBusy(true);
    const stop = new AbortController();
    await downloadWhole(exportSupportTranscript, { conversationId }, stop.signal).catch(toastError);
    setBusy(false);
  };
  const close = async () => {
    const question = { title: t('close.title'), body: t('close.body'), confirmLabel: t('close.action') };
    if (!(await confirm(question))) return;
    await api.call(closeSupport, { conversationId }).catch(toastError);
    await refreshSupport();
  };
  return (
    <p className={styles.actions}>
      <Button kind="quiet" size="s" busy={busy} onClick={() => void download()}>
        {t('transcript')}
      </Button>
      {status !== 'closed' && (
        <Button kind="quiet" size="s" onClick={() => void close()}>
          {t('close.action')}
        </Button>
      )}
    </p>
  );
}

/** Who closed it, and the rating. */
function After({ conversation }: { conversation: SupportConversationView }) {
  const { t } = useTranslation('support');
  const format = useFormat();
  const { conversationId, closedAt, closedBy, rating, comment } = conversation;
  return (
    <>
      {closedAt !== null && closedBy !== null && (
        <p className={styles.quiet}>{t(`closed.${closedBy}`, { time: format.dateTime(closedAt) })}</p>
      )}
      {rating === null ? (
        <Rate conversationId={conversationId} />
      ) : (
        <p className={styles.quiet}>
          {t('rated', { rating })} {comment}
        </p>
      )}
    </>
  );
}
