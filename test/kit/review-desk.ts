import type { Browser, Locator, Page } from 'playwright-core';
import { photograph } from './browser.js';
import { compareByKeys, goTo, signIn } from './console.js';
import { eventually } from './eventually.js';
import type { startStaffed } from './staff-client.js';
import type { StaffMember } from './staff-member.js';

/** Where a member of the staff decides in a browser. */
export interface ReviewRoom {
  desk: Awaited<ReturnType<typeof startStaffed>>;
  browser: Browser;
  /** By the server's clock. */
  now: number;
}

/** A request on the workbench of the member who claimed it. */
export interface ClaimedRequest {
  page: Page;
  bench: Locator;
  /** Sends what was prepared, waits until the request is gone, and closes the console. */
  send(): Promise<void>;
}

/** Signs in to the console and claims a request. */
export async function claimInConsole(room: ReviewRoom, name: string, requestId: string): Promise<ClaimedRequest> {
  const { desk, browser, now } = room;
  const { page, faults } = await signIn({ url: desk.started.url, keys: desk.keys, browser, now }, name);
  await goTo(page, `reviews/${requestId}/show`);
  await page.getByRole('button', { name: 'Claim this request' }).click();
  const bench = page.locator(`[data-workbench="${requestId}"]`);
  await bench.waitFor();
  const send = async (): Promise<void> => {
    await page.keyboard.press('Enter');
    await bench.waitFor({ state: 'detached' });
    await eventually(() => faults).toEqual([]);
    await page.context().close();
  };
  return { page, bench, send };
}

/** Approves a request in the console, every image opened and every field compared. */
export async function approveInConsole(room: ReviewRoom, name: string, requestId: string): Promise<void> {
  const { page, send } = await claimInConsole(room, name, requestId);
  await page.keyboard.press('a');
  await compareByKeys(page);
  await photograph(page, `console-approves-${requestId.split('-')[0]}`);
  await send();
}

/** The one request of a person that waits for staff, of a kind. */
export async function waitingOf(reader: StaffMember, kind: string, userId: string): Promise<string> {
  const read = async () =>
    (await reader.given('reviews', { filter: { kind, userId } })).flatMap(({ id, status }) =>
      status === 'waiting' ? [id] : [],
    );
  await eventually(async () => (await read()).length).toBe(1);
  return (await read())[0] ?? '';
}
