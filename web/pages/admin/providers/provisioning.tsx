import { Anchor, Text } from '@mantine/core'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { Section } from '../../apps/item/section.tsx'
import { CallsOf } from '../../programs/calls-of.tsx'
import { useTexts } from '../texts.ts'

type Token = ReplyOf<'access', 'listTokens'>['tokens'][number]

const EVERY = 10_000

const isOfScim = ({ scopes }: Token): boolean =>
  scopes?.some((scope) => scope.startsWith('scim:')) ?? false

/** Tokens with which identity providers keep people and groups up to date, and what came of it. */
export function Provisioning() {
  const { providers: t, tokens } = useTexts().admin
  const asked = useApi('access', 'listTokens', { input: { user: 'all' } }, { every: EVERY })
  const at = (time: string | null) => (time ? <When at={time} /> : t.never)
  const columns: Column<Token>[] = [
    { key: 'name', title: t.name, cell: ({ name }) => name },
    { key: 'reach', title: tokens.reach, cell: ({ reach }) => tokens.reachOf[reach] },
    {
      key: 'last',
      title: t.lastRequest,
      isTight: true,
      cell: ({ lastUsedAt }) => at(lastUsedAt),
    },
    {
      key: 'success',
      title: t.lastSuccess,
      isTight: true,
      cell: ({ lastSuccessAt }) => at(lastSuccessAt),
    },
    { key: 'calls', title: t.requests, cell: (each) => <CallsOf {...each} /> },
  ]
  return (
    <Section title={t.provisioning}>
      <Text size="sm" c="var(--quiet)" mb="xs">
        {t.provisioningHint}{' '}
        <Anchor component={Link} to={links.adminPart('tokens')} size="sm" underline="always">
          {t.toTokens}
        </Anchor>
      </Text>
      <Shown of={asked}>
        {({ tokens: all }) => (
          <ListTable
            label={t.provisioning}
            columns={columns}
            rows={all.filter(isOfScim)}
            idOf={({ id }) => id}
            empty={<Text size="sm">{t.noProvisioning}</Text>}
            hasCards
          />
        )}
      </Shown>
    </Section>
  )
}
