import { useTranslation } from 'react-i18next';
import { rateSupport } from '../../../contracts/support.calls';
import { SUPPORT_LENGTHS } from '../../../contracts/support.contract';
import { api, QUIET } from '../../lib/api';
import { Button } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { TextArea } from '../../ui/TextArea';
import { useForm } from '../../ui/use-form';
import { refreshSupport } from './use-support';
import styles from './Support.module.css';

const SCALE = ['1', '2', '3', '4', '5'] as const;

/** A rating from 1 to 5, once. */
export function Rate({ conversationId }: { conversationId: string }) {
  const { t } = useTranslation('support');
  const form = useForm<'rating' | 'comment'>({
    initial: { rating: '', comment: '' },
    check: ({ rating }) => (rating === '' ? { rating: t('rate.missing') } : {}),
    send: async ({ rating, comment }, requestToken) => {
      await api.call(rateSupport, { conversationId, rating, comment, requestToken }, QUIET);
      await refreshSupport();
    },
  });
  const chosen = form.field('rating');
  return (
    <Form
      handle={form}
      label={t('rate.title')}
      actions={
        <Button type="submit" kind="plain" busy={form.busy}>
          {t('rate.action')}
        </Button>
      }
    >
      <fieldset className={styles.rating}>
        <legend>{t('rate.title')}</legend>
        <div className={styles.scale}>
          {SCALE.map((rating) => (
            <label key={rating} title={t('rate.scale', { rating })}>
              <input
                type="radio"
                name="rating"
                value={rating}
                aria-label={t('rate.scale', { rating })}
                checked={chosen.value === rating}
                onChange={() => chosen.onChange(rating)}
              />
              {rating}
            </label>
          ))}
        </div>
        {chosen.error !== undefined && (
          <p className={styles.problem} role="alert">
            {chosen.error}
          </p>
        )}
      </fieldset>
      <TextArea label={t('rate.comment')} maxLength={SUPPORT_LENGTHS.comment} {...form.field('comment')} />
    </Form>
  );
}
