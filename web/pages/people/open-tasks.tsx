import { Link } from 'react-router'
import { useApi } from '../../api.ts'
import { useMe } from '../../frame/session.tsx'
import { links } from '../../links.ts'
import { useTexts } from '../../texts/index.ts'

const OPEN = { in: [{ field: 'state' }, { list: ['assignment', 'in_progress'] }] }

/** How much waits for somebody, for those who may know: themselves and those above them. */
export function OpenTasks({ id }: { id: string }) {
  const t = useTexts().people
  const me = useMe()
  const isMine = me.id === id
  const isKnown = isMine || me.isAdministrator
  const people = useApi('workplace', 'people', {}, { enabled: !isKnown, fresh: 60_000 })
  const isAbove = people.data?.users.some((user) => user.id === id) ?? false
  const { data } = useApi(
    'tasks',
    'listOfUser',
    { params: { id }, input: { size: 0, filter: OPEN } },
    { enabled: isKnown || isAbove },
  )
  const total = data?.result.total
  if (total === undefined || total === null) return null
  const text = t.openTasks(total)
  if (!isMine) return <span>{text}</span>
  return (
    <Link to={links.tasks()} className="link">
      {text}
    </Link>
  )
}
