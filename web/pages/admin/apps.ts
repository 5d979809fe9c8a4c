import { useApi } from '../../api.ts'

/** The workspaces and their apps, as `namespace/code`, for choosing. */
export function useWorkspaces() {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const workspaces = data?.workspaces ?? []
  const nameOf = new Map<string, string>([
    ...workspaces.map(({ code, name }) => [code, name] as const),
    ...workspaces.flatMap(({ apps, processes, reports }) =>
      [...apps, ...processes, ...reports].map(
        ({ namespace, code, name }) => [`${namespace}/${code}`, name] as const,
      ),
    ),
  ])
  return {
    workspaces: workspaces.map(({ code, name }) => ({ value: code, label: name })),
    apps: workspaces
      .filter(({ apps }) => apps.length > 0)
      .map(({ name, apps }) => ({
        group: name,
        items: apps.map((app) => ({ value: `${app.namespace}/${app.code}`, label: app.name })),
      })),
    nameOf: (path: string) => nameOf.get(path) ?? path,
  }
}
