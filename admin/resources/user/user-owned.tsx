import { useQuery } from '@tanstack/react-query';
import { useTranslate } from 'react-admin';
import { staffUserOwned } from '../../../contracts/owned.calls.js';
import type { StaffUserRow } from '../../../contracts/staff.contract.js';
import { api } from '../../lib/http';
import { NetAssets } from '../../ui/net-assets';
import { Section } from '../../ui/page';
import { Loaded } from '../../ui/states';

/** Net assets of the person over all products, as "What I own" shows them. */
export function UserOwned({ user }: { user: StaffUserRow }) {
  const translate = useTranslate();
  const query = useQuery({
    queryKey: ['user-owned', user.id],
    queryFn: ({ signal }) => api.call(staffUserOwned, { id: user.id }, { signal }),
    refetchInterval: 15_000,
  });
  return (
    <Section title={translate('console.owned.title')}>
      <Loaded query={query} compact>
        {(view) => <NetAssets view={view} />}
      </Loaded>
    </Section>
  );
}
