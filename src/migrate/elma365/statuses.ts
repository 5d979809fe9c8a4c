import type { Statuses } from './schemas.ts'
import { toCode, toFree, toName } from './text.ts'
import type { Say } from './world.ts'

const MOST = 32_000

/** The code that each status gets; ids stay. */
export function codesIn({ items }: Statuses): Map<number, string> {
  const taken = new Set<string>()
  const codes = new Map<number, string>()
  for (const { id, code, name } of items) {
    if (codes.has(id)) continue
    const own = toFree(toCode(code || name || `status_${id}`), (each) => taken.has(each))
    taken.add(own)
    codes.set(id, own)
  }
  return codes
}

/** Statuses in their groups, and who may change them. */
export function toStatuses(
  { enabled, manualChange, items, groups }: Statuses,
  codes: Map<number, string>,
  say: Say,
): { statuses?: object[]; transitions?: object[] } {
  if (!enabled || items.length === 0) return {}
  const fit = items.filter(({ id }, at) => {
    const isFirst = items.findIndex((each) => each.id === id) === at
    if (!isFirst || id < 1 || id > MOST)
      say('not understood', `status ${id}`, 'its number does not work here')
    return isFirst && id >= 1 && id <= MOST
  })
  const listed = [
    ...groups,
    ...(groups.length === 0 ? [{ id: undefined, code: '', name: '' }] : []),
  ]
  const homes = new Set(groups.map(({ id }) => id))
  const taken = new Set<string>()
  const statuses = listed.flatMap(({ id, code, name }, at) => {
    const own = fit.filter(({ groupId }) => (homes.has(groupId) ? groupId === id : at === 0))
    if (own.length === 0) return []
    const groupCode = toFree(toCode(code || name || 'statuses'), (each) => taken.has(each))
    taken.add(groupCode)
    return [
      {
        code: groupCode,
        name: toName(name, groupCode),
        statuses: own.map((status) => {
          const statusCode = codes.get(status.id) ?? ''
          return { id: status.id, code: statusCode, name: toName(status.name, statusCode) }
        }),
      },
    ]
  })
  for (const { name, code, jumpToStatuses } of fit) {
    if (jumpToStatuses.length > 0) {
      say(
        'by hand',
        `status ${name || code}`,
        'which status follows it is not taken: say it in "transitions"',
      )
    }
  }
  return statuses.length === 0
    ? {}
    : { statuses, ...(!manualChange && { transitions: BY_PROCESSES }) }
}

/** People could not change statuses by hand. */
const BY_PROCESSES = [{ from: '*', to: '*', by: ['process', 'group:administrators'] }]
