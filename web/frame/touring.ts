import { useApi } from '../api.ts'

/** An app of the demo: where it is missing, there is nothing to show around. */
export const DEMO = { namespace: 'service_desk', code: 'requests' }

/** Whether somebody is still to be shown around; undefined while that is not known. */
export function useTouring(): boolean | undefined {
  const settings = useApi('workplace', 'getSettings', {}, { fresh: 600_000 })
  const navigation = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  if (settings.isError || navigation.isError) return false
  if (!settings.data || !navigation.data) return undefined
  const hasDemo = navigation.data.workspaces.some(({ apps }) =>
    apps.some(({ namespace, code }) => namespace === DEMO.namespace && code === DEMO.code),
  )
  return hasDemo && !('tour' in settings.data.settings)
}
