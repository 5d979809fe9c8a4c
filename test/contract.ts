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
  {
    area: 'bpm',
    method: 'POST',
    path: '/pub/v1/bpm/instance/{id}/skip-step',
    purpose: 'Skip the failed steps of an instance',
  },
  {
    area: 'bpm',
    method: 'POST',
    path: '/pub/v1/bpm/instance/{id}/restart-step',
    purpose: 'Restart the failed steps of an instance',
  },
  {
    area: 'bpm',
    method: 'POST',
    path: '/pub/v1/bpm/instance/skip-step',
    purpose: 'Skip the failed steps of several instances',
  },
  {
    area: 'bpm',
    method: 'POST',
    path: '/pub/v1/bpm/instance/restart-step',
    purpose: 'Restart the failed steps of several instances',
  },
  {
    area: 'reports',
    method: 'GET',
    path: '/pub/v1/scheme/namespaces/{namespace}/reports',
    purpose: 'List the reports of a workspace',
  },
  {
    area: 'reports',
    method: 'GET',
    path: '/pub/v1/scheme/namespaces/{namespace}/reports/{code}',
    purpose: 'Get a report',
  },
  {
    area: 'scheme',
    method: 'GET',
    path: '/pub/v1/scheme/namespaces/{namespace}/widgets',
    purpose: 'List widgets of a workspace',
  },
  {
    area: 'scheme',
    method: 'GET',
    path: '/pub/v1/scheme/namespaces/{namespace}/widgets/{code}',
    purpose: 'Get a widget',
  },
  {
    area: 'scheme',
    method: 'GET',
    path: '/pub/v1/scheme/namespaces/{namespace}/contracts',
    purpose: 'List contracts of a workspace',
  },
  {
    area: 'scheme',
    method: 'GET',
    path: '/pub/v1/scheme/namespaces/{namespace}/contracts/{code}',
    purpose: 'Get a contract',
  },
  {
    area: 'scheme',
    method: 'GET',
    path: '/pub/v1/scheme/namespaces/{namespace}/processes/{code}/forms',
    purpose: 'List the forms of a process',
  },
  { area: 'scheme', method: 'GET', path: '/pub/v1/help', purpose: 'Where the API is described' },
  { area: 'scheme', method: 'POST', path: '/pub/v1/help', purpose: 'Where the API is described' },
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
