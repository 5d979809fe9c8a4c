import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { When } from '../../components/when.tsx'
import { links } from '../../links.ts'
import { useDayTexts } from '../../texts/day.ts'
import { Section } from '../apps/item/section.tsx'
import { LinkDirectory } from './link-directory.tsx'
import classes from './profile.module.css'

type Choice = ReplyOf<'providers', 'listChoices'>['providers'][number]
type Identity = ReplyOf<'providers', 'listOwn'>['identities'][number]

/** Accounts of providers that are linked to one's own; nothing where there are no providers. */
export function Identities() {
  const t = useDayTexts().profile
  const columns = useColumns()
  const { data: known } = useApi('providers', 'listOwn', {})
  const { data: choices } = useApi('providers', 'listChoices', {})
  const link = useChange('providers', 'link', { onDone: ({ url }) => location.assign(url) })
  const linked = new Set(known?.identities.map(({ provider }) => provider.code))
  const free = choices?.providers.filter(({ code }) => !linked.has(code))
  const [directory, setDirectory] = useState<Choice>()
  if (!known || !free || known.identities.length + free.length === 0) return null
  return (
    <Section title={t.identities}>
      <Text className={classes.hint}>{t.identitiesHint}</Text>
      {known.identities.length > 0 && (
        <ListTable
          label={t.identities}
          columns={columns}
          rows={known.identities}
          idOf={({ id }) => id}
        />
      )}
      <Group gap="xs" mt="xs">
        {free.map((choice) => (
          <Button
            key={choice.code}
            size="compact-sm"
            variant="default"
            onClick={() =>
              choice.kind === 'ldap'
                ? setDirectory(choice)
                : link.mutate({ input: { provider: choice.code, returnTo: links.profile } })
            }
          >
            {t.link(choice.name)}
          </Button>
        ))}
      </Group>
      {directory && <LinkDirectory directory={directory} onClose={() => setDirectory(undefined)} />}
    </Section>
  )
}

function useColumns(): Column<Identity>[] {
  const t = useDayTexts().profile
  const unlink = useChange('providers', 'unlink', { takesAway: true })
  return [
    {
      key: 'provider',
      title: t.provider,
      cell: ({ provider, name }) => `${provider.name}: ${name}`,
    },
    {
      key: 'linked',
      title: t.linked,
      isTight: true,
      isQuiet: true,
      cell: ({ linkedAt }) => <When at={linkedAt} />,
    },
    {
      key: 'unlink',
      title: t.unlink,
      isAction: true,
      cell: ({ id }) => (
        <Button
          size="compact-xs"
          variant="default"
          onClick={() => unlink.mutate({ params: { id } })}
        >
          {t.unlink}
        </Button>
      ),
    },
  ]
}
