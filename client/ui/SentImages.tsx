import { useTranslation } from 'react-i18next';
import { useOwnImage } from '../lib/own-image';
import styles from './SentImages.module.css';

interface SentImageProps {
  imageId: string;
  /** What it shows. */
  label: string;
}

/** Private images that the person sent with a form, each by its name; one opens whole in a tab of its own. */
export function SentImages({ images }: { images: readonly SentImageProps[] }) {
  return (
    <ul className={styles.images}>
      {images.map(({ imageId, label }) => (
        <li key={`${imageId} ${label}`}>
          <SentImage imageId={imageId} label={label} />
        </li>
      ))}
    </ul>
  );
}

function SentImage({ imageId, label }: SentImageProps) {
  const { t } = useTranslation('common');
  const address = useOwnImage(imageId);
  return (
    <figure className={styles.image}>
      {address == null ? (
        <span className={styles.waiting}>{address === undefined && t('field.imageGone')}</span>
      ) : (
        <a href={address} target="_blank" rel="noreferrer">
          <img src={address} alt={label} />
        </a>
      )}
      <figcaption>{label}</figcaption>
    </figure>
  );
}
