import type { Area, Operation } from '../src/api/operation.ts'
import routes from './contract/operations.json' with { type: 'json' }

export type Route = { area: string; method: string; path: string; purpose: string }

/** The routes of the public API in the contract. */
export const promised: readonly Route[] = routes

/** Routes of the public API that are not in the contract. A new public operation is listed here. */
export const extra: readonly Route[] = [
  {
    area: 'apps',
    method: 'POST',
    path: '/pub/v1/app/items/batch',
    purpose: 'Create items of several apps at once',
  },
  {
    area: 'apps',
    method: 'POST',
    path: '/pub/v1/app/{namespace}/{code}/upsert',
    purpose: 'Create or edit app items by a key of another system',
  },
  {
    area: 'contracts',
    method: 'POST',
    path: '/pub/v1/contracts/{namespace}/{code}/{id}/get',
    purpose: 'Get contract item by ID',
  },
]

/** The routes of the contract that no operation declares yet. */
export function missingRoutes(areas: Record<string, Area>): Route[] {
  const declared = new Set(
    Object.values(areas).flatMap((area) => Object.values(area).flatMap(routesOf)),
  )
  return promised.filter(({ method, path }) => !declared.has(`${method} ${path}`))
}

const routesOf = ({ methods, path }: Operation): string[] =>
  methods.map((method) => `${method} ${path}`)
