import { Box, Typography } from '@mui/material';
import { useTranslate } from 'react-admin';
import type { ContentText } from '../../../contracts/content.contract.js';
import { lineDiff, type DiffLine } from './line-diff';

const SIGN = { same: ' ', added: '+', removed: '−' } as const;
const TONE = { same: 'text.secondary', added: 'success.main', removed: 'error.main' } as const;

/** Title, summary and text as one, so that a change of any of them shows. */
function whole({ title, summary, body }: ContentText): string {
  return `# ${title}\n> ${summary}\n\n${body}`;
}

function Line({ line }: { line: DiffLine }) {
  const element = line.kind === 'added' ? 'ins' : line.kind === 'removed' ? 'del' : 'span';
  return (
    <Box
      component={element}
      sx={{
        display: 'block',
        color: TONE[line.kind],
        textDecoration: 'none',
        whiteSpace: 'pre-wrap',
        overflowWrap: 'anywhere',
        minHeight: '1.5em',
      }}
    >
      {`${SIGN[line.kind]} ${line.text}`}
    </Box>
  );
}

/** What became of a text, line by line. The sign says it too, for those who do not see the colours. */
export function DiffView({ before, after }: { before: ContentText; after: ContentText }) {
  const translate = useTranslate();
  const lines = lineDiff(whole(before), whole(after));
  if (lines.every(({ kind }) => kind === 'same'))
    return <Typography color="textSecondary">{translate('console.content.no_difference')}</Typography>;
  return (
    <Box
      component="pre"
      tabIndex={0}
      aria-label={translate('console.content.difference')}
      sx={{ margin: 0, fontSize: 12.5, lineHeight: 1.5, maxHeight: 480, overflow: 'auto', fontFamily: 'monospace' }}
    >
      {lines.map((line, index) => (
        <Line key={index} line={line} />
      ))}
    </Box>
  );
}
