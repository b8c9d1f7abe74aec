import type { ComponentType } from 'react';
import { AccessDenied, CanAccess, Loading } from 'react-admin';
import type { ResourceProps } from 'react-admin';
import type { Declaration } from '../lib/declaration';

/** A resource whose pages ask nothing of the server before it is known that the reader may open them. */
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
