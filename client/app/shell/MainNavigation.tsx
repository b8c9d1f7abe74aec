import { useId, useRef, useState, type FocusEvent, type PointerEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { Link, useLocation } from 'react-router-dom';
import { Icon } from '../../ui/icons';
import { ScreenName } from '../ScreenName';
import { MAIN_WAYS, reloadIfThere } from './navigation';
import styles from './MainNavigation.module.css';

/** The main ways on top, each a link; what is behind one opens under the pointer, or by its arrow for the keyboard. */
export function MainNavigation() {
  const { t } = useTranslation('common');
  const [open, setOpen] = useState<string | null>(null);
  return (
    <nav className={styles.nav} aria-label={t('nav.main')}>
      <ul>
        {MAIN_WAYS.map((way) => (
          <Way
            key={way.key}
            way={way}
            open={open === way.key}
            setOpen={(wanted) => setOpen((now) => (wanted ? way.key : now === way.key ? null : now))}
          />
        ))}
      </ul>
    </nav>
  );
}

interface WayProps {
  way: (typeof MAIN_WAYS)[number];
  open: boolean;
  setOpen: (open: boolean) => void;
}

function Way({ way: { key, to, paths, more }, open, setOpen }: WayProps) {
  const { t } = useTranslation('common');
  const { pathname } = useLocation();
  const id = useId();
  const arrow = useRef<HTMLButtonElement>(null);
  const current = paths.includes(pathname) ? ('page' as const) : undefined;
  const link = (
    <Link to={to} aria-current={current} onClick={() => (setOpen(false), reloadIfThere(to))}>
      {t(key)}
    </Link>
  );
  if (more.length === 0) return <li>{link}</li>;
  const byMouse = (wanted: boolean) => (event: PointerEvent) => event.pointerType === 'mouse' && setOpen(wanted);
  const onBlur = (event: FocusEvent) => {
    if (!event.currentTarget.contains(event.relatedTarget)) setOpen(false);
  };
  return (
    <li
      onPointerEnter={byMouse(true)}
      onPointerLeave={byMouse(false)}
      onBlur={onBlur}
      onKeyDown={(event) => {
        if (event.key !== 'Escape' || !open) return;
        setOpen(false);
        arrow.current?.focus();
      }}
    >
      {link}
      <button
        type="button"
        ref={arrow}
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        aria-label={t('nav.more', { name: t(key) })}
        onClick={() => setOpen(!open)}
      >
        <Icon name="down" size={14} />
      </button>
      {open && (
        <ul id={id} className={styles.more}>
          {more.map(({ screen, path }) => (
            <li key={screen}>
              <Link to={path} aria-current={pathname === path ? 'page' : undefined} onClick={() => setOpen(false)}>
                <ScreenName screen={screen} />
              </Link>
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
