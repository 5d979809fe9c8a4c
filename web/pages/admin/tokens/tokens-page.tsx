import { Button, SegmentedControl } from '@mantine/core'
import { IconKey, IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { Page } from '../../../components/page.tsx'
import { Empty, Shown } from '../../../components/states.tsx'
import { useDates, When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { useMe } from '../../../frame/session.tsx'
import { useTexts } from '../../../texts/index.ts'
import classes from '../admin.module.css'
import { NewToken } from './new-token.tsx'
import { ScopeWords } from './scopes.tsx'
import own from './tokens.module.css'

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
        {({ tokens }) =>
          tokens.length === 0 ? (
            <Empty icon={IconKey} title={t.admin.tokens.empty} hint={t.admin.tokens.emptyHint} />
          ) : (
            <TokenTable tokens={tokens} isAll={isAll} />
          )
        }
      </Shown>
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Page>
  )
}

function TokenTable({ tokens, isAll }: { tokens: Token[]; isAll: boolean }) {
  const t = useTexts().admin.tokens
  return (
    <div className={classes.scroll}>
      <table className={classes.table} data-cards>
        <thead>
          <tr>
            <th>{t.name}</th>
            {isAll && <th>{t.owner}</th>}
            <th>{t.scopes}</th>
            <th>{t.created}</th>
            <th>{t.used}</th>
            <th>{t.expires}</th>
            <th aria-label={t.revoke} />
          </tr>
        </thead>
        <tbody>
          {tokens.map((token) => (
            <TokenRow key={token.id} token={token} isAll={isAll} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function TokenRow({ token, isAll }: { token: Token; isAll: boolean }) {
  const t = useTexts().admin.tokens
  const dates = useDates()
  const [isAsking, setAsking] = useState(false)
  const revoke = useChange('access', 'revokeToken', { onFail: () => undefined })
  return (
    <tr>
      <td className={own.name}>
        <span className={classes.strong}>{token.name}</span>
      </td>
      {isAll && (
        <td data-label={t.owner}>
          <PeopleValue value={token.user} />
        </td>
      )}
      <td data-label={t.scopes}>
        <span>
          <ScopeWords scopes={token.scopes} />
        </span>
      </td>
      <td data-label={t.created} data-tight>
        <When at={token.createdAt} />
      </td>
      <td data-label={t.used} data-tight>
        {token.lastUsedAt ? <When at={token.lastUsedAt} /> : t.never}
      </td>
      <td data-label={t.expires} data-tight>
        {token.expiresAt ? dates.day(token.expiresAt) : t.forever}
      </td>
      <td data-tight>
        <Button
          variant="subtle"
          color="red"
          aria-label={t.revokeOf(token.name)}
          onClick={() => setAsking(true)}
        >
          {t.revoke}
        </Button>
        {isAsking && (
          <Confirm
            title={t.revokeOf(token.name)}
            text={t.revokeHint(token.name)}
            action={t.revoke}
            change={revoke}
            onConfirm={() => revoke.mutate({ params: { id: token.id } })}
            onClose={() => setAsking(false)}
          />
        )}
      </td>
    </tr>
  )
}
