import { Icon } from '../../ui/icons';
import styles from './Dialogs.module.css';

interface SearchFieldProps {
  label: string;
  value: string;
  onChange: (text: string) => void;
}

export function SearchField({ label, value, onChange }: SearchFieldProps) {
  return (
    <label className={styles.search}>
      <span className="hidden-visually">{label}</span>
      <Icon name="search" size={16} />
      <input
        data-autofocus
        type="search"
        placeholder={label}
        value={value}
        onChange={(event) => onChange(event.target.value)}
      />
    </label>
  );
}
