import { Button, Group, List, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck } from '@tabler/icons-react'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { callOf } from '../../api.ts'
import { Choose } from '../../components/choose.tsx'
import { LongTextField } from '../../components/controls.tsx'
import { Dialog } from '../../components/dialog.tsx'
import { ModalForm } from '../../components/form-modal.tsx'
import { useFields, useValues } from '../../components/use-form.tsx'
import { useTexts } from '../../texts/index.ts'

type Given = { __id: string; __name: string }
type Result = Given & { problem?: string }

type HandOverProps = {
  tasks: Given[]
  onClose: () => void
  /** In the place of closing, once all of them belong to somebody else. */
  onDone?: () => void
}

/** Gives tasks to somebody else: each says what became of it. */
export function HandOver({ tasks: given, onClose, onDone = onClose }: HandOverProps) {
  const t = useTexts()
  const queries = useQueryClient()
  // The list behind may change while this is open: what was chosen stays.
  const [tasks] = useState(given)
  const { values, field } = useFields(useValues({ to: [] as string[], comment: '' }))
  const [isBusy, setBusy] = useState(false)
  const [results, setResults] = useState<Result[]>()
  const [userId] = values.to
  const handOver = async () => {
    if (userId === undefined) return
    setBusy(true)
    const done = await reassign(tasks, userId, values.comment)
    setBusy(false)
    setResults(done)
    await queries.invalidateQueries({ queryKey: ['tasks'] })
  }
  const count = results?.filter(({ problem }) => problem === undefined).length ?? 0
  const leave = count === tasks.length ? onDone : onClose
  return (
    <Dialog onClose={leave} title={t.tasks.reassign.title(tasks.length)}>
      {results ? (
        <Stack gap="sm">
          <Text size="sm" role="status">
            {t.tasks.reassign.result(count, tasks.length)}
          </Text>
          <Results of={results} />
          <Group justify="end">
            <Button onClick={leave}>{t.frame.actions.close}</Button>
          </Group>
        </Stack>
      ) : (
        <ModalForm
          submit={t.tasks.reassign.submit}
          change={{ isPending: isBusy }}
          onSubmit={() => void handOver()}
          onClose={onClose}
          isDisabled={!userId}
        >
          <Choose {...field('to', t.tasks.reassign.to)} source="users" isSingle required />
          <LongTextField {...field('comment', t.tasks.reassign.comment)} />
        </ModalForm>
      )}
    </Dialog>
  )
}

/** As many tasks as the server takes at once. */
const MOST = 500

async function reassign(tasks: Given[], userId: string, comment: string): Promise<Result[]> {
  const results: Result[] = []
  for (let at = 0; at < tasks.length; at += MOST) {
    const part = tasks.slice(at, at + MOST)
    results.push(...(await reassignPart(part, userId, comment)))
  }
  return results
}

async function reassignPart(part: Given[], userId: string, comment: string): Promise<Result[]> {
  const ids = part.map(({ __id }) => __id)
  try {
    const input = { ids, userId, comment }
    const { errors } = await callOf('tasks', 'reassignMany')({ input })
    return part.map((task) => {
      const problem = errors[task.__id]
      return problem === undefined ? task : { ...task, problem }
    })
  } catch (error) {
    const problem = error instanceof Error ? error.message : String(error)
    return part.map((task) => ({ ...task, problem }))
  }
}

function Results({ of }: { of: Result[] }) {
  const t = useTexts()
  return (
    <List size="sm" spacing={6} center>
      {of.map(({ __id, __name, problem }) => (
        <List.Item
          key={__id}
          icon={
            problem === undefined ? (
              <IconCheck size={16} stroke={1.6} aria-label={t.tasks.reassign.done} />
            ) : (
              <IconAlertTriangle size={16} stroke={1.6} aria-label={t.tasks.reassign.failed} />
            )
          }
        >
          {__name}
          {problem !== undefined && (
            <Text size="xs" c="red">
              {problem}
            </Text>
          )}
        </List.Item>
      ))}
    </List>
  )
}
