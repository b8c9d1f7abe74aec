import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams } from 'react-admin';
import type { EpochView } from '../../contracts/market.contract.js';
import { toApiFilter } from '../lib/filters';
import { callApi, type ApiAnswer } from '../lib/http';

type Call = (url: string, options?: RequestInit) => Promise<ApiAnswer>;

function provide(call: Call): DataProvider {
  return simpleRestProvider('/staff', call as Parameters<typeof simpleRestProvider>[1]);
}

const rest = provide(callApi);

/** Epochs are named by their number; react-admin wants an `id`. */
function withId<Row>(resource: string, row: Row): Row {
  // oxlint-disable-next-line house/no-erasing-cast -- the console names rows by the resource alone.
  return resource === 'epochs' ? { ...row, id: (row as unknown as EpochView).epoch } : row;
}

function withApiFilter<Params extends Partial<GetListParams>>(params: Params): Params {
  return { ...params, filter: toApiFilter((params.filter ?? {}) as Record<string, unknown>) };
}

/** The read side of `/staff`: ra-data-simple-rest with filters as the API wants them. Nothing is written through it. */
export const dataProvider: DataProvider = {
  ...rest,
  async getList(resource, params) {
    let exact = true;
    const provider = provide(async (url, options) => {
      const answer = await callApi(url, options);
      exact = answer.headers.get('X-Total-Count-Is') !== 'at-least';
      return answer;
    });
    const { data, total = 0 } = await provider.getList(resource, withApiFilter(params));
    const rows = data.map((row) => withId(resource, row));
    if (exact) return { data: rows, total };
    // Beyond what is worth counting, only the way on and back is known.
    const page = params.pagination?.page ?? 1;
    const perPage = params.pagination?.perPage ?? rows.length;
    return { data: rows, pageInfo: { hasPreviousPage: page > 1, hasNextPage: rows.length === perPage } };
  },
  async getManyReference(resource, params) {
    const { data, ...page } = await rest.getManyReference(resource, withApiFilter(params));
    return { ...page, data: data.map((row) => withId(resource, row)) };
  },
  async getOne(resource, params) {
    const { data } = await rest.getOne(resource, params);
    return { data: withId(resource, data) };
  },
};
