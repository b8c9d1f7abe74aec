import { useState } from 'react';
import { NetworkError, RefusalError } from '../lib/api';
import { toast } from '../lib/toasts';
import { Button, ButtonLink } from '../ui/Button';
import { CopyText } from '../ui/CopyText';
import { FactList } from '../ui/FactList';
import { ConfirmHost, confirm } from '../ui/confirm';
import { Icon, type IconName } from '../ui/icons';
import { Menu, MenuGroup, MenuItem } from '../ui/Menu';
import MenuPanel, { PanelGroup, PanelItem } from '../ui/MenuPanel';
import ModalPanel, { DialogCard } from '../ui/ModalPanel';
import { PanelBoundary } from '../ui/PanelBoundary';
import { Progress } from '../ui/Progress';
import QrCode from '../ui/QrCode';
import { Empty, Failed, Loadable, Offline, Skeleton } from '../ui/states';
import { Tabs } from '../ui/Tabs';
import { ToastCard, Toasts } from '../ui/Toasts';
import type { Specimen } from './specimen';
import styles from './Gallery.module.css';

const nothing = () => undefined;
const ICONS: IconName[] = ['home', 'market', 'trade', 'search', 'bell', 'eye', 'copy', 'check', 'warning', 'offline'];
const HASH = '5f2b8c1d9e0a47b6c3d2e1f0a9b8c7d65f2b8c1d9e0a47b6c3d2e1f0a9b8c7d6';

function Buttons() {
  const kinds = ['primary', 'plain', 'quiet', 'buy', 'sell', 'danger'] as const;
  return (
    <>
      <div className={styles.row}>
        {kinds.map((kind) => (
          <Button key={kind} kind={kind}>
            {kind}
          </Button>
        ))}
      </div>
      <div className={styles.row}>
        <Button size="s">small</Button>
        <Button size="l">large</Button>
        <Button busy>busy</Button>
        <Button disabled>disabled</Button>
        <ButtonLink to="/gallery" kind="plain">
          a link
        </ButtonLink>
      </div>
    </>
  );
}

function TabsShown() {
  const [value, setValue] = useState<'a' | 'b' | 'c'>('a');
  const tabs = [
    { value: 'a', label: 'Open orders' },
    { value: 'b', label: 'History' },
    { value: 'c', label: 'Trades' },
  ] as const;
  return (['line', 'chips', 'pills'] as const).map((look) => (
    <Tabs key={look} label={look} tabs={tabs} value={value} onChange={setValue} look={look} />
  ));
}

function MenuShown() {
  return (
    <div className={styles.row}>
      <Menu label="A menu" button="A menu" align="start">
        {(close) => (
          <MenuGroup label="Theme">
            <MenuItem checked onSelect={close}>
              Light
            </MenuItem>
            <MenuItem checked={false} onSelect={close}>
              Dark
            </MenuItem>
          </MenuGroup>
        )}
      </Menu>
    </div>
  );
}

const openConfirm = () => void confirm({ title: 'Sure?', body: 'It ends.', confirmLabel: 'End it' });

function Dialogs() {
  const [open, setOpen] = useState(false);
  return (
    <div className={styles.row}>
      <Button kind="plain" onClick={() => setOpen(true)}>
        Open a dialog
      </Button>
      <Button kind="plain" onClick={openConfirm}>
        Ask
      </Button>
      {open && (
        <ModalPanel title="A dialog" onClose={() => setOpen(false)}>
          <p>Escape closes it, and the focus returns.</p>
          <Button kind="plain" onClick={openConfirm}>
            Ask
          </Button>
          <Button data-autofocus onClick={() => setOpen(false)}>
            Done
          </Button>
        </ModalPanel>
      )}
    </div>
  );
}

function ToastsShown() {
  const kinds = ['neutral', 'success', 'warning'] as const;
  return (
    <>
      {kinds.map((kind) => (
        <ToastCard key={kind} kind={kind} text={`A ${kind} message, three seconds long.`} onDismiss={nothing} />
      ))}
      <div className={styles.row}>
        <Button kind="plain" size="s" onClick={() => toast('success', 'Order placed.')}>
          Say it
        </Button>
      </div>
    </>
  );
}

const query = { data: undefined, isPending: true, error: null, refetch: nothing };

function Crash() {
  const [crashed, setCrashed] = useState(false);
  if (crashed) throw new Error('a view that crashes');
  return (
    <Button kind="plain" onClick={() => setCrashed(true)}>
      Crash this view
    </Button>
  );
}

export const SPECIMENS: readonly Specimen[] = [
  { of: [Button.name, ButtonLink.name], show: Buttons },
  {
    of: [Icon.name],
    show: () => (
      <div className={styles.row}>
        {ICONS.map((name) => (
          <Icon key={name} name={name} />
        ))}
      </div>
    ),
  },
  { of: [Tabs.name], show: TabsShown },
  {
    of: [Menu.name, MenuItem.name, MenuGroup.name, MenuPanel.name, PanelItem.name, PanelGroup.name],
    show: MenuShown,
  },
  {
    of: [DialogCard.name],
    show: () => (
      <DialogCard title="Leave the demo account?" onClose={nothing}>
        <p>What a dialog looks like.</p>
      </DialogCard>
    ),
  },
  { of: [ModalPanel.name, ConfirmHost.name], show: Dialogs },
  { of: [ToastCard.name, Toasts.name], show: ToastsShown },
  { of: [Skeleton.name], show: () => <Skeleton rows={3} /> },
  { of: [Empty.name], show: () => <Empty text="No open orders." /> },
  {
    of: [Failed.name],
    show: () => (
      <>
        <Failed error={new NetworkError('gone')} onRetry={nothing} />
        <Failed small error={new RefusalError(1, 'The server’s own words.', null)} />
      </>
    ),
  },
  { of: [Offline.name], show: () => <Offline /> },
  { of: [Loadable.name], show: () => <Loadable query={query}>{nothing}</Loadable> },
  {
    of: [PanelBoundary.name],
    show: () => (
      <PanelBoundary>
        <Crash />
      </PanelBoundary>
    ),
  },
  {
    of: [QrCode.name],
    show: () => <QrCode text="glassbook" label="A code to scan" />,
  },
  {
    of: [Progress.name],
    show: () => (
      <>
        <Progress label="Exporting orders" done={0.42} onCancel={nothing} />
        <Progress label="Checking the history" />
      </>
    ),
  },
  {
    of: [FactList.name],
    show: () => (
      <FactList
        className={styles.facts}
        rows={[
          ['Average price', '61,204.50 USDT'],
          ['Fee', '0.00012 BTC'],
        ]}
      />
    ),
  },
  { of: [CopyText.name], show: () => <CopyText label="commitment" value={HASH} /> },
];
