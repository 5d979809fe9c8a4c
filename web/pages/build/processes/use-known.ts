import { useMemo } from 'react'
import { useApi } from '../../../api.ts'
import { useSubjects } from '../app/use-subjects.ts'
import type { Draft } from '../draft/use-draft.ts'
import { useApps } from '../fields/use-apps.ts'
import { nameOf } from '../parts.ts'
import { calendarOf } from './calendar-of.ts'
import type { Choice, Known } from './known.ts'

type Variables = Record<string, { name?: string; type?: string; app?: string } | null>
type ProcessValue = { variables?: Variables; calendar?: string }

/** What a process can refer to: what the draft has, and what is published. */
export function useKnown(draft: Draft, file: string): Known {
  const apps = useApps(draft)
  const { choices: subjects } = useSubjects(draft)
  const { data } = useApi('processes', 'list', {}, { fresh: 60_000 })
  const value = draft.files[file]?.value as ProcessValue | undefined
  const { data: times } = useApi('calendars', 'list', {}, { fresh: 60_000 })
  const calendar = useMemo(
    () => calendarOf(times?.calendars ?? [], value?.calendar),
    [times, value?.calendar],
  )
  const files = draft.info?.files
  const own = useMemo(() => {
    const of = (kind: string, path: (each: { namespace?: string; code?: string }) => string) =>
      (files ?? [])
        .filter((each) => each.kind === kind && each.state !== 'removed')
        .map((each) => ({ value: path(each), label: nameOf(each) }))
    return {
      processes: of('process', ({ namespace, code }) => `${namespace}/${code}`),
      modules: of('module', ({ code = '' }) => code),
      templates: of('document', ({ namespace, code }) => `${namespace}/${code}`),
    }
  }, [files])
  const published = data?.processes.map(({ namespace, code, name }) => ({
    value: `${namespace}/${code}`,
    label: name,
  }))
  const variables = useMemo(() => variablesOf(value?.variables), [value?.variables])
  return {
    variables,
    apps,
    subjects,
    ...own,
    processes: together(own.processes, published ?? []),
    itemApps: itemAppsOf(file, value?.variables),
    ...(calendar && { calendar }),
  }
}

/** `workspaces/desk/apps/requests/processes/handle.yaml` is a process of the app desk/requests. */
function itemAppsOf(file: string, variables: Variables | undefined): string[] {
  const [, workspace, app] = /^workspaces\/([^/]+)\/apps\/([^/]+)\/processes\//.exec(file) ?? []
  const linked = Object.values(variables ?? {}).flatMap((field) => field?.app ?? [])
  return [...new Set([...(app === undefined ? [] : [`${workspace}/${app}`]), ...linked])]
}

const variablesOf = (variables: Variables | undefined): Known['variables'] =>
  Object.fromEntries(
    Object.entries(variables ?? {}).map(([code, field]) => [
      code,
      { name: field?.name ?? code, type: field?.type ?? '' },
    ]),
  )

const together = (own: Choice[], others: Choice[]): Choice[] => [
  ...new Map([...others, ...own].map((each) => [each.value, each])).values(),
]
