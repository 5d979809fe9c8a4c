import { useQueries } from '@tanstack/react-query'
import { callOf, keyOf, useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'

const FRESH = 60_000

type Settings = { enabled?: boolean; nomenclatureIds?: string[]; restrictRegistration?: string }

/** An app whose items are registered, as far as the reader may see it. */
export type RegisteredApp = {
  namespace: string
  code: string
  name: string
  workspace: string
  folders: string[]
  /** Whether it is worth asking the server for a number; the server has the last word. */
  canRegister: boolean
}

/** The apps whose items get numbers: their definitions say so. */
export function useRegisteredApps(): RegisteredApp[] {
  const { data } = useApi('workplace', 'navigation', {}, { fresh: FRESH })
  const workspaces = data?.workspaces ?? []
  const answers = useQueries({
    queries: workspaces.map(({ code }) => ({
      queryKey: keyOf('scheme', 'listApps', { params: { namespace: code } }),
      queryFn: () => callOf('scheme', 'listApps')({ params: { namespace: code } }),
      staleTime: FRESH,
    })),
  })
  return workspaces.flatMap(({ name: workspace, apps }, at) => {
    const listed: ReplyOf<'scheme', 'listApps'>['result']['result'] =
      answers[at]?.data?.result.result ?? []
    return listed.flatMap(({ namespace, code, name, params }) => {
      const settings = params.registrationSettings as Settings | null
      if (!settings?.enabled) return []
      const { nomenclatureIds: folders = [], restrictRegistration: restrict } = settings
      const mayChange = apps.find((app) => app.code === code)?.rights.update ?? false
      const canRegister = restrict === 'specified' || (restrict === '' && mayChange)
      return [{ namespace, code, name, workspace, folders, canRegister }]
    })
  })
}
