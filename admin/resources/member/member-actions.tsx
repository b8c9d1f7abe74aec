import MoreIcon from '@mui/icons-material/MoreHoriz';
import AddIcon from '@mui/icons-material/PersonAddAltOutlined';
import {
  Alert,
  Button,
  Dialog,
  DialogActions,
  DialogContent,
  DialogTitle,
  IconButton,
  Menu,
  MenuItem,
  Stack,
  TextField,
  Typography,
} from '@mui/material';
import { createContext, useContext, useState, type FormEvent, type ReactNode } from 'react';
import { useGetIdentity, useNotify, useTranslate } from 'react-admin';
import {
  changeMemberOwnUsers,
  changeMemberQueues,
  changeMemberRole,
  createMember,
  disableMember,
  enableMember,
  endMemberSessions,
  resetMemberFactor,
  resetMemberPassword,
} from '../../../contracts/staff-lists.calls.js';
import { STAFF_ROLES, type ReviewQueue, type StaffRole } from '../../../contracts/staff.contract.js';
import type { StaffMemberRow, StaffPasswordView } from '../../../contracts/staff-lists.contract.js';
import { Hash } from '../../ui/hash';
import { useChange } from '../../ui/use-change';
import { StatusChip } from '../../ui/values';
import { QueueBoxes } from './member-queues';

export function RoleText({ role }: { role: StaffRole }) {
  return <>{useTranslate()(`console.role.${role}`)}</>;
}

export function MemberStatus({ member: { disabledAt, lockedUntil } }: { member: StaffMemberRow }) {
  return <StatusChip status={disabledAt !== null ? 'disabled' : lockedUntil !== null ? 'locked' : 'active'} />;
}

function Sheet(props: { title: string; close: () => void; children: ReactNode; actions: ReactNode }) {
  return (
    <Dialog open onClose={props.close} fullWidth maxWidth="xs" aria-labelledby="member-sheet">
      <DialogTitle id="member-sheet">{props.title}</DialogTitle>
      <DialogContent>{props.children}</DialogContent>
      <DialogActions>{props.actions}</DialogActions>
    </Dialog>
  );
}

/** The one time that a password can be read. */
function PasswordSheet({ created, close }: { created: StaffPasswordView; close: () => void }) {
  const translate = useTranslate();
  return (
    <Sheet
      title={translate('console.member.password_title', { name: created.name })}
      close={close}
      actions={<Button onClick={close}>{translate('console.member.noted')}</Button>}
    >
      <Stack spacing={2} data-one-time-password>
        <Alert severity="warning">{translate('console.member.password_once')}</Alert>
        <Hash value={created.password} whole />
      </Stack>
    </Sheet>
  );
}

const PasswordContext = createContext<(created: StaffPasswordView) => void>(() => undefined);

/** Shows a new password above the list: the row that asked for it may be gone, because the filter no longer fits it. */
export function NewPasswords({ children }: { children: ReactNode }) {
  const [created, setCreated] = useState<StaffPasswordView | null>(null);
  return (
    <PasswordContext value={setCreated}>
      {children}
      {created !== null && <PasswordSheet created={created} close={() => setCreated(null)} />}
    </PasswordContext>
  );
}

function RoleSelect({ role, setRole }: { role: StaffRole; setRole: (role: StaffRole) => void }) {
  const translate = useTranslate();
  return (
    <TextField
      select
      label={translate('resources.members.fields.role')}
      value={role}
      helperText={translate(`console.role_about.${role}`)}
      onChange={(event) => setRole(event.target.value as StaffRole)}
    >
      {STAFF_ROLES.map((one) => (
        <MenuItem key={one} value={one}>
          {translate(`console.role.${one}`)}
        </MenuItem>
      ))}
    </TextField>
  );
}

export function CreateMember() {
  const translate = useTranslate();
  const [open, setOpen] = useState(false);
  const showPassword = useContext(PasswordContext);
  const [role, setRole] = useState<StaffRole>('support');
  const [queues, setQueues] = useState<readonly ReviewQueue[]>([]);
  const create = useChange(createMember, (answer) => {
    setOpen(false);
    if (answer !== null) showPassword(answer);
  });
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const name = `${new FormData(event.currentTarget).get('name') ?? ''}`;
    create.mutate({ name, role, queues: role === 'reviewer' ? queues : [] });
  };
  const close = () => {
    setOpen(false);
    create.reset();
  };
  return (
    <>
      <Button size="small" variant="contained" startIcon={<AddIcon />} onClick={() => setOpen(true)}>
        {translate('console.member.create')}
      </Button>
      {open && (
        <Sheet
          title={translate('console.member.create')}
          close={close}
          actions={
            <>
              <Button onClick={close}>{translate('ra.action.cancel')}</Button>
              <Button type="submit" form="create-member" variant="contained" loading={create.isPending}>
                {translate('console.member.create')}
              </Button>
            </>
          }
        >
          <Stack component="form" id="create-member" onSubmit={(event) => submit(event as FormEvent<HTMLFormElement>)}>
            {create.error !== null && <Alert severity="error">{create.error.message}</Alert>}
            <TextField
              autoFocus
              required
              name="name"
              label={translate('resources.members.fields.name')}
              helperText={translate('console.member.name_hint')}
              slotProps={{ htmlInput: { pattern: '[A-Za-z][A-Za-z0-9._\\-]{1,39}', autoComplete: 'off' } }}
            />
            <RoleSelect role={role} setRole={setRole} />
            {role === 'reviewer' && <QueueBoxes queues={queues} setQueues={setQueues} />}
          </Stack>
        </Sheet>
      )}
    </>
  );
}

