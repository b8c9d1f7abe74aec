import { useContext, type ReactNode } from 'react';
import { FormUploads } from './form-uploads';
import { Icon } from './icons';
import { RefusalAside } from './refusal-aside';
import type { FormHandle } from './use-form';
import styles from './fields.module.css';

/** The form element around fields; a problem of the whole form stands under them, before the button. */
export function Form<Field extends string>({
  handle,
  label,
  children,
  actions,
}: {
  handle: FormHandle<Field>;
  label?: string;
  children: ReactNode;
  actions: ReactNode;
}) {
  const Aside = useContext(RefusalAside);
  return (
    <FormUploads value={handle.startUpload}>
      <form ref={handle.form} className={styles.form} aria-label={label} onSubmit={handle.submit} noValidate>
        {children}
        {handle.problem !== null && (
          <p className={styles.error} role="alert">
            <Icon name="info" size={14} />
            {handle.problem}
          </p>
        )}
        {Aside !== null && handle.refused !== null && <Aside error={handle.refused} />}
        {actions}
      </form>
    </FormUploads>
  );
}
