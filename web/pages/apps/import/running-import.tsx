import { Button, Group, Progress, Stack, Table, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { Link } from 'react-router'
import { useApi } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { Shown } from '../../../components/states.tsx'
import { useDates } from '../../../components/when.tsx'
import type { Field } from '../../../fields/field.ts'
import { links } from '../../../links.ts'
import { useTexts } from '../../../texts/index.ts'
import classes from './import.module.css'
import { problemWords } from './problem-words.ts'

type Status = ReplyOf<'apps', 'importStatus'>

type RunningProps = {
  params: { namespace: string; code: string }
  importId: string
  fields: Field[]
  onAgain: () => void
}

const OFTEN = 400

const isOver = ({ status }: Status): boolean => status === 'complete' || status === 'failed'

/** How the import goes, and in the end what became of every row. */
export function RunningImport({ params, importId, fields, onAgain }: RunningProps) {
  const queries = useQueryClient()
  const request = { params, input: { importId } }
  const asked = useApi('apps', 'importStatus', request, { every: OFTEN, fresh: 0 })
  const isDone = asked.data ? isOver(asked.data) : false
  useEffect(() => {
    // Imported items may have no events of their own.
    if (isDone) void queries.invalidateQueries({ queryKey: ['apps', 'listItems'] })
  }, [isDone, queries])
  return (
    <Shown of={asked}>
      {(status) => (
        <Stack gap="md">
          <Going status={status} />
          {status.errors.length > 0 && isOver(status) && (
            <Problems status={status} importId={importId} fields={fields} />
          )}
          {isOver(status) && <Onwards params={params} onAgain={onAgain} />}
        </Stack>
      )}
    </Shown>
  )
}

function Going({ status }: { status: Status }) {
  const t = useTexts()
  const dates = useDates()
  const { total, processed, created, updated, failed } = status
  const share = isOver(status) ? 100 : total > 0 ? (processed / total) * 100 : 0
  const counts = [
    [t.apps.import.created, created],
    [t.apps.import.updated, updated],
    [t.apps.import.failed, failed],
  ] as const
  return (
    <>
      <Text fw={500} role="status">
        {t.apps.import.status[status.status]}
      </Text>
      <Progress
        value={share}
        aria-label={t.apps.import.progress(processed, total)}
        color={status.status === 'failed' ? 'red' : undefined}
        animated={!isOver(status)}
      />
      <Group gap="xl">
        {counts.map(([name, count]) => (
          <div key={name}>
            <Text size="xs" c="var(--quiet)">
              {name}
            </Text>
            <Text size="xl" fw={600} className={classes.count}>
              {dates.number(count)}
            </Text>
          </div>
        ))}
      </Group>
    </>
  )
}

const SHOWN = 20

function Problems({
  status,
  importId,
  fields,
}: {
  status: Status
  importId: string
  fields: Field[]
}) {
  const t = useTexts()
  const titleOf = (code: string | null) =>
    fields.find((field) => field.code === code)?.view.name ?? code ?? ''
  return (
    <section aria-label={t.apps.import.problems}>
      <Group justify="space-between" mb={4}>
        <Text fw={500}>{t.apps.import.problems}</Text>
        <Button
          component="a"
          href={`/manage/v1/imports/${importId}/errors`}
          download
          variant="default"
          leftSection={<IconDownload size={14} />}
        >
          {t.apps.import.errorFile}
        </Button>
      </Group>
      <Table verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th w={80}>{t.apps.import.row}</Table.Th>
            <Table.Th>{t.apps.import.column}</Table.Th>
            <Table.Th>{t.apps.import.problem}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {status.errors.slice(0, SHOWN).map(({ row, column, message }) => (
            <Table.Tr key={`${row} ${column} ${message}`}>
              <Table.Td>{row || ''}</Table.Td>
              <Table.Td>{titleOf(column)}</Table.Td>
              <Table.Td>{problemWords(t.problems, message)}</Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

function Onwards({ params, onAgain }: Pick<RunningProps, 'params' | 'onAgain'>) {
  const t = useTexts()
  return (
    <Group gap="xs">
      <Button component={Link} to={links.app(params.namespace, params.code)}>
        {t.apps.import.toList}
      </Button>
      <Button variant="default" onClick={onAgain}>
        {t.apps.import.again}
      </Button>
    </Group>
  )
}
