import { Button, Group, Menu, Paper, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown, IconPencil, IconTrash, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { callOf, useApi } from '../../../api.ts'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './bulk-bar.module.css'
import { BulkEdit } from './bulk-edit.tsx'
import { BulkWork } from './bulk-work.tsx'
import type { App } from './fields.ts'
import type { ListRequest } from './rows.ts'
import type { Change } from './use-bulk.ts'
import { useBulk } from './use-bulk.ts'
import type { Rights } from './use-navigation-app.ts'
import type { Selection } from './use-selection.ts'

type Status = { id: number; code: string; name: string }

type BarProps = {
  app: App
  fields: Field[]
  selection: Selection
  total: number
  asked: ListRequest
  rights: Rights | undefined
}

/** What can be done with the chosen rows. */
export function BulkBar({ app, fields, selection, total, asked, rights }: BarProps) {
  const t = useTexts()
  const bulk = useBulk(app)
  const [isEditing, setEditing] = useState(false)
  const [isDeleting, setDeleting] = useState(false)
  const ids = [...selection.ids]
  const statuses = (fields.find(({ type }) => type === 'STATUS')?.data.statusItems ??
    []) as Status[]
  const start = async (change: Change) => {
    setEditing(false)
    setDeleting(false)
    const { changed, problems } = await bulk.start(ids, change)
    if (problems.length > 0) return
    notifications.show({ message: t.apps.bulk.changed(changed) })
    selection.clear()
  }
  return (
    <Paper className={classes.bar} shadow="md" role="region" aria-label={t.apps.bulk.title}>
      <Group gap="xs">
        <Text size="sm" fw={500}>
          {t.apps.select.count(ids.length)}
        </Text>
        {total > ids.length && <SelectAll asked={asked} total={total} selection={selection} />}
        {rights?.update && (
          <Button
            variant="default"
            leftSection={<IconPencil size={14} />}
            onClick={() => setEditing(true)}
          >
            {t.apps.bulk.edit}
          </Button>
        )}
        {rights?.update && statuses.length > 0 && (
          <StatusMenu app={app} statuses={statuses} onChoose={(status) => void start({ status })} />
        )}
        {rights?.delete && (
          <Button
            variant="default"
            leftSection={<IconTrash size={14} />}
            onClick={() => setDeleting(true)}
          >
            {t.frame.actions.delete}
          </Button>
        )}
        <Button
          variant="subtle"
          color="gray"
          leftSection={<IconX size={14} />}
          onClick={selection.clear}
        >
          {t.apps.select.clear}
        </Button>
      </Group>
      {isEditing && (
        <BulkEdit
          app={app}
          fields={fields}
          ids={ids}
          onClose={() => setEditing(false)}
          onEdit={(context) => void start({ context })}
        />
      )}
      <BulkWork
        bulk={bulk}
        app={app}
        asksToDelete={isDeleting ? ids.length : 0}
        onDelete={() => void start({ delete: true })}
        onKeep={() => setDeleting(false)}
        onDone={selection.set}
      />
    </Paper>
  )
}

type StatusProps = { app: App; statuses: Status[]; onChoose: (code: string) => void }

/** What the reader may give to no item at all is left grey; the server decides item by item. */
const StatusMenu = ({ app: { namespace, code: app }, statuses, onChoose }: StatusProps) => {
  const t = useTexts()
  const params = { namespace, code: app }
  const { data } = useApi('apps', 'statusSettings', { params }, { fresh: 60_000 })
  const isOpen = (code: string) =>
    data?.transitions?.some(
      ({ to, allowed, roles }) => to === code && (allowed || roles.length > 0),
    ) ?? true
  return (
    <Menu position="top-start">
      <Menu.Target>
        <Button variant="default" rightSection={<IconChevronDown size={14} />}>
          {t.apps.bulk.status}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {statuses.map(({ code, name }) => (
          <Menu.Item key={code} disabled={!isOpen(code)} onClick={() => onChoose(code)}>
            {name}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}

/** As many as one answer can name. */
const MOST = 10_000

function SelectAll({ asked, total, selection }: Pick<BarProps, 'asked' | 'total' | 'selection'>) {
  const t = useTexts()
  const [isAsking, setAsking] = useState(false)
  const count = Math.min(total, MOST)
  const select = async () => {
    setAsking(true)
    const input = { ...asked.input, fields: { __id: true }, size: MOST, total: false }
    await callOf(
      'apps',
      'listItems',
    )({ ...asked, input })
      .then(({ result }) => selection.set(result.result.map(({ __id }) => __id)))
      .catch((error: Error) => notifications.show({ color: 'red', message: error.message }))
    setAsking(false)
  }
  return (
    <Button variant="subtle" loading={isAsking} onClick={() => void select()}>
      {t.apps.select.everything(count)}
    </Button>
  )
}
