import type { ReplyOf } from '../../../client.ts'
import { useTexts } from '../texts.ts'
import classes from './access.module.css'
import { type Kind, useObjectName } from './objects.ts'
import { useRights } from './rights.ts'

type Reason = ReplyOf<'access', 'explain'>['reasons'][number]
type Named = NonNullable<Reason['via']['to']>
type Question = { object: string; right: string }

export function Reasons({ reasons, asked }: { reasons: Reason[]; asked: Question }) {
  return (
    <ul className={classes.reasons}>
      {reasons.map((reason) => (
        <li key={reason.text}>
          <ReasonWords reason={reason} asked={asked} />
        </li>
      ))}
    </ul>
  )
}

/** A department, position or group under its name. */
function useNamed() {
  const t = useTexts().admin.access
  return ({ kind, name }: Named) =>
    t.named((t.subjectKinds as Record<string, string>)[kind] ?? kind, name)
}

/** The right that was granted: the one asked for, or the one that includes all. */
const rightOf = ({ text }: Reason, asked: string) =>
  text.startsWith('"manage"') ? 'manage' : asked

function ReasonWords({ reason, asked }: { reason: Reason; asked: Question }) {
  const t = useTexts().admin.access
  const { nameOf } = useRights()
  const named = useNamed()
  const { kind, on, to, through = [] } = reason.via
  const object = on ? `${on.kind}:${on.id}` : ''
  const name = useObjectName(object)
  const path = through.map(named).join(' → ')
  if (kind === 'administrators') {
    return (
      <>
        {t.reasons.administrators} {path && t.reasons.through(path)}
      </>
    )
  }
  if (kind !== 'grant' || !on || !to) return t.reasons[kind === 'grant' ? 'nothing' : kind]
  const where = t.named(t.kinds[on.kind as Kind] ?? on.kind, name)
  const right = nameOf(rightOf(reason, asked.right))
  if (to.kind === 'user') return t.reasons.grantUser(right, where)
  return (
    <>
      {t.reasons.grantUnit(right, where, named(to))}{' '}
      {path ? t.reasons.through(path) : t.reasons.member}{' '}
      {object !== asked.object && t.reasons.above}
    </>
  )
}
