import type { PastHouse, PastParts } from '../../core/redecision.js';
import { declared, notificationPorts, openDebts, openPrincipal, type Ports } from '../../features.js';
import { KnownReviewKinds } from '../../review/kinds.js';
import type { ReviewKind } from '../../review/review-kind.js';

/** What decisions ask for, and the events of their realm do not tell, such as a price. */
export class Outside {
  /** What the last decision asked for in vain. */
  asked: string | undefined;

  /** Stands for a service: whoever asks it anything is told that it is outside. */
  service<Service>(name: string): Service {
    const get = (_: object, key: string | symbol): never => {
      this.asked = name;
      throw new Error(`${name} is outside of the history: ${String(key)}`);
    };
    return new Proxy({}, { get }) as Service;
  }

  /** What is given, and a service that is outside in place of all else. */
  around<All extends object>(given: object): All {
    return new Proxy(given, { get: (all, name) => Reflect.get(all, name) ?? this.service(String(name)) }) as All;
  }
}

/** What nouns offer to each other's decisions, as far as it follows from events alone, and what proofs leave. */
export async function decisionPorts(
  outside: Outside,
  house: PastHouse,
): Promise<{ ports: Ports; proofs: ReadonlySet<string> }> {
  const kinds = new KnownReviewKinds();
  const given = { principal: openPrincipal, debts: openDebts, kinds, ...notificationPorts };
  const ports = outside.around<Ports>(given);
  const past: PastParts = {
    outside: (name) => outside.service(name),
    // Each noun reads what it asks for of others when it is asked itself.
    ports: <Asked>() => ports as Asked,
    house,
  };
  const brought = await Promise.all(declared.flatMap((noun) => noun.redecision?.() ?? []));
  for (const { redecision } of brought) Object.assign(given, await redecision.ports?.(past));
  for (const { redecision } of brought)
    if (redecision.reviews !== undefined) kinds.register(...(redecision.reviews(past) as readonly ReviewKind[]));
  return { ports, proofs: new Set(brought.flatMap(({ redecision }) => redecision.proofs ?? [])) };
}
