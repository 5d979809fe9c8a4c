import type { ReplyOf } from '../../client.ts'
import { useOrgUnits } from '../../fields/org.ts'
import { useMe } from '../../frame/session.tsx'
import { useList } from '../../list.ts'

const PAGE = 50
/** In the order of the numbers that the public API has for them. */
export const STATUSES = ['new', 'invited', 'active', 'blocked', 'external'] as const
export type Status = (typeof STATUSES)[number]

export type PersonRow = {
  id: string
  name: string
  login: string
  email: string
  phone: string
  position: string
  status: Status
  isGuest?: boolean
}

type User = ReplyOf<'users', 'list'>['result']['result'][number]
export type PeopleQuery = { text: string; status: Status | undefined }

/** Administrators also find people by login and e-mail; everybody else asks the public list. */
export function usePeople({ text, status }: PeopleQuery) {
  const me = useMe()
  const { nameOf } = useOrgUnits()
  const ofAdmin = useList(
    'users',
    'listPeople',
    { input: { size: PAGE, ...(text && { text }), ...(status && { status }) } },
    {
      rows: ({ users }) =>
        users.map((person) => ({
          ...person,
          phone: (person.workPhone[0] ?? person.mobilePhone[0])?.tel ?? '',
          position:
            person.displayedPosition ||
            person.positions.flatMap((id) => nameOf(id) ?? []).join(', '),
        })),
      enabled: me.isAdministrator,
      keep: true,
    },
  )
  const ofAll = useList(
    'users',
    'list',
    {
      input: {
        active: true,
        size: PAGE,
        filter: text ? { tf: { __name: text } } : {},
        sortExpressions: [{ field: '__name', ascending: true }],
      },
    },
    { rows: ({ result }) => result.result.map(toRow), enabled: !me.isAdministrator, keep: true },
  )
  const asked = me.isAdministrator ? ofAdmin : ofAll
  const rows: PersonRow[] = asked.rows
  return { ...asked, data: asked.data && rows }
}

export const toRow = (user: User): PersonRow => ({
  id: user.__id,
  name: user.__name ?? '',
  login: user.login ?? '',
  email: user.email ?? '',
  phone: (user.workPhone?.[0] ?? user.mobilePhone?.[0])?.tel ?? '',
  position: user.displayedPosition ?? '',
  status: statusOf(user),
})

/** The numbers of the public API: invited, refused, active, blocked, withdrawn, external. */
const BY_NUMBER: Status[] = ['invited', 'blocked', 'active', 'blocked', 'blocked', 'external']

export const statusOf = ({ __status }: User): Status => BY_NUMBER[__status?.status ?? 2] ?? 'active'
