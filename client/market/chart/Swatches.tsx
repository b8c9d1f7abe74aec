import { useTranslation } from 'react-i18next';
import { palette } from './colours';
import styles from './Toolbar.module.css';

interface SwatchesProps {
  label: string;
  /** Index into the palette. */
  value: number;
  onChange: (colour: number) => void;
}

/** The palette to choose from. */
export function Swatches({ label, value, onChange }: SwatchesProps) {
  const { t } = useTranslation('chart');
  const colours = palette();
  return (
    <div className={styles.swatches} role="radiogroup" aria-label={label}>
      {colours.map((colour, at) => (
        <button
          key={colour}
          type="button"
          role="radio"
          aria-checked={at === value % colours.length}
          aria-label={t(`colour.${at}`)}
          title={t(`colour.${at}`)}
          style={{ background: colour }}
          onClick={() => onChange(at)}
        />
      ))}
    </div>
  );
}
