import { ActionIcon, Alert, Button, Group, Table, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconPlus, IconX } from '@tabler/icons-react'
import { useState } from 'react'
import { useApi, useChange } from '../../api.ts'
import type { ReplyOf } from '../../client.ts'
import { Choose } from '../../components/choose.tsx'
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
      <Table className={classes.table} aria-label={t.frame.menu.telephony}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th className={classes.number}>{t.telephony.extension}</Table.Th>
            <Table.Th>{t.telephony.person}</Table.Th>
            <Table.Th className={classes.end} />
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rows.map((row, at) => (
            <BindingRow
              key={row.key}
              row={row}
              number={at + 1}
              problem={problemOf(row)}
              onChange={(changes) =>
                change(rows.map((each) => (each.key === row.key ? { ...each, ...changes } : each)))
              }
              onRemove={() => change(rows.filter(({ key }) => key !== row.key))}
            />
          ))}
        </Table.Tbody>
      </Table>
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

type BindingRowProps = {
  row: Row
  number: number
  problem: Problem
  onChange: (changes: Partial<Row>) => void
  onRemove: () => void
}

function BindingRow({ row, number, problem, onChange, onRemove }: BindingRowProps) {
  const t = useTexts().telephony
  return (
    <Table.Tr>
      <Table.Td className={classes.number}>
        <TextInput
          aria-label={t.extensionOf(number)}
          value={row.extension}
          onChange={({ currentTarget }) => onChange({ extension: currentTarget.value })}
          error={problem.extension}
          maxLength={50}
        />
      </Table.Td>
      <Table.Td>
        <Choose
          source="users"
          label={t.personOf(number)}
          ids={row.userId ? [row.userId] : []}
          onPick={([userId = '']) => onChange({ userId })}
          isSingle
          isRequired
          isBare
          error={problem.userId}
        />
      </Table.Td>
      <Table.Td className={classes.end}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.remove(row.extension || String(number))}
          onClick={onRemove}
        >
          <IconX size={15} stroke={1.6} />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}
