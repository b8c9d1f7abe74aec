import { useEffect, useState, type ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../lib/toasts';
import { Icon } from './icons';
import styles from './numbers.module.css';

/** Hashes, addresses, order numbers: shown short, copied whole. */
export function CopyText({ value, label, children }: { value: string; label: string; children?: ReactNode }) {
  const { t } = useTranslation('common');
  const [copied, copy] = useCopy();
  return (
    <button type="button" className={styles.copy} title={value} onClick={() => void copy(value)}>
      <span className="hidden-visually">
        {t('action.copy')}: {label}
      </span>
      {children ?? <code>{shortened(value)}</code>}
      <Icon name={copied ? 'check' : 'copy'} size={14} />
    </button>
  );
}

const TICKED_MS = 2000;

/** Copies and confirms for a moment; a browser without permission shows the text to copy by hand. */
export function useCopy(): [copied: boolean, copy: (text: string) => Promise<void>] {
  const { t } = useTranslation('common');
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), TICKED_MS);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async (text: string) => {
    try {
      await navigator.clipboard.writeText(text);
      setCopied(true);
      toast('success', t('action.copied'));
    } catch {
      toast('neutral', text);
    }
  };
  return [copied, copy];
}

const shortened = (text: string): string => (text.length > 24 ? `${text.slice(0, 12)}…${text.slice(-8)}` : text);
