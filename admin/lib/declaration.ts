import { lazy, type ComponentType } from 'react';
import type { LIST_PERMISSIONS, StaffListName } from '../../contracts/staff-lists.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import type { ReviewQueue, StaffPermission } from '../../contracts/staff.contract.js';

/** The parts of the menu, from its top. */
export const MENU_GROUPS = ['review', 'people', 'money', 'market', 'content', 'history', 'staff'] as const;

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
  lists?: { readonly [Name in StaffListName]?: (typeof LIST_PERMISSIONS)[Name] };
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

type PermissionOf<Name extends string> = Name extends StaffListName ? (typeof LIST_PERMISSIONS)[Name] : StaffPermission;

/** Declares a resource. Where the server answers a list of its name, the permission can only be that list's. */
export function defineResource<const Name extends string>(
  declared: Declaration & { name: Name; permission: PermissionOf<Name> },
): Declaration {
  return declared;
}

/** A page of its own file: it is fetched when somebody goes there. */
export function page<Name extends string>(load: () => Promise<Record<Name, ComponentType>>, name: Name): ComponentType {
  return lazy<ComponentType>(async () => ({ default: (await load())[name] }));
}

/** Real accounts alone pay in and out and send requests. */
export const ofRealUser = ({ id, realm }: Person): Filter | undefined =>
  realm === 'real' ? { userId: id } : undefined;
