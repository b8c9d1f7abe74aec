import simpleRestProvider from 'ra-data-simple-rest';
import type { DataProvider, GetListParams } from 'react-admin';
import type { EpochView } from '../../contracts/market.contract.js';
import { toApiFilter } from '../lib/filters';
import { callApi } from '../lib/http';

const rest = simpleRestProvider('/staff', callApi as Parameters<typeof simpleRestProvider>[1]);

/** Epochs are named by their number; react-admin wants an `id`. */
function withId<Row>(resource: string, row: Row): Row {
  return resource === 'epochs' ? { ...row, id: (row as unknown as EpochView).epoch } : row;
}

function asked<Params extends Partial<GetListParams>>(params: Params): Params {
  return { ...params, filter: toApiFilter((params.filter ?? {}) as Record<string, unknown>) };
}

/** The read side of `/staff`: ra-data-simple-rest with filters as the API wants them. Nothing is written through it. */
export const dataProvider: DataProvider = {
  ...rest,
  async getList(resource, params) {
    const { data, ...page } = await rest.getList(resource, asked(params));
    return { ...page, data: data.map((row) => withId(resource, row)) };
  },
  async getManyReference(resource, params) {
    const { data, ...page } = await rest.getManyReference(resource, asked(params));
    return { ...page, data: data.map((row) => withId(resource, row)) };
  },
  async getOne(resource, params) {
    const { data } = await rest.getOne(resource, params);
    return { data: withId(resource, data) };
  },
};
