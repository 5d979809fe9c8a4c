import { Button, SegmentedControl } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useDates, When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { useMe } from '../../../frame/session.tsx'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { NewToken } from './new-token.tsx'
import { ScopeWords } from './scopes.tsx'

type Token = ReplyOf<'access', 'listTokens'>['tokens'][number]

export function TokensPage() {
  const t = useTexts()
  const { isAdministrator } = useMe()
  const [of, setOf] = useState<'mine' | 'all'>('mine')
  const [isMaking, setMaking] = useState(false)
  const isAll = of === 'all'
  const asked = useApi(
    'access',
    'listTokens',
    { input: isAll ? { user: 'all' } : {} },
    { keep: true },
  )
  const columns = useColumns(isAll)
  const make = (
    <Button leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
      {t.admin.tokens.create}
    </Button>
  )
  return (
    <Page
      title={t.admin.parts.tokens}
      below={<div className={classes.hint}>{t.admin.tokens.hint}</div>}
      actions={
        <>
          {isAdministrator && (
            <SegmentedControl
              size="xs"
              aria-label={t.admin.tokens.owner}
              value={of}
              onChange={(next) => setOf(next as typeof of)}
              data={[
                { value: 'mine', label: t.admin.tokens.mine },
                { value: 'all', label: t.admin.tokens.all },
              ]}
            />
          )}
          {make}
        </>
      }
    >
      <Shown of={asked}>
        {({ tokens }) => (
          <ListTable
            label={t.admin.parts.tokens}
            columns={columns}
            rows={tokens}
            idOf={({ id }) => id}
            empty={
              <Empty icon={IconKey} title={t.admin.tokens.empty} hint={t.admin.tokens.emptyHint} />
            }
            hasCards
          />
        )}
      </Shown>
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Page>
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
      cell: ({ scopes }) => (
        <span>
          <ScopeWords scopes={scopes} />
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
  const [isAsking, setAsking] = useState(false)
  const revoke = useChange('access', 'revokeToken', { onFail: () => undefined })
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        aria-label={t.revokeOf(name)}
        onClick={() => setAsking(true)}
      >
        {t.revoke}
      </Button>
      {isAsking && (
        <Confirm
          title={t.revokeOf(name)}
          text={t.revokeHint(name)}
          action={t.revoke}
          change={revoke}
          onConfirm={() => revoke.mutate({ params: { id } })}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}
