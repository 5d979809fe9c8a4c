import { type Snapshot, snapshotOf } from '../../definitions/snapshot.ts'
import { parsePath } from '../../lib/app-path.ts'
import { PROCESS, subjectKey } from '../../lib/codes.ts'
import type { Context } from '../../platform/context.ts'
import { findNames } from '../people/groups/membership.ts'
import { actors } from '../people/substitutions/service.ts'
import { isProcess } from './policy.ts'
import type { NamedMover } from './status-operations.ts'

/** The part of an item that decides whether a rule applies to somebody. */
export type ItemPeople = { author: string; performers: readonly string[] }

/** Whether the caller is one of the subjects that a rule names. */
export type SubjectMatcher = {
  isNamed(by: readonly string[], item: ItemPeople): boolean
  isNamedAlways(by: readonly string[]): boolean
  /** The subjects of a rule with their display names. */
  list(by: readonly string[]): NamedMover[]
  /** The same as a part of a sentence. */
  names(by: readonly string[]): string
}

/** `subjects` are all subjects that will be asked about. */
export async function matchSubjects(
  ctx: Context,
  subjects: readonly string[],
): Promise<SubjectMatcher> {
  const units = [...new Set(subjects)].filter(
    (each) => each !== PROCESS && !each.startsWith('role:'),
  )
  const ids = units.length > 0 ? await findNames(ctx, units) : new Map<string, string>()
  const people = subjects.includes('role:performer') ? await actors(ctx) : []
  const is = (subject: string) =>
    subject === PROCESS ? isProcess(ctx) : ctx.user.subjects.has(ids.get(subjectKey(subject)) ?? '')
  const has = (subject: string, { author, performers }: ItemPeople) =>
    (subject === 'role:author' && author === ctx.user.id) ||
    (subject === 'role:performer' && performers.some((id) => people.includes(id)))
  const snapshot = await snapshotOf(ctx)
  return {
    isNamed: (by, item) => by.some((each) => is(each) || has(each, item)),
    isNamedAlways: (by) => by.some(is),
    list: (by) => by.map((subject) => toNamed(snapshot, subject)),
    names: (by) => namesOf(by.map((subject) => toNamed(snapshot, subject))),
  }
}

function toNamed(snapshot: Snapshot, subject: string): NamedMover {
  if (subject === PROCESS) return { kind: 'process', name: '' }
  const [kind = '', path = ''] = subjectKey(subject).split(/:(.*)/s)
  if (kind === 'role') return { kind: path as 'author' | 'performer', name: '' }
  const { namespace, code } = parsePath(path)
  const group = kind === 'group' && snapshot.find('group', namespace, code)
  const name = group ? group.body.name : path.replace(/^global\//, '')
  return { kind: kind as 'user' | 'group' | 'position' | 'department', name }
}

const WORDS = { process: 'a process', author: 'its author', performer: 'who has a task about it' }

function namesOf(named: readonly NamedMover[]): string {
  const names = named.map(({ kind, name }) =>
    name === '' && kind in WORDS ? WORDS[kind as keyof typeof WORDS] : `${kind} "${name}"`,
  )
  return new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(names)
}
