import { Box, Typography } from '@mui/material';
import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { LANGUAGES, type Language } from '../../../shared/language.js';
import { useResources } from '../../ui/resources';
import { kindsOf } from './review-kinds';

type Texts = Readonly<Record<string, string>>;

const files = import.meta.glob<{ default: Texts }>('../../../locales/*/{review,message-box}.json');

async function textsOf(lang: Language): Promise<{ review: Texts; box: Texts }> {
  const [review, box] = await Promise.all(
    ['review', 'message-box'].map(async (noun) => (await files[`../../../locales/${lang}/${noun}.json`]!()).default),
  );
  return { review: review!, box: box! };
}

function filled(text: string, values: Texts): string {
  return text.replace(/\{\{(\w+)\}\}/g, (_, name: string) => values[name] ?? '');
}

interface PreviewProps {
  lang: Language;
  kind: string;
  verdict: 'approved' | 'rejected' | 'asked';
  reasons: readonly string[];
  note: string;
}

/** The message as the person will read it, in their language. */
export function MessagePreview({ lang, kind, verdict, reasons, note }: PreviewProps) {
  const translate = useTranslate();
  const kinds = kindsOf(useResources());
  const { data } = useQuery({ queryKey: ['message-texts', lang], queryFn: () => textsOf(lang), staleTime: Infinity });
  if (data === undefined) return null;
  const { review, box } = data;
  const wrong = reasons.map((reason) => review[`reason.${kind}.${reason}`] ?? reason);
  const values = {
    kind: review[`kind.${kind}`] ?? kind,
    // Reckoned from the moment of the decision.
    effectAt: '…',
    answerAt: '…',
    reasons: new Intl.ListFormat(LANGUAGES[lang], { type: 'conjunction' }).format(wrong),
  };
  const template = (verdict !== 'asked' && kinds[kind]?.[verdict]) || `review-${verdict}`;
  const language = new Intl.DisplayNames([LANGUAGES[lang]], { type: 'language' }).of(LANGUAGES[lang]);
  return (
    <Box
      component="section"
      aria-label={translate('console.review.preview')}
      data-preview={lang}
      sx={{ borderInlineStart: 3, borderColor: 'divider', paddingInlineStart: 1.5 }}
    >
      <Typography variant="caption" color="textSecondary">
        {translate('console.review.preview')} · {language}
      </Typography>
      <Box lang={LANGUAGES[lang]}>
        <Typography variant="body2" sx={{ fontWeight: 600 }}>
          {filled(box[`${template}.title`] ?? '', values)}
        </Typography>
        <Typography variant="body2">{filled(box[`${template}.body`] ?? '', values)}</Typography>
        {note !== '' && (
          <Typography variant="body2" sx={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}>
            {note}
          </Typography>
        )}
      </Box>
    </Box>
  );
}
