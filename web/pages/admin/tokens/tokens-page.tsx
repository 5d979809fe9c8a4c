import { Button, SegmentedControl } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { useMe } from '../../../frame/session.tsx'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { NewToken } from './new-token.tsx'
import { TokenTable } from './token-table.tsx'

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
      <Shown of={asked}>{({ tokens }) => <TokenTable tokens={tokens} isAll={isAll} />}</Shown>
      {isMaking && <NewToken onClose={() => setMaking(false)} />}
    </Page>
  )
}
