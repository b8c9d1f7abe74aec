import { useId, type CSSProperties } from 'react';
import { useTranslation } from 'react-i18next';
import type { ImagePurpose } from '../../../contracts/personal.contract';
import { useOwnImage } from '../../lib/own-image';
import { useMedia } from '../../lib/use-media';
import { Button } from '../../ui/Button';
import { ImageField } from '../../ui/ImageField';
import { Progress } from '../../ui/Progress';
import type { FieldProps } from '../../ui/fields';
import { useUploading } from '../../ui/form-uploads';
import { Icon } from '../../ui/icons';
import { useImageUpload, type UploadState } from './use-image-upload';
import styles from './ImageUpload.module.css';

interface ImageUploadProps extends FieldProps {
  /** What the server keeps it for; another form does not take it. */
  purpose: ImagePurpose;
  /** For visitors without a session. */
  ticket?: string;
}

/**
 * A private image of a form, sent as soon as it is chosen: by camera, file or drop. Its value is the image's id, empty while
 * there is none, so it stands in a form as a text field does: `<ImageUpload purpose="document-front" {...form.field('front')} />`.
 */
export function ImageUpload({ purpose, ticket, value, onChange, error, ...field }: ImageUploadProps) {
  const { t } = useTranslation('personal');
  const upload = useImageUpload(purpose, value, onChange, ticket);
  const { chosen, state } = upload;
  useUploading(field.name, state.step === 'sending');
  const before = useOwnImage(chosen === null ? value : '') ?? null;
  const problem = state.step === 'failed' ? (state.message ?? t('image.notSent')) : error;
  const quarters = { '--quarters': chosen?.quarters ?? 0 } as CSSProperties;
  return (
    <div className={styles.upload} data-step={state.step} data-purpose={purpose} style={quarters}>
      <ImageField
        {...field}
        error={problem}
        file={chosen?.file ?? null}
        shown={before}
        large
        onChange={upload.choose}
      />
      <div className={styles.actions}>
        <Camera front={purpose === 'document-held' || purpose === 'recovery-held'} onPhoto={upload.choose} />
        {chosen !== null && (
          <Button kind="plain" size="s" onClick={upload.turn}>
            <Icon name="refresh" size={15} />
            {t('image.turn')}
          </Button>
        )}
        {state.step === 'failed' && chosen !== null && (
          <Button kind="plain" size="s" onClick={upload.repeat}>
            {t('image.again')}
          </Button>
        )}
        {(chosen !== null || value !== '') && (
          <Button kind="quiet" size="s" onClick={() => upload.choose(null)}>
            {t('image.remove')}
          </Button>
        )}
      </div>
      <Outcome state={state} />
    </div>
  );
}

/** The phone's own camera; on a computer the file dialog is the way. */
function Camera({ front, onPhoto }: { front: boolean; onPhoto: (file: File) => void }) {
  const { t } = useTranslation('personal');
  const id = useId();
  if (!useMedia('(pointer: coarse)')) return null;
  return (
    <label className={styles.camera} htmlFor={id}>
      <Icon name="image" size={15} />
      {t('image.camera')}
      <input
        id={id}
        type="file"
        accept="image/jpeg,image/png"
        capture={front ? 'user' : 'environment'}
        onChange={(event) => {
          const photo = event.target.files?.[0];
          if (photo) onPhoto(photo);
        }}
      />
    </label>
  );
}

function Outcome({ state }: { state: UploadState }) {
  const { t } = useTranslation('personal');
  if (state.step === 'sending')
    return <Progress label={t('image.sending')} done={state.done < 1 ? state.done : undefined} />;
  if (state.step !== 'kept') return null;
  return (
    <div role="status" className={styles.outcome}>
      <p className={styles.kept}>
        <Icon name="check" size={15} />
        {t('image.kept')}
      </p>
      {state.hints.length > 0 && (
        <ul className={styles.hints}>
          {state.hints.map((hint) => (
            <li key={hint}>
              <Icon name="warning" size={15} />
              {t(`image.hint.${hint}`)}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
