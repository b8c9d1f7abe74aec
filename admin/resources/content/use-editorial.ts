import { usePermissions } from 'react-admin';
import { permits, type StaffRole } from '../../../contracts/staff.contract.js';

/** Whether the reader may write and publish; the server refuses by the same table. */
export function useEditorial(): boolean {
  const { permissions = [] } = usePermissions<StaffRole[]>();
  return permits(permissions, 'editorial');
}
