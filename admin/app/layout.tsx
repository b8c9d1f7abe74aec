import { Box, MenuItem, Typography, useMediaQuery, type Theme } from '@mui/material';
import type { ReactNode } from 'react';
import {
  AppBar,
  Layout,
  LoadingIndicator,
  Logout,
  TitlePortal,
  ToggleThemeButton,
  useGetIdentity,
  UserMenu,
  useTranslate,
  useUserMenu,
} from 'react-admin';
import { Link } from 'react-router-dom';
import { Brand } from '../ui/brand';
import { LanguageMenu } from '../ui/language-menu';
import { CommandSearch } from './command-search';
import { Keyboard } from './keyboard';
import { ConsoleMenu } from './menu';

function OwnAccountItem() {
  const translate = useTranslate();
  const menu = useUserMenu();
  return (
    <MenuItem component={Link} to="/own-account" onClick={() => menu?.onClose()}>
      {translate('console.own.title')}
    </MenuItem>
  );
}

/** The name stands in the button where there is room, so the label has to say it too. */
function AccountMenu() {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const account = translate('ra.auth.user_menu');
  const named = identity?.fullName === undefined ? account : `${account}: ${identity.fullName}`;
  return (
    <UserMenu label={phone ? 'ra.auth.user_menu' : named}>
      <OwnAccountItem />
      <Logout />
    </UserMenu>
  );
}

function ConsoleToolbar() {
  const translate = useTranslate();
  return (
    <>
      <CommandSearch />
      <LanguageMenu />
      <ToggleThemeButton />
      <LoadingIndicator aria-label={translate('ra.page.loading')} />
    </>
  );
}

/** On a phone the title has two lines instead of an end that is cut off. */
const TITLE = {
  marginInlineStart: { xs: 0.5, sm: 2 },
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: { xs: 'normal', sm: 'nowrap' },
  fontSize: { xs: 15, sm: 20 },
  lineHeight: { xs: 1.2, sm: 1.6 },
} as const;

function ConsoleAppBar() {
  return (
    <AppBar userMenu={<AccountMenu />} toolbar={<ConsoleToolbar />}>
      <Box sx={{ display: { xs: 'none', sm: 'contents' } }}>
        <Brand compact />
      </Box>
      <TitlePortal variant="h6" component="h1" sx={TITLE} />
    </AppBar>
  );
}

/** Bar, menu, page, and the line that stands on every page: this is a simulation. */
export function ConsoleLayout({ children }: { children: ReactNode }) {
  const translate = useTranslate();
  return (
    <Layout
      appBar={ConsoleAppBar}
      appBarAlwaysOn
      menu={ConsoleMenu}
      sx={{
        minWidth: 0,
        '& .RaLayout-appFrame': { minWidth: 0 },
        '& .RaLayout-content': { paddingInline: { xs: 1, sm: 2.5 }, paddingBlock: 1.5, minWidth: 0 },
        '& .RaLayout-contentWithSidebar': { minWidth: 0 },
      }}
    >
      <Keyboard />
      <Box sx={{ display: 'flex', flexDirection: 'column', minHeight: 'calc(100vh - 76px)', minWidth: 0 }}>
        <Box sx={{ flex: 1, minWidth: 0 }}>{children}</Box>
        <Typography component="footer" variant="caption" color="textSecondary" sx={{ paddingBlockStart: 2 }}>
          {translate('console.simulation')}
        </Typography>
      </Box>
    </Layout>
  );
}
