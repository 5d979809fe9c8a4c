import { Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import type { ReplyOf } from '../../../client.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { ConfirmButton } from '../../../components/confirm-button.tsx'
import { Below, type Column, ListTable } from '../../../components/list-table.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { When } from '../../../components/when.tsx'
import { PeopleValue } from '../../../fields/linked.tsx'
import { useProgramTexts } from '../../programs/texts.ts'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { ScopeWords } from '../tokens/scopes.tsx'
import { ClientSecret, type IssuedSecret } from './client-secret.tsx'

type Client = ReplyOf<'access', 'listClients'>['clients'][number]

/** Programs that can ask people to let them in, or act by themselves. */
export function ClientTable({ clients }: { clients: Client[] }) {
  const t = useProgramTexts()
  const [told, setTold] = useState<IssuedSecret>()
  return (
    <>
      <ListTable
        label={t.admin.registered}
        columns={useColumns(setTold)}
        rows={clients}
        idOf={({ id }) => id}
        empty={<Text size="sm">{t.admin.noRegistered}</Text>}
        hasCards
      />
      {told && <ClientSecret {...told} onClose={() => setTold(undefined)} />}
    </>
  )
}

function useColumns(onSecret: (told: IssuedSecret) => void): Column<Client>[] {
  const t = useProgramTexts()
  return [
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
    { key: 'secret', title: t.admin.secret, cell: (each) => <SecretState client={each} /> },
    { key: 'as', title: t.admin.actsAs, cell: ({ actsAs }) => actsAs && <Acting {...actsAs} /> },
    {
      key: 'created',
      title: useTexts().admin.tokens.created,
      isTight: true,
      cell: ({ createdAt }) => <When at={createdAt} />,
    },
    { key: 'people', title: t.admin.people, isTight: true, cell: ({ connections }) => connections },
    {
      key: 'actions',
      title: t.admin.remove,
      isAction: true,
      cell: (each) => (
        <Group gap={0} wrap="nowrap" justify="end">
          {each.isConfidential && <Renew client={each} onSecret={onSecret} />}
          <Remove client={each} />
        </Group>
      ),
    },
  ]
}

function SecretState({ client: { isConfidential, hasSecret } }: { client: Client }) {
  const t = useProgramTexts().admin.secrets
  if (!isConfidential) return t.none
  return hasSecret ? t.given : t.ended
}

function Acting({ user, scopes }: NonNullable<Client['actsAs']>) {
  return (
    <>
      <PeopleValue value={user} />
      <div className={classes.sub}>
        <ScopeWords scopes={scopes} />
      </div>
    </>
  )
}

type RenewProps = { client: Client; onSecret: (told: IssuedSecret) => void }

function Renew({ client: { id, name }, onSecret }: RenewProps) {
  const t = useProgramTexts().admin
  const [isAsking, setAsking] = useState(false)
  const { modal } = useForm('access', 'renewClientSecret', {
    params: { id },
    onClose: () => setAsking(false),
    onDone: ({ secret }) => {
      setAsking(false)
      onSecret({ client: id, secret })
    },
  })
  return (
    <>
      <Button variant="subtle" aria-label={t.renewOf(name)} onClick={() => setAsking(true)}>
        {t.renew}
      </Button>
      {isAsking && (
        <Confirm {...modal} title={t.renewOf(name)} text={t.renewHint(name)} action={t.renew} />
      )}
    </>
  )
}

function Remove({ client: { id, name } }: { client: Client }) {
  const t = useProgramTexts().admin
  const { modal } = useForm('access', 'deleteClient', { params: { id }, takesAway: true })
  return (
    <ConfirmButton
      {...modal}
      title={t.removeOf(name)}
      text={t.removeHint(name)}
      action={t.remove}
    />
  )
}
