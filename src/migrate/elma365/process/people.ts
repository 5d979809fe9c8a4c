import { caseOf } from '../coverage.ts'
import { GroupName } from '../groups.ts'
import { readList } from '../schemas.ts'
import { fieldCode } from '../text.ts'
import { isFit, type Say, type World } from '../world.ts'
import { type Lane, Receiver } from './schemas.ts'

type Knowing = { world: World; say: Say; isVariable: (code: string) => boolean }

/** Who does the tasks of a lane; '' = whoever started the process. */
export function performerOf({ name, settings }: Lane, { world, say, isVariable }: Knowing): string {
  const what = `lane ${name}`
  if (!isFit(say, 'lane', settings.type, `${what} (${settings.type})`)) return ''
  if (settings.type === 'dynamic') return byVariable(settings.variable, { what, say, isVariable })
  const groups = settings.groups.filter((each) => each !== null)
  const { known } = readList(Receiver, groups)
  const subjects = known.flatMap((group) => {
    if (!isFit(say, 'laneGroup', group.kind, `${what}: group (${group.kind})`)) return []
    const subject = world.groups.subjectOf(GroupName.parse({ ...group, id: '' }))
    if (subject === undefined) say('by hand', what, 'the package does not name one of its groups')
    return subject ?? []
  })
  if (subjects.length === 0) say('by hand', what, 'nobody is in it: its tasks go to who started it')
  return subjects.join(', ')
}

type Naming = { what: string; say: Say; isVariable: (code: string) => boolean }

function byVariable(variable: string, { what, say, isVariable }: Naming): string {
  if (variable === '__createdBy') return 'role:author'
  if (isVariable(fieldCode(variable)) && !variable.includes('.'))
    return `variable:${fieldCode(variable)}`
  say('by hand', what, `"${variable}" is no variable: its tasks go to who started it`)
  return ''
}

/** Who is told something. `current` are those who do the tasks of the lane. */
export function toReceivers(
  given: readonly unknown[],
  { world, say, isVariable, what, current }: Knowing & { what: string; current: string },
): string {
  const { known } = readList(Receiver, given.map(spelled))
  const all = known.flatMap(({ kind, code, ...group }) => {
    const { outcome, why } = caseOf('receiver', kind)
    if (outcome !== 'taken') say(outcome, `${what}: receiver (${kind})`, why)
    if (kind === 'current') return current || 'role:author'
    if (kind === 'context') return byVariable(code, { what, say, isVariable }) || []
    if (kind !== 'group') return []
    return world.groups.subjectOf(GroupName.parse({ ...group, code, id: '' })) ?? []
  })
  return [...new Set(all)].join(', ')
}

/** Some are written as a word, others as an object. */
const spelled = (receiver: unknown): unknown =>
  typeof receiver === 'string' ? { kind: receiver } : receiver
