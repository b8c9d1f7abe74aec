import sharp from 'sharp';
import type { IdentityLevel, IdentityLevelView } from '../../contracts/identity.contract.js';
import type { ReviewView } from '../../contracts/review.contract.js';
import { lookedThrough } from './look.js';
import { openPerson } from './person.js';
import type { Trader } from './trader.js';
import { listQuery, startStaffed } from './staff-client.js';

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

  const desk = <Body>(call: string, body: object) => staffed.post<Body>(call, body, { token: reviewer });

  /** Claims the request; answers the refusal, or nothing. */
  async function claim(requestId: string): Promise<string | undefined> {
    const { body } = await desk<{ data?: { refusal: string } }>('claimReview', { requestId });
    // A success is the bare view; refusals come in the envelope.
    return body.data?.refusal;
  }

  async function decide(requestId: string, verdict: 'approved' | 'rejected', reasons: string[] = [], note = '') {
    await claim(requestId);
    const looked = await lookedThrough(started.url, reviewer, requestId);
    const decided = await desk('decideReview', { requestId, verdict, reasons, note, ...looked });
    if (decided.status !== 200) throw new Error(JSON.stringify(decided.body));
  }

  const passed = async (of: Trader): Promise<void> => decide(await sent(of), 'approved');

  async function level(of: Trader, wanted: IdentityLevel = 'primary'): Promise<IdentityLevelView> {
    const { data } = await of.get('getIdentity');
    return data.levels.find((each) => each.level === wanted) as IdentityLevelView;
  }

  /** The reviewer's view of a claimed request. */
  async function details(requestId: string): Promise<NonNullable<ReviewView['details']>> {
    await claim(requestId);
    const { body } = await staffed.read<ReviewView>(`reviews/${requestId}`, reviewer);
    return body.details as NonNullable<ReviewView['details']>;
  }

  async function eventsOf(filter: object): Promise<Recorded[]> {
    const query = listQuery({ filter, sort: ['position', 'ASC'] });
    return (await staffed.audit<Recorded[]>(`events?${query}`)).body;
  }

  return {
    ...{ staffed, started, reviewer, person },
    image,
    primaryOf,
    sent,
    act: desk,
    claim,
    decide,
    passed,
    level,
    details,
    eventsOf,
  };
}

export type IdentityDesk = Awaited<ReturnType<typeof startIdentityDesk>>;
