import { Button } from '@mui/material';
import { useTranslate } from 'react-admin';
import { Link } from 'react-router-dom';
import { Page } from '../ui/page';
import { Nothing } from '../ui/states';

export function NotFoundPage() {
  const translate = useTranslate();
  return (
    <Page title={translate('ra.page.not_found')}>
      <Nothing text={translate('ra.message.not_found')}>
        <Button component={Link} to="/" variant="outlined">
          {translate('ra.page.dashboard')}
        </Button>
      </Nothing>
    </Page>
  );
}
