import { useCallback, useEffect, useRef, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatImagePurpose, ChatMessageView } from '../../contracts/chat.contract';
import { useFormat } from '../lib/format';
import { useOwnImage } from '../lib/own-image';
import { Button } from './Button';
import { ChatAttach } from './ChatAttach';
import { Form } from './Form';
import { TextArea } from './TextArea';
import { useForm, type FormHandle } from './use-form';
import styles from './chat.module.css';

/** A message of a chat with staff. */
export type ChatLine = ChatMessageView & { readonly imageId?: string | null };

/** What was written, newest last, and scrolled to it. */
export function ChatLines({ title, none, items }: { title: string; none: string; items: readonly ChatLine[] }) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const end = useRef<HTMLOListElement>(null);
  const toEnd = useCallback((): void => {
    const list = end.current;
    if (list !== null) list.scrollTop = list.scrollHeight;
  }, []);
  useEffect(toEnd, [toEnd, items.length]);
  if (items.length === 0) return <p className={styles.none}>{none}</p>;
  return (
    <ol className={styles.lines} ref={end} aria-live="polite" tabIndex={0} aria-label={title}>
      {items.map(({ id, at, from, text, read, imageId = null }) => (
        <li key={id} data-from={from}>
          {text !== '' && <p>{text ?? '–'}</p>}
          {imageId !== null && <ChatImage imageId={imageId} onLoad={toEnd} />}
          <small>
            {t(`chat.${from}`)} · {format.shortDateTime(at)}
            {from === 'person' && ` · ${t(read ? 'chat.read' : 'chat.sent')}`}
          </small>
        </li>
      ))}
    </ol>
  );
}

/** A private image, shown on this page only. */
function ChatImage({ imageId, onLoad }: { imageId: string; onLoad: () => void }) {
  const { t } = useTranslation('common');
  const address = useOwnImage(imageId);
  if (address == null) return <span className={styles.loading} aria-hidden="true" />;
  return (
    <a href={address} target="_blank" rel="noreferrer">
      <img src={address} alt={t('chat.image')} onLoad={onLoad} />
    </a>
  );
}

export type ChatField = 'text' | 'imageId';

interface ChatFormOptions<More extends string> {
  /** Names the draft, which survives a reload. */
  name: string;
  /** Says that nothing was written. */
  empty: string;
  /** Further fields with their first values, and what each says while it is empty. */
  more?: Record<More, string>;
  missing?: Record<NoInfer<More>, string>;
  send: (values: Record<ChatField | NoInfer<More>, string>, requestToken: string) => Promise<unknown>;
}

/** The message that is being written. It is empty again once it was sent. */
export function useChatForm<More extends string = never>(options: ChatFormOptions<More>): FormHandle<ChatField | More> {
  const { name, empty, more, missing, send } = options;
  const message: Record<ChatField, string> = { text: '', imageId: '' };
  const form: FormHandle<ChatField | More> = useForm<ChatField | More>({
    initial: { ...more, ...message } as Record<ChatField | More, string>,
    draft: { name, keep: ['text'] },
    check: (values) => {
      const lacking = Object.entries<string>(missing ?? {}).filter(([field]) => values[field as More] === '');
      const { text, imageId }: Record<ChatField, string> = values;
      const isEmpty = text.trim() === '' && imageId === '';
      const problems: Partial<Record<ChatField, string>> = isEmpty ? { text: empty } : {};
      return { ...Object.fromEntries(lacking), ...problems } as Partial<Record<ChatField | More, string>>;
    },
    send: async (values, requestToken) => {
      await send(values, requestToken);
      form.set(message as Partial<Record<ChatField | More, string>>);
    },
  });
  return form;
}

interface ChatWriteProps {
  form: FormHandle<ChatField>;
  title: string;
  maxLength: number;
  /** What images of this chat are kept for, where it takes images. */
  images?: ChatImagePurpose | false;
  /** What stands between the text and the button. */
  children?: ReactNode;
}

/** Text, and an image where the chat takes one. Enter sends, Shift and Enter begin a line. */
export function ChatWrite({ form, title, maxLength, images = false, children }: ChatWriteProps) {
  const { t } = useTranslation('common');
  return (
    <Form
      handle={form}
      label={title}
      actions={
        <div className={styles.actions}>
          {images !== false && <ChatAttach purpose={images} {...form.field('imageId')} />}
          <Button type="submit" kind="plain" busy={form.busy}>
            {t('chat.action')}
          </Button>
        </div>
      }
    >
      <TextArea label={t('chat.text')} maxLength={maxLength} onEnter={form.submit} {...form.field('text')} />
      {children}
    </Form>
  );
}
