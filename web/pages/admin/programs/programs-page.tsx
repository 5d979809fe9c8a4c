import { Button, Text, Textarea, TextInput } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { useApi, useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { ConfirmButton } from '../../../components/confirm-button.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { Below, type Column, ListTable } from '../../../components/list-table.tsx'
import { Page } from '../../../components/page.tsx'
import { Shown } from '../../../components/states.tsx'
import { When } from '../../../components/when.tsx'
import { links } from '../../../links.ts'
import { Section } from '../../apps/item/section.tsx'
import { Connections } from '../../programs/connections.tsx'
import { useProgramTexts } from '../../programs/texts.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'

type Client = ReplyOf<'access', 'listClients'>['clients'][number]

/** Everything that acts for people by OAuth. */
export function ProgramsPage() {
  const t = useProgramTexts().admin
  const { parts } = useTexts().admin
  const [isMaking, setMaking] = useState(false)
  const connected = useApi('access', 'listConnections', { input: { user: 'all' } })
  const registered = useApi('access', 'listClients', {})
  return (
    <Page
      title={parts.programs}
      below={<div className={classes.hint}>{t.hint}</div>}
      actions={
        <>
          <Button component={Link} to={links.adminPart('access')} variant="default">
            {t.why}
          </Button>
          <Button leftSection={<IconPlus size={14} />} onClick={() => setMaking(true)}>
            {t.register}
          </Button>
        </>
      }
    >
      <Shown of={connected}>
        {({ connections }) => <Connections connections={connections} isAll empty={t.empty} />}
      </Shown>
      <Section title={t.registered}>
        <Text size="sm" c="var(--quiet)">
          {t.registeredHint}
        </Text>
        <Shown of={registered}>{({ clients }) => <Clients clients={clients} />}</Shown>
      </Section>
      {isMaking && <NewClient onClose={() => setMaking(false)} />}
    </Page>
  )
}

function Clients({ clients }: { clients: Client[] }) {
  const t = useProgramTexts()
  const columns: Column<Client>[] = [
    {
      key: 'name',
      title: t.list.name,
      cell: ({ name, redirects }) => (
        <>
          {name}
          <Below>{redirects.join(', ')}</Below>
        </>
      ),
    },
    {
      key: 'by',
      title: t.admin.by,
      cell: ({ isTrusted }) => (isTrusted ? t.admin.byAdministrator : t.admin.byItself),
    },
    {
      key: 'created',
      title: useTexts().admin.tokens.created,
      isTight: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    { key: 'people', title: t.admin.people, isTight: true, cell: ({ connections }) => connections },
    {
      key: 'remove',
      title: t.admin.remove,
      isAction: true,
      cell: (each) => <Remove client={each} />,
    },
  ]
  return (
    <ListTable
      label={t.admin.registered}
      columns={columns}
      rows={clients}
      idOf={({ id }) => id}
      empty={<Text size="sm">{t.admin.noRegistered}</Text>}
      hasCards
    />
  )
}

function Remove({ client: { id, name } }: { client: Client }) {
  const t = useProgramTexts().admin
  const remove = useChange('access', 'deleteClient', { takesAway: true, onFail: () => undefined })
  return (
    <ConfirmButton
      title={t.removeOf(name)}
      text={t.removeHint(name)}
      action={t.remove}
      change={remove}
      onConfirm={() => remove.mutate({ params: { id } })}
    />
  )
}

function NewClient({ onClose }: { onClose: () => void }) {
  const t = useProgramTexts()
  const [name, setName] = useState('')
  const [redirects, setRedirects] = useState('')
  const create = useChange('access', 'createClient', { onDone: onClose, onFail: () => undefined })
  const lines = redirects.split('\n').map((each) => each.trim())
  const submit = () =>
    create.mutate({ input: { name, redirects: lines.filter((each) => each !== '') } })
  return (
    <FormModal
      title={t.admin.register}
      submit={t.admin.register}
      onSubmit={submit}
      onClose={onClose}
      change={create}
    >
      <TextInput
        label={t.list.name}
        value={name}
        onChange={({ currentTarget }) => setName(currentTarget.value)}
        required
      />
      <Textarea
        label={t.admin.redirects}
        description={t.admin.redirectsHint}
        value={redirects}
        onChange={({ currentTarget }) => setRedirects(currentTarget.value)}
        rows={3}
        required
      />
    </FormModal>
  )
}
