import LanguageIcon from '@mui/icons-material/TranslateOutlined';
import { Button, IconButton, Menu, MenuItem, useMediaQuery, type Theme } from '@mui/material';
import { useState, type MouseEvent } from 'react';
import { useLocales, useLocaleState, useTranslate } from 'react-admin';

/** The nine languages, each under its own name; on phones the mark alone opens the menu. */
export function LanguageMenu() {
  const translate = useTranslate();
  const locales = useLocales();
  const [locale, setLocale] = useLocaleState();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const phone = useMediaQuery((theme: Theme) => theme.breakpoints.down('sm'));
  const name = locales.find((offered) => offered.locale === locale)?.name ?? locale;
  const open = {
    color: 'inherit',
    'aria-haspopup': 'menu',
    'aria-label': `${translate('console.language')}: ${name}`,
    onClick: (event: MouseEvent<HTMLElement>) => setAnchor(event.currentTarget),
  } as const;
  return (
    <>
      {phone ? (
        <IconButton {...open}>
          <LanguageIcon />
        </IconButton>
      ) : (
        <Button {...open} startIcon={<LanguageIcon />}>
          {name}
        </Button>
      )}
      <Menu anchorEl={anchor} open={anchor !== null} onClose={() => setAnchor(null)}>
        {locales.map((offered) => (
          <MenuItem
            key={offered.locale}
            lang={offered.locale}
            selected={offered.locale === locale}
            onClick={() => {
              setAnchor(null);
              setLocale(offered.locale);
            }}
          >
            {offered.name}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
