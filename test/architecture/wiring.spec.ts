import { describe, expect, it } from '@jest/globals';
import { graphOf } from '../kit/source-graph.js';
import { read, sourceFiles } from '../kit/sources.js';
import { wiringFaults } from '../kit/wiring.js';

describe('the wiring of the server', () => {
  it('names classes that Nest can construct', () => {
    const paths = sourceFiles().filter((path) => path.startsWith('server/'));
    expect(wiringFaults(graphOf(Object.fromEntries(paths.map((path) => [path, read(path)]))))).toEqual([]);
  });

  const SERVICE = 'server/features/loan/loan.service.ts';
  const PORTS = {
    'server/core/clock.ts': `export abstract class Clock {}\nexport interface Ids {}`,
    'server/features/loan/loan.module.ts': `
      import { LoanService as Service } from './loan.service.js';
      const providers: Provider[] = [{ provide: Loans, useExisting: Service }, { provide: Clock, useValue: clock }];
      @Module({ providers: [...providers, { provide: Lending, useClass: Service }] })
      export class LoanModule { constructor(private readonly service: Service) {} }`,
  };
  const faultsOf = (service: string, more = {}): string[] =>
    wiringFaults(graphOf({ ...PORTS, [SERVICE]: service, ...more }));

  const sound = `
    import { Pool } from 'pg';
    import { Clock, type Ids } from '../../core/clock.js';
    @Injectable()
    export class LoanService { constructor(pool: Pool, clock: Clock<'utc'>, @Inject(IDS) ids: Ids, own: Own) {} }
    class Own {}`;

  it('may ask for classes of a package, of other files and of its own', () => {
    expect(faultsOf(sound)).toEqual([]);
  });

  it('may leave out the decorator where there is nothing to inject', () => {
    expect(faultsOf(`export class LoanService {}`)).toEqual([]);
  });

  it.each<[string, string, string]>([
    ['a forgotten decorator', sound.replace('@Injectable()', ''), 'LoanService has no decorator'],
    ['an import of the type alone', sound.replace('{ Clock,', '{ type Clock,'), 'LoanService asks for clock'],
    ['a whole import of types', sound.replace('import { Pool', 'import type { Pool'), 'LoanService asks for pool'],
    ['an interface', sound.replace('@Inject(IDS)', '').replace('type Ids', 'Ids'), 'LoanService asks for ids'],
    ['a part of a class', sound.replace(`Clock<'utc'>`, `Pick<Clock, 'now'>`), 'LoanService asks for clock'],
    ['two types in one', sound.replace('own: Own', 'own: Own & Clock'), 'LoanService asks for own'],
    ['no type', sound.replace('own: Own', 'own'), 'LoanService asks for own'],
  ])('finds %s', (_, service, fault) => {
    expect(faultsOf(service)).toEqual([expect.stringContaining(`${SERVICE}: ${fault}`)]);
  });

  it('finds what a module or a controller asks for by a type alone', () => {
    const path = 'server/edge/page.ts';
    const page = `@Module({ controllers: [Page] })\nexport class PageModule { constructor(page: Shown) {} }
      @Controller()\nclass Page { constructor(shown: Shown) {} }\ninterface Shown {}`;
    const faults = ['Page asks for shown', 'PageModule asks for page'];
    expect(faultsOf(sound, { [path]: page })).toEqual(faults.map((fault) => expect.stringContaining(fault)));
  });

  it('finds a provider that it cannot look up', () => {
    const page = { 'server/edge/page.ts': `@Module({ providers: [Lost] }) export class PageModule {}` };
    expect(faultsOf(sound, page)).toEqual(['server/edge/page.ts: nobody can see which class Lost is']);
  });
});