const CALLS = {
  role: changeMemberRole,
  disable: disableMember,
  enable: enableMember,
  'end-sessions': endMemberSessions,
  'reset-password': resetMemberPassword,
  'reset-factor': resetMemberFactor,
  queues: changeMemberQueues,
  'own-users': changeMemberOwnUsers,
} as const;
type MemberRequest = keyof typeof CALLS;

interface ConfirmSheetProps {
  request: MemberRequest;
  member: StaffMemberRow;
  close: () => void;
}

/** Describes the effect before it happens; a new role is chosen here as well. */
function ConfirmSheet({ request, member, close }: ConfirmSheetProps) {
  const showPassword = useContext(PasswordContext);
  const translate = useTranslate();
  const notify = useNotify();
  const [role, setRole] = useState<StaffRole>(member.role);
  const change = useChange(CALLS[request], (answer) => {
    close();
    if (answer === null) notify('console.member.done', { type: 'info', messageArgs: { name: member.name } });
    else showPassword(answer);
  });
  const [queues, setQueues] = useState<readonly ReviewQueue[]>(member.queues);
  const [ownUsers, setOwnUsers] = useState(member.ownUsers.join(' '));
  const more = {
    role: { role },
    queues: { queues },
    'own-users': { userIds: ownUsers.split(/[\s,;]+/).filter((id) => id !== '') },
  };
  const body = { staffId: member.id, ...(request in more ? more[request as keyof typeof more] : {}) };
  return (
    <Sheet
      title={translate(`console.member.${request}`)}
      close={close}
      actions={
        <>
          <Button onClick={close}>{translate('ra.action.cancel')}</Button>
          <Button
            variant="contained"
            color={request === 'disable' ? 'error' : 'primary'}
            loading={change.isPending}
            onClick={() => change.mutate(body)}
          >
            {translate(`console.member.${request}`)}
          </Button>
        </>
      }
    >
      <Stack spacing={1.5}>
        {change.error !== null && <Alert severity="error">{change.error.message}</Alert>}
        <Typography>{translate(`console.member.about.${request}`, { name: member.name })}</Typography>
        {request === 'role' && <RoleSelect role={role} setRole={setRole} />}
        {request === 'queues' && <QueueBoxes queues={queues} setQueues={setQueues} />}
        {request === 'own-users' && (
          <TextField
            label={translate('console.member.own_users')}
            helperText={translate('console.member.own_users_hint')}
            value={ownUsers}
            onChange={(event) => setOwnUsers(event.target.value)}
            multiline
          />
        )}
      </Stack>
    </Sheet>
  );
}

/** The actions of an administrator on other accounts. */
export function MemberActions({ member }: { member: StaffMemberRow }) {
  const translate = useTranslate();
  const { identity } = useGetIdentity();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [request, setRequest] = useState<MemberRequest | null>(null);
  if (identity?.id === member.id) return <>{translate('console.member.yourself')}</>;
  const requests: MemberRequest[] = [
    'role',
    ...(member.role === 'reviewer' ? (['queues'] as const) : []),
    'own-users',
    'reset-password',
    ...(member.factor ? (['reset-factor'] as const) : []),
    'end-sessions',
    member.disabledAt === null ? 'disable' : 'enable',
  ];
  return (
    <>
      <IconButton
        size="small"
        aria-haspopup="menu"
        aria-label={translate('console.member.actions', { name: member.name })}
        onClick={(event) => setAnchor(event.currentTarget)}
      >
        <MoreIcon fontSize="small" />
      </IconButton>
      <Menu open={anchor !== null} anchorEl={anchor} onClose={() => setAnchor(null)}>
        {requests.map((one) => (
          <MenuItem
            key={one}
            onClick={() => {
              setAnchor(null);
              setRequest(one);
            }}
          >
            {translate(`console.member.${one}`)}
          </MenuItem>
        ))}
      </Menu>
      {request !== null && <ConfirmSheet request={request} member={member} close={() => setRequest(null)} />}
    </>
  );
}
