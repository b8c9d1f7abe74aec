import { useId } from 'react';
import { useTranslation } from 'react-i18next';
import { toast } from '../../lib/toasts';
import { Button } from '../../ui/Button';
import { FieldFrame, tiedTo, type FieldProps } from '../../ui/fields';
import fields from '../../ui/fields.module.css';
import { addressIn } from './pasted-address';
import styles from './Payee.module.css';

interface AddressFieldProps extends Omit<FieldProps, 'hint'> {
  /** What was pasted or scanned; the tag is empty unless a payment link names one. */
  onFound: (found: { address: string; tag: string }) => void;
}

/** An address is pasted or read from a QR code, hardly ever typed; a payment link is taken apart. */
export function AddressField({ label, error, value, onChange, name, onFound }: AddressFieldProps) {
  const { t } = useTranslation('payee');
  const id = useId();
  const hint = t('address.hint');
  const take = (text: string) => onFound(addressIn(text));
  const paste = async () => {
    const text = await navigator.clipboard.readText().catch(() => '');
    if (text.trim() === '') toast('neutral', t('address.nothingCopied'));
    else take(text);
  };
  return (
    <FieldFrame id={id} label={label} hint={hint} error={error}>
      <textarea
        {...tiedTo(id, error, hint)}
        name={name}
        rows={2}
        className={`${fields.input} ${styles.mono} ${styles.addressInput}`}
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        maxLength={256}
        value={value}
        onChange={(event) => onChange(event.target.value.replace(/\s/g, ''))}
        onPaste={(event) => {
          event.preventDefault();
          take(event.clipboardData.getData('text'));
        }}
      />
      <div className={styles.aids}>
        <Button kind="plain" size="s" onClick={() => void paste()}>
          {t('address.paste')}
        </Button>
        <QrReader onRead={take} />
      </div>
    </FieldFrame>
  );
}

interface BarcodeReader {
  detect(image: ImageBitmap): Promise<readonly { rawValue: string }[]>;
}
type WithReader = typeof globalThis & { BarcodeDetector?: new (request: { formats: string[] }) => BarcodeReader };

/** Reads a QR code from the camera or a picture, where the browser can; the picture stays in the browser. */
function QrReader({ onRead }: { onRead: (text: string) => void }) {
  const { t } = useTranslation('payee');
  const Reader = (globalThis as WithReader).BarcodeDetector;
  if (Reader === undefined) return null;
  const read = async (file: File | undefined) => {
    if (file === undefined) return;
    const found = await createImageBitmap(file)
      .then((image) => new Reader({ formats: ['qr_code'] }).detect(image))
      .catch(() => []);
    if (found[0] === undefined) toast('warning', t('address.noQr'));
    else onRead(found[0].rawValue);
  };
  return (
    <label className={styles.qr}>
      <input
        type="file"
        accept="image/*"
        capture="environment"
        onChange={({ target }) => {
          void read(target.files?.[0]);
          // The same picture may be chosen again.
          target.value = '';
        }}
      />
      {t('address.scan')}
    </label>
  );
}
