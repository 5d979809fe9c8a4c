import { ActionIcon, Alert, Button, Group } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Choose } from '../../components/choose.tsx'
import { TextField } from '../../components/controls.tsx'
import { type Column, ListTable } from '../../components/list-table.tsx'
import { Shown } from '../../components/states.tsx'
import { useTexts } from '../../texts/index.ts'
import { type Problem, problemsIn, problemsOf, type Row } from './problems.ts'
import classes from './telephony.module.css'

type Binding = ReplyOf<'telephony', 'getBindings'>['bindings'][number]

export function Bindings({ code }: { code: string }) {
  const asked = useApi('telephony', 'getBindings', { params: { code } })
  return (
    <Shown of={asked}>
      {({ bindings }) => (
        // Saved anew by anybody, the table begins anew.
        <Editor key={JSON.stringify(bindings)} code={code} bindings={bindings} />
      )}
    </Shown>
  )
}

let lastKey = 0
const toRow = (binding: Binding): Row => ({ ...binding, key: ++lastKey })

/** All of it is saved at once, or nothing of it. */
function Editor({ code, bindings }: { code: string; bindings: Binding[] }) {
  const t = useTexts()
  const [rows, setRows] = useState(() => bindings.map(toRow))
  const [isChecked, setChecked] = useState(false)
  const save = useChange('telephony', 'replaceBindings', {
    onDone: () => notifications.show({ message: t.telephony.saved }),
    onFail: () => undefined,
  })
  const toBindings = () =>
    rows.map(({ extension, userId }) => ({ extension: extension.trim(), userId }))
  const isChanged = JSON.stringify(toBindings()) !== JSON.stringify(bindings)
  const own = problemsIn(rows, t.telephony)
  const theirs = problemsOf(save.error, rows, t.telephony)
  const problemOf = ({ key }: Row): Problem => ({
    ...theirs.get(key),
    ...(isChecked && own.get(key)),
  })
  const change = (next: Row[]) => {
    save.reset()
    setRows(next)
  }
  const columns = useColumns({
    numberOf: (row) => rows.indexOf(row) + 1,
    problemOf,
    onChange: ({ key }, changes) =>
      change(rows.map((each) => (each.key === key ? { ...each, ...changes } : each))),
    onRemove: ({ key }) => change(rows.filter((each) => each.key !== key)),
  })
  const submit = () => {
    setChecked(true)
    if (own.size === 0) save.mutate({ params: { code }, input: { bindings: toBindings() } })
  }
  const isWrong = isChecked && own.size > 0
  return (
    <form
      className={classes.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {(isWrong || save.error) && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {isWrong || theirs.size > 0 ? t.telephony.conflicts : save.error?.message}
        </Alert>
      )}
      <ListTable
        label={t.frame.menu.telephony}
        columns={columns}
        rows={rows}
        idOf={({ key }) => String(key)}
      />
      <Group justify="space-between" mt="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={14} />}
          onClick={() => change([...rows, toRow({ extension: '', userId: '' })])}
        >
          {t.telephony.add}
        </Button>
        <Group gap="xs">
          {isChanged && (
            <Button variant="default" onClick={() => change(bindings.map(toRow))}>
              {t.telephony.discard}
            </Button>
          )}
          <Button type="submit" loading={save.isPending} disabled={!isChanged}>
            {t.frame.actions.save}
          </Button>
        </Group>
      </Group>
    </form>
  )
}

type ColumnsOptions = {
  numberOf: (row: Row) => number
  problemOf: (row: Row) => Problem
  onChange: (row: Row, changes: Partial<Row>) => void
  onRemove: (row: Row) => void
}

function useColumns(options: ColumnsOptions): Column<Row>[] {
  const { numberOf, problemOf, onChange, onRemove } = options
  const { telephony: t, frame } = useTexts()
  return [
    {
      key: 'extension',
      title: t.extension,
      cell: (row) => (
        <TextField
          aria-label={t.extensionOf(numberOf(row))}
          value={row.extension}
          onChange={(text) => onChange(row, { extension: text })}
          error={problemOf(row).extension}
          maxLength={50}
        />
      ),
    },
    {
      key: 'person',
      title: t.person,
      cell: (row) => (
        <Choose
          source="users"
          label={t.personOf(numberOf(row))}
          value={row.userId ? [row.userId] : []}
          onChange={([userId = '']) => onChange(row, { userId })}
          isSingle
          required
          isBare
          error={problemOf(row).userId}
        />
      ),
    },
    {
      key: 'remove',
      title: frame.actions.delete,
      isAction: true,
      cell: (row) => (
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.remove(row.extension || String(numberOf(row)))}
          onClick={() => onRemove(row)}
        >
          <IconX size={15} stroke={1.6} />
        </ActionIcon>
      ),
    },
  ]
}
