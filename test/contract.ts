import type { Area, Operation } from '../src/api/operation.ts'
import routes from './contract/operations.json' with { type: 'json' }

export type Route = { area: string; method: string; path: string; purpose: string }

/** The routes of the public API that are promised to callers. */
export const promised: readonly Route[] = routes

/** The promised routes that no operation declares yet. */
export function missingRoutes(areas: Record<string, Area>): Route[] {
  const declared = new Set(
    Object.values(areas).flatMap((area) => Object.values(area).flatMap(routesOf)),
  )
  return promised.filter(({ method, path }) => !declared.has(`${method} ${path}`))
}

const routesOf = ({ methods, path }: Operation): string[] =>
  methods.map((method) => `${method} ${path}`)
