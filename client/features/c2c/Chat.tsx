import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { readC2cMessages, sendC2cMessage } from '../../../contracts/c2c.calls';
import { api, QUIET } from '../../lib/api';
import { C2C_LENGTHS, type C2cMessageView } from '../../../contracts/c2c.contract';
import { useFormat } from '../../lib/format';
import { Button } from '../../ui/Button';
import { TextField } from '../../ui/fields';
import { Form } from '../../ui/Form';
import { Loadable, Skeleton } from '../../ui/states';
import { useForm } from '../../ui/use-form';
import { refreshC2c, useMessages } from './use-c2c';
import styles from './C2c.module.css';

/** Words with support about this order. What is on the screen is marked as read. */
export function Chat({ orderId }: { orderId: string }) {
  const { t } = useTranslation('c2c');
  const query = useMessages(orderId);
  const unread = query.data?.unread ?? 0;
  useEffect(() => {
    if (unread > 0) void api.call(readC2cMessages, { orderId }, QUIET).then(refreshC2c, () => undefined);
  }, [orderId, unread]);
  return (
    <section className={styles.chat} aria-labelledby="c2c-chat">
      <h3 id="c2c-chat">{t('chat.title')}</h3>
      <Loadable query={query} skeleton={<Skeleton rows={2} height={40} />}>
        {({ items }) => <Lines items={items} />}
      </Loadable>
      <Write orderId={orderId} />
    </section>
  );
}

function Lines({ items }: { items: readonly C2cMessageView[] }) {
  const { t } = useTranslation('c2c');
  const format = useFormat();
  const end = useRef<HTMLOListElement>(null);
  useEffect(() => {
    const list = end.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
  }, [items.length]);
  if (items.length === 0) return <p className={styles.quiet}>{t('chat.none')}</p>;
  return (
    <ol className={styles.lines} ref={end} aria-live="polite" tabIndex={0} aria-label={t('chat.title')}>
      {items.map(({ id, at, from, text, read }) => (
        <li key={id} data-from={from}>
          <p>{text ?? '–'}</p>
          <small>
            {t(`chat.${from}`)} · {format.shortDateTime(at)}
            {from === 'person' && ` · ${t(read ? 'chat.read' : 'chat.sent')}`}
          </small>
        </li>
      ))}
    </ol>
  );
}

function Write({ orderId }: { orderId: string }) {
  const { t } = useTranslation(['c2c', 'refusal']);
  const form = useForm<'text'>({
    initial: { text: '' },
    draft: { name: `c2c-chat.${orderId}`, keep: ['text'] },
    check: ({ text }) => (text.trim() === '' ? { text: t('refusal:c2c.message-empty') } : {}),
    send: async ({ text }, requestToken) => {
      await api.call(sendC2cMessage, { orderId, text, requestToken }, QUIET);
      form.set({ text: '' });
      await refreshC2c();
    },
  });
  return (
    <Form
      handle={form}
      label={t('chat.title')}
      actions={
        <p className={styles.actions}>
          <Button type="submit" kind="plain" busy={form.busy}>
            {t('chat.action')}
          </Button>
        </p>
      }
    >
      <TextField label={t('chat.text')} maxLength={C2C_LENGTHS.message} autoComplete="off" {...form.field('text')} />
    </Form>
  );
}
