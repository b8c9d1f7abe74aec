import type { ComponentType } from 'react';
import { AccessDenied, CanAccess, Loading } from 'react-admin';
import type { ResourceProps } from 'react-admin';

/** A resource whose pages ask nothing of the server before it is known that the reader may open them. */
export function guarded(resource: ResourceProps): ResourceProps {
  const { name, list, show } = resource;
  return {
    ...resource,
    ...(isPage(list) && { list: guard(name, 'list', list) }),
    ...(isPage(show) && { show: guard(name, 'show', show) }),
  };
}

const isPage = (page: ResourceProps['list']): page is ComponentType => page !== undefined;

function guard(resource: string, action: string, Page: ComponentType): ComponentType {
  return function Guarded() {
    return (
      <CanAccess resource={resource} action={action} loading={<Loading />} accessDenied={<AccessDenied />}>
        <Page />
      </CanAccess>
    );
  };
}
