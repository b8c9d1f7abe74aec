import { useEffect, useRef } from 'react';
import { Icon } from '../../ui/icons';
import styles from './MarketScreen.module.css';

/** `/` jumps into the search from anywhere on the screen, Escape empties it. */
export function SearchField({
  label,
  value,
  onChange,
}: {
  label: string;
  value: string;
  onChange: (value: string) => void;
}) {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      const { target } = event;
      const typing = target instanceof HTMLElement && target.matches('input, textarea, select, [contenteditable]');
      if (event.key !== '/' || event.ctrlKey || event.metaKey || event.altKey || typing) return;
      event.preventDefault();
      field.current?.focus();
    };
    // Before everybody else: on a screen with a search of its own, the key means that one and not the whole platform's.
    addEventListener('keydown', onKey, true);
    return () => removeEventListener('keydown', onKey, true);
  }, []);
  return (
    <label className={styles.search}>
      <span className="hidden-visually">{label}</span>
      <Icon name="search" size={16} />
      <input
        ref={field}
        type="search"
        value={value}
        placeholder={label}
        autoComplete="off"
        spellCheck={false}
        enterKeyHint="search"
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={(event) => event.key === 'Escape' && onChange('')}
      />
      <kbd aria-hidden="true">/</kbd>
    </label>
  );
}
