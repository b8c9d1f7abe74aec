import { lazy, type ComponentType } from 'react';
import type { CallDeclaration } from '../../contracts/call.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import type { ReviewQueue, StaffPermission } from '../../contracts/staff.contract.js';

/** The parts of the menu, from its top. */
export const MENU_GROUPS = [
  'review',
  'people',
  'money',
  'market',
  'derivatives',
  'content',
  'history',
  'staff',
] as const;

/** Requests that staff review. */
export interface Reviewed {
  queue: ReviewQueue;
  /** A kind whose person gets other messages than `review-approved` and `review-rejected` names them. */
  kinds: Readonly<Record<string, { approved?: string; rejected?: string }>>;
  /** What stands beside a request. */
  beside?: ComponentType<{ details: NonNullable<ReviewView['details']>; userId: string }>;
}

/** Whose page it is; ledger, orders and events know them by their owner. */
interface Person {
  id: string;
  realm: string;
  ownerId: string;
}

type Filter = Record<string, string>;

/** A noun of the console: its pages, and what it adds to the pages that gather all nouns. */
export interface Declaration {
  /** As addresses, texts and the server's lists name it. */
  name: string;
  /** Who may open its pages. */
  permission: StaffPermission;
  menu: { group: (typeof MENU_GROUPS)[number]; order: number; icon: ComponentType };
  list: ComponentType;
  show?: ComponentType;
  /** Further pages by their path below the name. */
  pages?: Readonly<Record<string, ComponentType>>;
  /** Further lists that its pages read, and who may. */
  lists?: Readonly<Record<string, StaffPermission>>;
  reviews?: readonly Reviewed[];
  /** What staff have to know before they work. */
  banner?: ComponentType;
  /** The link on a user's page to what is theirs; no filter where they have none. */
  ofUser?: { order: number; filter: (user: Person) => Filter | undefined };
  /** Values of a policy, by its name and their own, that a proposal of it can begin with. */
  policyPresets?: Readonly<Record<string, Readonly<Record<string, Readonly<Record<string, unknown>>>>>>;
  /** How the ids of its records begin, and the streams that its page shows. */
  ids?: string;
  streams?: string;
}

/** What the call of a list says of the resource that shows it. */
type ShownBy<Call extends CallDeclaration> = Call extends {
  path: `staff/${infer Name}`;
  access: `staff:${infer Permission}`;
}
  ? { name: Name; permission: Permission }
  : unknown;

/** Declares a resource. One that shows a list of the server names its call: its name and permission can only be that list's. */
export const defineResource = <List extends CallDeclaration = CallDeclaration>(
  declared: Declaration & ShownBy<List>,
): Declaration => declared;

/** A page of its own file: it is fetched when somebody goes there. */
export function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): ComponentType {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }));
}

/** Real accounts alone pay in and out and send requests. */
export const ofRealUser = ({ id, realm }: Person): Filter | undefined =>
  realm === 'real' ? { userId: id } : undefined;
