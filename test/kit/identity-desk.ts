import sharp from 'sharp';
import type { IdentityLevel, IdentityLevelView } from '../../contracts/identity.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { openPerson } from './person.js';
import type { Trader } from './trader.js';
import { startStaffed } from './staff-client.js';

export type Fields = Record<string, string>;

/** The fields of an advanced and of an address form in order, without their images. */
export const ADVANCED: Fields = {
  occupation: 'technology',
  monthlyIncome: 'i3000',
  wealthSource: 'salary',
  expectedAmount: 'a1000',
  assetProof: 'bankDeposit',
};
export const ADDRESS: Fields = {
  country: 'DE',
  line1: 'Hauptstraße 12',
  city: 'Köln',
  postalCode: '50667',
  billKind: 'utility',
};

let number = 1000;
/** The number of an unused passport. */
export const freshNumber = (): string => `C01X${(number += 1)}`;

interface Recorded {
  type: string;
  data: Record<string, unknown>;
}

/** A server with a reviewer, and people who send their documents. */
export async function startIdentityDesk() {
  const staffed = await startStaffed();
  const { started } = staffed;
  const reviewer = await staffed.member('ira', 'reviewer', ['identity']);
  const noise = { type: 'gaussian', mean: 128, sigma: 40 } as const;
  const blank = { create: { width: 900, height: 700, channels: 3, background: '#345', noise } } as const;
  const photo = await sharp(blank).jpeg().toBuffer();

  const person = (country: string | null = null): Promise<Trader> => openPerson(started, Date.now(), country);

  async function image(of: Trader, purpose: string): Promise<string> {
    const { data } = await of.upload(purpose, photo);
    return data.id;
  }

  /** A primary form in order, with its images uploaded. */
  async function primaryOf(of: Trader, changes: Fields = {}): Promise<Fields> {
    const [front, held] = [await image(of, 'document-front'), await image(of, 'document-held')];
    const texts = { country: 'DE', documentType: '2', realName: 'Anna Müller', birthDate: '1990-04-01' };
    return { ...texts, documentNumber: freshNumber(), front, held, ...changes };
  }

  /** Sends a primary form; answers the request's id. */
  async function sent(of: Trader, fields?: Fields): Promise<string> {
    return (await of.when('submitPrimary', fields ?? (await primaryOf(of))).then()).requestId;
  }

  const claim = (requestId: string) => staffed.as('ira').when('claimReview', { requestId });
  const decide = (requestId: string, verdict: 'approved' | 'rejected', reasons: string[] = [], note = '') =>
    staffed.as('ira').decides(requestId, verdict, { reasons, note }).then();

  const passed = async (of: Trader) => decide(await sent(of), 'approved');

  async function level(of: Trader, wanted: IdentityLevel = 'primary'): Promise<IdentityLevelView> {
    const { levels } = await of.given('getIdentity');
    return levels.find((each) => each.level === wanted) as IdentityLevelView;
  }

  /** The reviewer's view of a claimed request. */
  async function details(requestId: string): Promise<NonNullable<ReviewView['details']>> {
    await claim(requestId).then();
    const { details: seen } = await staffed.as('ira').given('reviews/:id', { id: requestId });
    return seen as NonNullable<ReviewView['details']>;
  }

  async function eventsOf(filter: object): Promise<Recorded[]> {
    const events = await staffed.as('auditor').given('events', { filter, sort: ['position', 'ASC'] });
    return events as Recorded[];
  }

  return {
    ...{ staffed, started, reviewer, person },
    image,
    primaryOf,
    sent,
    claim,
    decide,
    passed,
    level,
    details,
    eventsOf,
  };
}

export type IdentityDesk = Awaited<ReturnType<typeof startIdentityDesk>>;
