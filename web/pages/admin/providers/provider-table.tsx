import { Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { Confirm } from '../../../components/confirm.tsx'
import { type Column, ListTable } from '../../../components/list-table.tsx'
import { Tag } from '../../../components/tag.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { When } from '../../../components/when.tsx'
import classes from '../admin.module.css'
import { useTexts } from '../texts.ts'
import { useUnits } from '../units.ts'
import { DirectoryActions } from './directory-actions.tsx'
import type { Provider } from './provider-form.tsx'

type TableProps = { providers: Provider[]; onEdit: (provider: Provider) => void }

export function ProviderTable({ providers, onEdit }: TableProps) {
  const t = useTexts().admin
  const [removed, setRemoved] = useState<Provider>()
  const columns = useColumns(onEdit, setRemoved)
  return (
    <>
      <ListTable
        label={t.parts.providers}
        columns={columns}
        rows={providers}
        idOf={({ id }) => id}
        hasCards
      />
      {removed && <Remove provider={removed} onClose={() => setRemoved(undefined)} />}
    </>
  )
}

function Remove({ provider: { id, name }, onClose }: { provider: Provider; onClose: () => void }) {
  const t = useTexts().admin.providers
  const { modal } = useForm('providers', 'delete', {
    params: { id },
    changes: ['group'],
    takesAway: true,
    onClose,
  })
  return <Confirm {...modal} title={t.removeTitle} text={t.removeText(name)} action={t.remove} />
}

type Act = (provider: Provider) => void

function useColumns(onEdit: Act, onRemove: Act): Column<Provider>[] {
  const t = useTexts().admin.providers
  const { number } = useUnits()
  return [
    {
      key: 'name',
      title: t.name,
      cell: ({ name, connection, lastFailure, lastFailureAt, lastSync, lastSyncAt }) => (
        <>
          {name}
          <div className={classes.sub}>
            {connection.kind === 'ldap' ? connection.url : connection.issuer}
          </div>
          {lastFailureAt && (
            <div className={classes.sub}>
              {t.lastFailure}, <When at={lastFailureAt} />: {lastFailure}
            </div>
          )}
          {lastSyncAt && (
            <div className={classes.sub}>
              {t.lastSync}, <When at={lastSyncAt} />: {lastSync}
            </div>
          )}
        </>
      ),
    },
    { key: 'state', title: t.state, isTight: true, cell: (each) => <State provider={each} /> },
    { key: 'people', title: t.people, isNumber: true, cell: ({ people }) => number(people) },
    {
      key: 'last',
      title: t.lastSignIn,
      isTight: true,
      isQuiet: true,
      cell: ({ lastSignInAt }) => (lastSignInAt ? <When at={lastSignInAt} /> : t.never),
    },
    {
      key: 'actions',
      title: t.edit,
      isAction: true,
      cell: (provider) => <Actions provider={provider} onEdit={onEdit} onRemove={onRemove} />,
    },
  ]
}

function State({ provider: { isEnabled, isFixed } }: { provider: Provider }) {
  const t = useTexts().admin.providers.states
  if (!isEnabled) return <Tag state="over">{t.off}</Tag>
  return <Tag state="active">{isFixed ? t.file : t.on}</Tag>
}

type ActionsProps = { provider: Provider; onEdit: Act; onRemove: Act }

function Actions({ provider, onEdit, onRemove }: ActionsProps) {
  const t = useTexts()
  const test = useChange('providers', 'test', {
    onDone: ({ isGood, findings }) => {
      const text = findings.map((each) => each.text).join('; ')
      const title = isGood ? t.admin.providers.good : t.admin.providers.bad
      notifications.show({
        title,
        message: text,
        color: isGood ? 'teal' : 'red',
        autoClose: 15_000,
      })
    },
  })
  return (
    <Group gap="xs" wrap="nowrap" justify="end">
      <Button
        size="compact-xs"
        variant="default"
        loading={test.isPending}
        onClick={() => test.mutate({ params: { id: provider.id } })}
      >
        {t.admin.providers.test}
      </Button>
      {provider.connection.kind === 'ldap' && <DirectoryActions provider={provider} />}
      <Button size="compact-xs" variant="default" onClick={() => onEdit(provider)}>
        {t.admin.providers.edit}
      </Button>
      {!provider.isFixed && (
        <Button size="compact-xs" variant="default" onClick={() => onRemove(provider)}>
          {t.admin.providers.remove}
        </Button>
      )}
    </Group>
  )
}
