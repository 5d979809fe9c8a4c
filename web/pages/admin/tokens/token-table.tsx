import { IconKey } from '@tabler/icons-react'
import type { ReplyOf } from '../../../client.ts'
import { ConfirmButton } from '../../../components/confirm-button.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Empty } from '../../../components/states.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useDates, When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { CallsOf } from '../../programs/calls-of.tsx'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { ScopeWords } from './scopes.tsx'

type Token = ReplyOf<'access', 'listTokens'>['tokens'][number]

/** Tokens, those of one person or of everybody. */
export function TokenTable({ tokens, isAll = false }: { tokens: Token[]; isAll?: boolean }) {
  const t = useTexts()
  return (
    <ListTable
      label={t.admin.parts.tokens}
      columns={useColumns(isAll)}
      rows={tokens}
      idOf={({ id }) => id}
      empty={<Empty icon={IconKey} title={t.admin.tokens.empty} hint={t.admin.tokens.emptyHint} />}
      hasCards
    />
  )
}

function useColumns(isAll: boolean): Column<Token>[] {
  const t = useTexts().admin.tokens
  const dates = useDates()
  const owner: Column<Token> = {
    key: 'owner',
    title: t.owner,
    cell: ({ user }) => <PeopleValue value={user} />,
  }
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ name }) => <span className={classes.strong}>{name}</span>,
    },
    ...(isAll ? [owner] : []),
    {
      key: 'scopes',
      title: t.scopes,
      cell: ({ scopes, assistants }) => (
        <span>
          <ScopeWords scopes={scopes} />
          {assistants !== 'on' && `; ${t.assistants}: ${t.assistantsOf[assistants]}`}
        </span>
      ),
    },
    {
      key: 'created',
      title: t.created,
      isTight: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    {
      key: 'used',
      title: t.used,
      isTight: true,
      cell: ({ lastUsedAt }) => (lastUsedAt ? <When at={lastUsedAt} /> : t.never),
    },
    { key: 'calls', title: t.calls, cell: (each) => <CallsOf {...each} /> },
    {
      key: 'expires',
      title: t.expires,
      isTight: true,
      cell: ({ expiresAt }) => (expiresAt ? dates.day(expiresAt) : t.forever),
    },
    { key: 'actions', title: t.revoke, isAction: true, cell: (token) => <Revoke token={token} /> },
  ]
}

function Revoke({ token: { id, name } }: { token: Token }) {
  const t = useTexts().admin.tokens
  const { modal } = useForm('access', 'revokeToken', { params: { id } })
  return (
    <ConfirmButton
      {...modal}
      title={t.revokeOf(name)}
      text={t.revokeHint(name)}
      action={t.revoke}
    />
  )
}
