import { Button, Group, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useApi } from '../../../api.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { ModalForm } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'
import type { InstanceRow } from '../instance-list.tsx'
import { stepsOf } from '../model.ts'
import type { Process } from '../process-page.tsx'
import { MappingForm } from './mapping-form.tsx'
import { MoveTable } from './move-table.tsx'
import { type Mapping, moveAll, useDryRun } from './outcomes.ts'

type MoveVersionsProps = {
  process: Process
  /** The newest. */
  version: number
  instances: InstanceRow[]
  onClose: () => void
}

/** Shows what a move to the newest version would do, and does it when confirmed. */
export function MoveVersions({ process, version, instances, onClose }: MoveVersionsProps) {
  const t = useTexts()
  const { move } = t.processes
  const queries = useQueryClient()
  const [mapping, setMapping] = useState<Mapping>({})
  const older = instances.filter((each) => each.version !== version).map(({ id }) => id)
  const dry = useDryRun({ process, ids: older, mapping })
  const run = useMutation({
    mutationFn: (ids: string[]) => moveAll({ process, ids, mapping }, { dryRun: false }),
    onError: () => undefined,
    onSuccess: (outcomes) => {
      const moved = Object.values(outcomes).filter((reason) => reason === '').length
      notifications.show({ message: move.done(moved) })
      if (moved === Object.keys(outcomes).length) onClose()
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['processes'] }),
  })
  const missing = useMissing(process.id, instances)
  const movable = older.filter((id) => dry.data?.[id] === '')
  return (
    <Dialog onClose={onClose} size="xl" title={move.title(version)}>
      {run.data ? (
        <Stack gap="md">
          <Text size="sm" c="var(--quiet)">
            {move.after}
          </Text>
          <MoveTable instances={instances} version={version} outcomes={run.data} isDone />
          <Group justify="end">
            <Button onClick={onClose}>{t.frame.actions.close}</Button>
          </Group>
        </Stack>
      ) : (
        <ModalForm
          submit={move.confirm(movable.length)}
          change={{ isPending: run.isPending, error: dry.error ?? run.error }}
          onSubmit={() => run.mutate(movable)}
          onClose={onClose}
          isDisabled={movable.length === 0}
        >
          <Text size="sm" c="var(--quiet)">
            {move.hint}
          </Text>
          <MoveTable instances={instances} version={version} outcomes={dry.data} isDone={false} />
          {missing.absent.length > 0 && (
            <MappingForm {...missing} mapping={mapping} onChange={setMapping} />
          )}
        </ModalForm>
      )}
    </Dialog>
  )
}

/** The current steps of instances that the newest version does not have. */
function useMissing(id: string, instances: InstanceRow[]) {
  const { data } = useApi('processes', 'get', { params: { id }, input: {} })
  const steps = data ? stepsOf(data.process.xml) : []
  const known = new Set(steps.map((step) => step.id))
  const current = new Map(instances.flatMap(({ at }) => at.map((each) => [each.elementId, each])))
  const absent =
    steps.length === 0 ? [] : [...current.values()].filter(({ elementId }) => !known.has(elementId))
  return { absent, steps }
}
