import { Text } from '@mantine/core'
import { Link } from 'react-router'
import type { ReplyOf } from '../../client.ts'
import { ConfirmButton } from '../../components/confirm-button.tsx'
import { Below, type Column, ListTable } from '../../components/list-table.tsx'
import { useForm } from '../../components/use-form.tsx'
import { useDates, When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { CallsOf } from './calls-of.tsx'
import { useScopeWords } from './scopes.ts'
import { useProgramTexts } from './texts.ts'

export type Connection = ReplyOf<'access', 'listConnections'>['connections'][number]

type Props = { connections: Connection[]; isAll?: boolean; empty: string }

/** Programs that act for people, and the way to end it. */
export function Connections({ connections, isAll = false, empty }: Props) {
  const t = useProgramTexts()
  const words = useScopeWords()
  const dates = useDates()
  const person: Column<Connection> = {
    key: 'person',
    title: t.list.person,
    cell: ({ user }) => (
      <Link to={links.person(user.id)} className="link">
        {user.name}
      </Link>
    ),
  }
  const history: Column<Connection> = {
    key: 'history',
    title: t.admin.history,
    isAction: true,
    cell: ({ id }) => (
      <Link to={links.auditOf(`assistant:${id}`)} className="link">
        {t.admin.history}
      </Link>
    ),
  }
  const columns: Column<Connection>[] = [
    {
      key: 'name',
      title: t.list.name,
      cell: ({ name, host }) => (
        <>
          {name}
          <Below>{host}</Below>
        </>
      ),
    },
    ...(isAll ? [person] : []),
    { key: 'may', title: t.list.may, cell: ({ scopes }) => words(scopes).join('; ') },
    {
      key: 'used',
      title: t.list.used,
      isTight: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : t.list.never),
    },
    { key: 'calls', title: t.list.calls, cell: (each) => <CallsOf {...each} /> },
    {
      key: 'until',
      title: t.list.until,
      isTight: true,
      isQuiet: true,
      cell: ({ expiresAt }) => dates.day(expiresAt),
    },
    ...(isAll ? [history] : []),
    { key: 'end', title: t.list.end, isAction: true, cell: (each) => <End connection={each} /> },
  ]
  return (
    <ListTable
      label={t.list.title}
      columns={columns}
      rows={connections}
      idOf={({ id }) => id}
      empty={<Text size="sm">{empty}</Text>}
      hasCards
    />
  )
}

function End({ connection: { id, name } }: { connection: Connection }) {
  const t = useProgramTexts().list
  const { modal } = useForm('access', 'endConnection', { params: { id }, takesAway: true })
  return (
    <ConfirmButton
      {...modal}
      title={t.endOf(name)}
      text={t.endHint(name)}
      action={t.end}
      button={{ size: 'compact-xs', variant: 'default' }}
    />
  )
}
