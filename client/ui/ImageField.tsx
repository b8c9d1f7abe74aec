import { useEffect, useId, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { cx } from '../lib/cx';
import { useFormat } from '../lib/format';
import { FieldFrame, tiedTo, type FieldProps } from './fields';
import { Icon } from './icons';
import { IMAGE_TYPES, imageProblem } from './image-file';
import styles from './fields.module.css';

interface ImageFieldProps extends Omit<FieldProps, 'value' | 'onChange'> {
  file: File | null;
  onChange: (file: File | null) => void;
  /** Address of what was sent before, shown while no file is chosen. */
  shown?: string | null;
  /** Shows what is chosen large enough to judge it; `--quarters` around it turns it. */
  large?: boolean;
}

/** An image to send, by click, keyboard or drop; shows a preview, and a problem at once. */
export function ImageField({ label, hint, error, name, file, onChange, shown, large }: ImageFieldProps) {
  const { t } = useTranslation('common');
  const format = useFormat();
  const id = useId();
  const preview = usePreview(file) ?? shown ?? null;
  const [problem, setProblem] = useState<ReturnType<typeof imageProblem>>(null);
  const take = (chosen: File | undefined) => {
    if (chosen === undefined) return;
    const wrong = imageProblem(chosen);
    setProblem(wrong);
    onChange(wrong === null ? chosen : null);
  };
  const message = problem === null ? error : t(problem);
  return (
    <FieldFrame id={id} label={label} hint={hint} error={message}>
      <label
        className={cx(styles.file, message !== undefined && styles.wrong, large && preview !== null && styles.large)}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => (event.preventDefault(), take(event.dataTransfer.files[0]))}
      >
        <input
          {...tiedTo(id, message, hint)}
          type="file"
          name={name}
          accept={IMAGE_TYPES.join(',')}
          onChange={(event) => {
            take(event.target.files?.[0]);
            // The same file chosen again, after it was removed, is a choice as well.
            event.target.value = '';
          }}
        />
        {preview === null ? (
          <span className={styles.preview}>
            <Icon name="image" size={24} />
          </span>
        ) : (
          <img src={preview} alt="" className={styles.preview} />
        )}
        <span className={styles.fileText}>
          <b>{preview === null ? t('field.chooseImage') : (file?.name ?? t('field.replaceImage'))}</b>
          <small>
            {file === null
              ? t('field.imageRules')
              : t('field.kilobytes', { size: format.count(Math.ceil(file.size / 1024)) })}
          </small>
        </span>
      </label>
    </FieldFrame>
  );
}

/** An address under which the browser shows the file, as long as it is chosen. */
function usePreview(file: File | null): string | null {
  const [address, setAddress] = useState<string | null>(null);
  useEffect(() => {
    if (file === null) return setAddress(null);
    const made = URL.createObjectURL(file);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [file]);
  return address;
}
