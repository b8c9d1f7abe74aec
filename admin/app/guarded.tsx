import type { ComponentType } from 'react';
import { AccessDenied, CanAccess, Loading } from 'react-admin';
import type { ResourceProps } from 'react-admin';
import type { Declaration } from '../lib/declaration';

/** A resource whose pages call the server only after the reader's permission is known. */
export function guarded({ name, menu, list, show }: Declaration): ResourceProps {
  return {
    name,
    icon: menu.icon,
    list: guard(name, 'list', list),
    ...(show !== undefined && { show: guard(name, 'show', show) }),
  };
}

function guard(resource: string, action: string, Page: ComponentType): ComponentType {
  return function Guarded() {
    return (
      <CanAccess resource={resource} action={action} loading={<Loading />} accessDenied={<AccessDenied />}>
        <Page />
      </CanAccess>
    );
  };
}
