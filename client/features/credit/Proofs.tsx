import { useEffect, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { submitCreditProof } from '../../../contracts/credit.calls';
import { api, QUIET } from '../../lib/api';
import type { CREDIT_LIMITS, CreditProofView, CreditView } from '../../../contracts/credit.contract';
import { pathOf } from '../../app/routes';
import { useFormat } from '../../lib/format';
import { Button, ButtonLink } from '../../ui/Button';
import { Form } from '../../ui/Form';
import { Icon } from '../../ui/icons';
import { useForm } from '../../ui/use-form';
import { ImageUpload } from '../personal/ImageUpload';
import { refreshCredit } from './use-credit';
import styles from './Credit.module.css';

/** What may be proved, how each proof stands, and the form to send one; locked until the real name is verified. */
export function Proofs({ credit }: { credit: CreditView }) {
  const { t } = useTranslation(['credit', 'refusal']);
  const [open, setOpen] = useState<string | null>(null);
  return (
    <section className={styles.card} aria-labelledby="credit-proofs">
      <h2 id="credit-proofs">{t('proofs.title')}</h2>
      <p className={styles.note}>{t('proofs.lead')}</p>
      {!credit.primaryPassed && (
        <div className={styles.locked}>
          <Icon name="lock" size={20} />
          <p>{t('refusal:credit.identity-required')}</p>
          <ButtonLink to={pathOf('primary')}>{t('proofs.verify')}</ButtonLink>
        </div>
      )}
      <ul className={styles.proofs}>
        {credit.proofs.map((proof) => (
          <Proof
            key={proof.proof}
            proof={proof}
            locked={!credit.primaryPassed}
            open={open === proof.proof}
            onOpen={(opened) => setOpen(opened ? proof.proof : null)}
          />
        ))}
      </ul>
    </section>
  );
}

interface ProofProps {
  proof: CreditProofView;
  locked: boolean;
  open: boolean;
  onOpen: (open: boolean) => void;
}

function Proof({ proof, locked, open, onOpen }: ProofProps) {
  const { t } = useTranslation('credit');
  const format = useFormat();
  const { status } = proof;
  const at = status === 'waiting' ? proof.submittedAt : proof.decidedAt;
  const maySend = !locked && (status === 'none' || status === 'rejected');
  const name = t(`proof.${proof.proof}.name`);
  return (
    <li className={styles.proof}>
      <div className={styles.proofHead}>
        <div>
          <h3>{name}</h3>
          <p className={styles.note}>{t(`proof.${proof.proof}.what`)}</p>
          <p className={styles.state}>
            <span className={styles.mark} data-state={status}>
              {t(`status.${status}`)}
            </span>
            {at !== null && <small>{format.dateTime(at)}</small>}
          </p>
        </div>
        {maySend && !open && (
          <Button
            kind="plain"
            aria-label={`${t(status === 'rejected' ? 'proofs.again' : 'proofs.send')}: ${name}`}
            onClick={() => onOpen(true)}
          >
            {t(status === 'rejected' ? 'proofs.again' : 'proofs.send')}
          </Button>
        )}
      </div>
      {status === 'rejected' && <Reasons proof={proof} />}
      {maySend && open && <ProofForm proof={proof} onDone={() => onOpen(false)} />}
    </li>
  );
}

function Reasons({ proof: { reasons, note } }: { proof: CreditProofView }) {
  const { t } = useTranslation('credit');
  return (
    <div className={styles.reasons}>
      <p>{t('proofs.reasons')}</p>
      <ul>
        {reasons.map((reason) => (
          <li key={reason}>{reason}</li>
        ))}
      </ul>
      {note !== null && (
        <blockquote>
          <b>{t('proofs.note')}</b> {note}
        </blockquote>
      )}
    </div>
  );
}

const PAGES = ['page1', 'page2', 'page3', 'page4', 'page5'] as const satisfies readonly string[] & {
  length: typeof CREDIT_LIMITS.imagesPerProof;
};
type Page = (typeof PAGES)[number];

/** Up to five pages; what was rejected begins with the pages that were sent before. */
function ProofForm({ proof, onDone }: { proof: CreditProofView; onDone: () => void }) {
  const { t } = useTranslation(['credit', 'refusal']);
  const element = useRef<HTMLDivElement>(null);
  const [pages, setPages] = useState(Math.max(1, proof.images.length));
  const form = useForm<Page | 'images'>({
    initial: { ...pagesOf(proof.images), images: '' },
    check: (values) => (idsOf(values).length === 0 ? { page1: t('refusal:credit.image-required') } : {}),
    send: async (values) => {
      await api.call(submitCreditProof, { proof: proof.proof, images: idsOf(values).join(',') }, QUIET);
      await refreshCredit();
      onDone();
    },
  });
  useEffect(() => element.current?.querySelector<HTMLElement>('input, button')?.focus(), []);
  return (
    <div ref={element} className={styles.form}>
      <Form
        handle={form}
        label={t(`proof.${proof.proof}.name`)}
        actions={
          <div className={styles.actions}>
            <Button kind="plain" onClick={onDone}>
              {t('proofs.cancel')}
            </Button>
            <Button type="submit" busy={form.busy}>
              {t('proofs.submit')}
            </Button>
          </div>
        }
      >
        {PAGES.slice(0, pages).map((page, index) => (
          <ImageUpload
            key={page}
            label={t('proofs.page', { number: index + 1 })}
            purpose="credit-proof"
            {...form.field(page)}
            error={form.field(page).error ?? (index === 0 ? form.field('images').error : undefined)}
          />
        ))}
        {pages < PAGES.length && (
          <Button kind="quiet" size="s" onClick={() => setPages(pages + 1)}>
            {t('proofs.addPage')}
          </Button>
        )}
        <p className={styles.note}>{t('proofs.seen')}</p>
      </Form>
    </div>
  );
}

function pagesOf(images: readonly string[]): Record<Page, string> {
  return Object.fromEntries(PAGES.map((page, index) => [page, images[index] ?? ''])) as Record<Page, string>;
}

function idsOf(values: Record<Page, string>): string[] {
  return PAGES.map((page) => values[page]).filter((id) => id !== '');
}
