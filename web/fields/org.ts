import { useApi } from '../api.ts'

/** Departments and positions, each with the name of the department above it. */
export function useOrgUnits() {
  const { data } = useApi('users', 'getOrgChart', {}, { fresh: 60_000 })
  const units = data?.units ?? []
  const byId = new Map(units.map((unit) => [unit.id, unit]))
  return {
    isKnown: data !== undefined,
    units: units
      .map(({ id, name, kind, parent }) => ({
        id,
        name,
        kind,
        above: byId.get(parent ?? '')?.name ?? '',
      }))
      .toSorted((one, other) => one.name.localeCompare(other.name)),
    nameOf: (id: string) => byId.get(id)?.name,
  }
}
