import { useEffect, useId, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ChatImagePurpose } from '../../contracts/chat.contract';
import { NetworkError, RefusalError } from '../lib/api';
import { uploadImage } from '../lib/upload';
import type { FieldProps } from './fields';
import { Button } from './Button';
import { useUploading } from './form-uploads';
import { Icon } from './icons';
import { IMAGE_TYPES, imageProblem } from './image-file';
import { Progress } from './Progress';
import styles from './chat.module.css';

interface Props extends Omit<FieldProps, 'label' | 'hint'> {
  /** What the server keeps it for: a chat takes only its own images. */
  purpose: ChatImagePurpose;
}

/** Uploads the chosen image and passes its id on; the form around it waits. */
function useChatUpload({ purpose, name, onChange }: Pick<Props, 'purpose' | 'name' | 'onChange'>) {
  const { t } = useTranslation('common');
  const [sending, setSending] = useState(false);
  const [problem, setProblem] = useState<string | null>(null);
  useUploading(name, sending);
  const stop = useRef<AbortController>(undefined);
  useEffect(() => () => stop.current?.abort(), []);
  const choose = async (file: File | undefined) => {
    if (file === undefined) return;
    const wrong = imageProblem(file);
    setProblem(wrong && t(wrong));
    if (wrong !== null) return;
    setSending(true);
    stop.current = new AbortController();
    try {
      const { signal } = stop.current;
      onChange((await uploadImage(purpose, file, { onProgress: () => undefined, signal })).id);
    } catch (failure) {
      if (!stop.current.signal.aborted) onChange('');
      if (failure instanceof RefusalError) setProblem(failure.message);
      else if (failure instanceof NetworkError) setProblem(t('chat.failed'));
    }
    setSending(false);
  };
  const cancel = (): void => {
    stop.current?.abort();
    onChange('');
  };
  return { sending, problem, choose, cancel };
}

/** An image for the message, uploaded as soon as it is chosen; its value is the image's id. */
export function ChatAttach({ purpose, name, value, onChange, error }: Props) {
  const { t } = useTranslation('common');
  const id = useId();
  const { sending, problem, choose, cancel } = useChatUpload({ purpose, name, onChange });
  const shown = problem ?? error;
  const said = shown !== undefined && (
    <span className={styles.problem} role="alert">
      {shown}
    </span>
  );
  if (sending)
    return (
      <div className={styles.attach}>
        <Progress label={t('chat.sending')} onCancel={cancel} />
        {said}
      </div>
    );
  if (value !== '')
    return (
      <p className={styles.attached} role="status">
        <Icon name="image" size={16} />
        {t('chat.attached')}
        <Button kind="quiet" size="s" onClick={() => onChange('')}>
          {t('chat.detach')}
        </Button>
      </p>
    );
  return (
    <div className={styles.attach}>
      <label htmlFor={id}>
        <Icon name="image" size={16} />
        {t('chat.attach')}
        <input
          id={id}
          type="file"
          accept={IMAGE_TYPES.join(',')}
          onChange={(event) => {
            void choose(event.target.files?.[0]);
            // The same file again is a choice as well.
            event.target.value = '';
          }}
        />
      </label>
      {said}
    </div>
  );
}
