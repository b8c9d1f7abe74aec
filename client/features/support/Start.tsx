import { useTranslation } from 'react-i18next';
import { openSupport } from '../../../contracts/support.calls';
import {
  SUPPORT_LENGTHS,
  SUPPORT_TOPICS,
  type SupportTopic,
  type SupportView,
} from '../../../contracts/support.contract';
import { api, QUIET } from '../../lib/api';
import { ChatWrite, useChatForm } from '../../ui/Chat';
import { SelectField } from '../../ui/fields';
import { HelpOffers } from './HelpOffers';
import { refreshSupport } from './use-support';
import styles from './Support.module.css';

/** The first question of a conversation, with its topic. */
export function Start({ support: { images, conversationsPerDay } }: { support: SupportView }) {
  const { t } = useTranslation(['support', 'refusal']);
  const form = useChatForm({
    name: 'support-start',
    empty: t('refusal:support.message-empty'),
    more: { topic: '' },
    missing: { topic: t('start.missing') },
    send: async ({ topic, text, imageId }, requestToken) => {
      const message = { topic: topic as SupportTopic, text, ...(imageId !== '' && { imageId }) };
      await api.call(openSupport, { ...message, requestToken }, QUIET);
      await refreshSupport();
    },
  });
  return (
    <section className={styles.card} aria-labelledby="support-start" data-testid="support-start">
      <h2 id="support-start">{t('start.title')}</h2>
      <SelectField
        label={t('start.topic')}
        {...form.field('topic')}
        options={SUPPORT_TOPICS.map((value) => ({ value, label: t(`topic.${value}`) }))}
      />
      <ChatWrite form={form} title={t('start.title')} maxLength={SUPPORT_LENGTHS.message} images={images && 'support'}>
        <HelpOffers text={form.values.text} />
      </ChatWrite>
      <p className={styles.quiet}>
        {t('safe')} {!images && `${t('chat.demo')} `}
        {t('start.limits', { max: conversationsPerDay })}
      </p>
    </section>
  );
}
