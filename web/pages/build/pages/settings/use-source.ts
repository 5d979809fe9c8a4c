import { useApi } from '../../../../api.ts'
import { useTexts } from '../../../../texts/index.ts'
import type { Draft } from '../../draft/use-draft.ts'
import { useFile } from '../use-file.ts'

export type SourceField = { code: string; name: string; type: string; kind?: string; more: object }
export type StatusGroup = { code: string; name: string; statuses: { code: string; name: string }[] }
export type Source = { fields: SourceField[]; groups: StatusGroup[] }

type FieldValue = { name?: string; type?: string; kind?: string }
type AppValue = {
  fields?: Record<string, FieldValue>
  statuses?: { code: string; name?: string; statuses?: StatusValue[] }[]
}
type StatusValue = { id?: number; code: string; name?: string }

const NOTHING: Source = { fields: [], groups: [] }

/** What something is made of: an app, or a contract that gathers the items of several. */
export type Made = { app?: string | undefined; contract?: string | undefined }

/** The fields of the source of a report. A contract has no statuses, and is known as far as the draft has it. */
export function useMade(draft: Draft, { app, contract }: Made): Source {
  const [namespace = '', code = ''] = (contract ?? '').split('/')
  const own = useFile(draft, `workspaces/${namespace}/contracts/${code}.yaml`)
  const source = useSource(draft, app)
  const system = useSystemFields()
  return contract === undefined ? source : ofDraft((own?.value ?? {}) as AppValue, system)
}

/** The fields and statuses of an app: as the draft has it, or as it is published. */
export function useSource(draft: Draft, path: string | undefined): Source {
  const [namespace = '', code = ''] = (path ?? '').split('/')
  const file = `workspaces/${namespace}/apps/${code}.yaml`
  const isOwn = draft.info?.files.some((each) => each.path === file && each.state !== 'removed')
  const own = useFile(draft, file)
  const { data } = useApi(
    'scheme',
    'getApp',
    { params: { namespace, code } },
    { enabled: Boolean(path) && !isOwn, fresh: 60_000 },
  )
  const system = useSystemFields()
  if (!path) return NOTHING
  if (isOwn) return ofDraft((own?.value ?? {}) as AppValue, system)
  if (!data) return NOTHING
  const { fields } = data.application
  return {
    fields: fields
      .filter((field) => !field.deleted && (!field.code.startsWith('__') || system.has(field.code)))
      .map(({ code: own, type, data: more, view }) => ({
        code: own,
        name: system.get(own)?.name ?? view.name,
        type,
        ...(more.kind !== undefined && { kind: String(more.kind) }),
        more: settingsOf(type, more),
      })),
    groups: groupsOf(fields.find(({ type }) => type === 'STATUS')?.data),
  }
}

/** What a column of the same type needs besides its type. */
function settingsOf(type: string, data: Record<string, unknown>): object {
  if (type === 'STATUS') return { statusItems: data.statusItems ?? [] }
  if (type === 'MONEY') return { currency: data.currency ?? 'EUR' }
  if (type === 'DATETIME') return { kind: data.kind ?? 'datetime' }
  if (type === 'SYS_COLLECTION') return { app: `${data.namespace}/${data.code}` }
  if (type !== 'CATEGORY') return {}
  const options = (data.enumItems ?? []) as { code: string; name: string }[]
  return { options: Object.fromEntries(options.map(({ code, name }) => [code, name])) }
}

const NEEDED = ['currency', 'kind', 'app', 'options']

function ofDraft({ fields = {}, statuses = [] }: AppValue, system: SystemFields): Source {
  const own = Object.entries(fields).map(([code, field]) => ({
    code,
    name: field.name ?? code,
    type: field.type ?? 'STRING',
    ...(field.kind && { kind: field.kind }),
    more: Object.fromEntries(Object.entries(field).filter(([key]) => NEEDED.includes(key))),
  }))
  const hasStatuses = statuses.length > 0
  const statusItems = statuses.flatMap((group) => group.statuses ?? [])
  return {
    fields: [
      ...own,
      ...[...system.values()]
        .filter(({ code }) => hasStatuses || !code.startsWith('__status'))
        .map((field) => (field.type === 'STATUS' ? { ...field, more: { statusItems } } : field)),
    ],
    groups: statuses.map(({ code, name = code, statuses: inside = [] }) => ({
      code,
      name,
      statuses: inside.map((each) => ({ code: each.code, name: each.name ?? each.code })),
    })),
  }
}

function groupsOf(data: Record<string, unknown> | undefined): StatusGroup[] {
  const statuses = (data?.statusItems ?? []) as { code: string; name: string }[]
  return statuses.length > 0 ? [{ code: '', name: '', statuses }] : []
}

type SystemFields = ReadonlyMap<string, SourceField>

const SYSTEM: [string, string][] = [
  ['__name', 'STRING'],
  ['__status', 'STATUS'],
  ['__createdAt', 'DATETIME'],
  ['__createdBy', 'SYS_USER'],
  ['__updatedAt', 'DATETIME'],
  ['__statusChangedAt', 'DATETIME'],
]

function useSystemFields(): SystemFields {
  const titles: Record<string, string> = useTexts().apps.system
  return new Map(
    SYSTEM.map(([code, type]) => [code, { code, name: titles[code] ?? code, type, more: {} }]),
  )
}
