import { afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { isClusterRunning, openCluster } from '../../scripts/postgres/cluster.js';
import { buy, demoTrader, comesTo, findOrder, isReady, readiness } from '../kit/fault-lab.js';
import { buildServer, startServer, type ServerProcess } from '../kit/server-process.js';
import { disks, type Disk } from '../kit/small-disk.js';

describe.each(disks())('a server whose disk is full ($name)', ({ open }) => {
  let disk: Disk;
  let server: ServerProcess | undefined;

  beforeAll(buildServer, 180_000);

  afterEach(async () => {
    await server?.end('SIGTERM');
    if (isClusterRunning(disk.dataDir)) await (await openCluster({ directory: disk.dataDir })).stop();
    disk.remove();
  }, 60_000);

  it('says that it is not ready, refuses as unavailable, and serves again when there is space', async () => {
    disk = open();
    server = await startServer(disk.dataDir, { LOG_LEVEL: 'warn' });
    const { url } = server;
    const token = await demoTrader(url);
    expect(await buy(url, token, 'before')).toMatchObject({ status: 200 });
    await disk.fill();
    let n = 0;
    const another = () => buy(url, token, `order-${(n += 1)}`);
    const refused = await comesTo(another, ({ status }) => status !== 200, 30_000);
    expect(refused).toMatchObject({ status: 503, refusal: 'request.unavailable' });
    await comesTo(
      () => readiness(url),
      ({ status, text }) => status === 503 && disk.reason.test(text),
      10_000,
    );
    expect(await another()).toMatchObject({ status: 503, refusal: 'request.unavailable' });
    await disk.free();
    await comesTo(() => readiness(url), isReady, 20_000);
    expect(await another()).toMatchObject({ status: 200 });
    expect(await findOrder(url, token, 'before')).toMatchObject({ status: 200 });
  }, 180_000);
});
