import { useMemo } from 'react'
import { useApi } from '../../../api.ts'
import type { Draft } from '../draft/use-draft.ts'
import { nameOf } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'

type Choice = { value: string; label: string }
export type Subjects = {
  choices: Choice[]
  /** What people call a subject; its own words where nobody knows it. */
  nameOf: (subject: string) => string
}

const ALL = { input: { active: true, size: -1 } }

/** Who can be named in rights and rules: groups of the draft and of the system, and roles. */
export function useSubjects(draft: Draft): Subjects {
  const t = useBuildTexts().app.subjects
  const { data } = useApi('scheme', 'listGroups', ALL, { fresh: 60_000 })
  const { data: chart } = useApi('users', 'getOrgChart', {}, { fresh: 60_000 })
  const files = draft.info?.files
  return useMemo(() => {
    const own = (files ?? [])
      .filter(({ kind, state }) => kind === 'group' && state !== 'removed')
      .map((entry) => ({
        value: subjectOf(entry.namespace ?? '', entry.code ?? ''),
        label: nameOf(entry),
      }))
    const known = (data?.result.result ?? []).map((group) => ({
      value: subjectOf(String(group.namespace ?? ''), String(group.code ?? '')),
      label: String(group.__name ?? ''),
    }))
    const units = (chart?.units ?? []).map(({ kind, code, name }) => ({
      value: `${kind}:${code}`,
      label: name,
    }))
    const roles = [
      { value: 'role:author', label: t.author },
      { value: 'role:performer', label: t.performer },
    ]
    const all = new Map(
      [...known, ...own, ...roles, ...units].map((each) => [each.value, each.label]),
    )
    return {
      choices: [...all].map(([value, label]) => ({ value, label })),
      nameOf: (subject) => (subject === 'process' ? t.process : (all.get(subject) ?? subject)),
    }
  }, [files, data, chart, t])
}

/** Groups of the whole company are named without a workspace. */
const subjectOf = (namespace: string, code: string): string =>
  namespace === 'global' || namespace === '' ? `group:${code}` : `group:${namespace}/${code}`
