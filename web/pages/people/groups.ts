import { useApi } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { useTexts } from '../../texts/index.ts'

export type Group = ReplyOf<'scheme', 'getGroup'>['group']

const GLOBAL = 'global'

/** Groups of the company, of workspaces and of apps: where each belongs, in words. */
export function useWorkspaces() {
  const t = useTexts().people.groups
  const { data } = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const workspaces = data?.workspaces ?? []
  const nameOf = (namespace: string): string => {
    if (namespace === GLOBAL) return t.company
    const [code = '', app] = namespace.split('.')
    const workspace = workspaces.find((each) => each.code === code)
    const application = workspace?.apps.find((each) => each.code === app)
    return [workspace?.name ?? code, app && (application?.name ?? app)].filter(Boolean).join(' · ')
  }
  return {
    nameOf,
    choices: [
      { value: GLOBAL, label: t.company },
      ...workspaces.map(({ code, name }) => ({ value: code, label: name })),
    ],
  }
}
