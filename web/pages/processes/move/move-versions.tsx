import { Button, Group, Select, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CheckboxField } from '../../../components/controls.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ModalForm } from '../../../components/form-modal.tsx'
import { Loading, Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import type { InstanceRow } from '../instance-list.tsx'
import type { Process } from '../process-page.tsx'
import { MappingForm } from './mapping-form.tsx'
import { MoveTable } from './move-table.tsx'
import { type MoveOptions, moveAll, type Outcomes, useDryRun } from './outcomes.ts'
import { useMapping } from './use-mapping.ts'

type MoveVersionsProps = {
  process: Process
  /** The newest. */
  version: number
  instances: InstanceRow[]
  onClose: () => void
}

/** Shows what a move to the newest version would do, and does it when confirmed. */
export function MoveVersions(props: MoveVersionsProps) {
  const { process, version, instances, onClose } = props
  const t = useTexts()
  const { move } = useSteeringTexts()
  const [outcomes, setOutcomes] = useState<Outcomes>()
  const mapping = useMapping(process.id, version, instances)
  const done = (results: Outcomes) => {
    const count = (is: string) => Object.values(results).filter((each) => each.is === is).length
    const [moved, queued] = [count('moved'), count('queued')]
    if (moved > 0) notifications.show({ message: move.done(moved) })
    if (queued > 0) notifications.show({ message: move.doneLater(queued) })
    if (count('refused') === 0) onClose()
    else setOutcomes(results)
  }
  return (
    <Dialog onClose={onClose} size="xl" title={move.title(version)}>
      {outcomes ? (
        <Stack gap="md">
          <Text size="sm" c="var(--quiet)">
            {move.after}
          </Text>
          <MoveTable instances={instances} version={version} outcomes={outcomes} isDone />
          <Group justify="end">
            <Button onClick={onClose}>{t.frame.actions.close}</Button>
          </Group>
        </Stack>
      ) : (
        <Shown of={mapping.newest}>
          {() =>
            mapping.isReady ? <MoveForm {...props} mapping={mapping} onDone={done} /> : <Loading />
          }
        </Shown>
      )}
    </Dialog>
  )
}

type MoveFormProps = MoveVersionsProps & {
  mapping: ReturnType<typeof useMapping>
  onDone: (outcomes: Outcomes) => void
}

function MoveForm({ process, version, instances, mapping, onDone, onClose }: MoveFormProps) {
  const t = useSteeringTexts().move
  const queries = useQueryClient()
  const [options, setOptions] = useState<MoveOptions>({ timers: 'keep', queue: false })
  const older = instances.filter((each) => each.version !== version).map(({ id }) => id)
  const request = { process, mapping: mapping.mapping, ...options }
  const dry = useDryRun({ ...request, ids: older })
  const run = useMutation({
    mutationFn: (ids: string[]) => moveAll({ ...request, ids }),
    onError: () => undefined,
    onSuccess: onDone,
    onSettled: () => queries.invalidateQueries({ queryKey: ['processes'] }),
  })
  const movable = older.filter((id) => ['moved', 'queued'].includes(dry.data?.[id]?.is ?? ''))
  return (
    <ModalForm
      submit={t.confirm(movable.length)}
      change={{ isPending: run.isPending, error: dry.error ?? run.error }}
      onSubmit={() => run.mutate(movable)}
      onClose={onClose}
      isDisabled={movable.length === 0}
    >
      <Text size="sm" c="var(--quiet)">
        {t.hint}
      </Text>
      <MoveTable instances={instances} version={version} outcomes={dry.data} isDone={false} />
      {mapping.missing.length > 0 && <MappingForm {...mapping} onChoose={mapping.choose} />}
      <Select
        label={t.timers}
        allowDeselect={false}
        maw={420}
        data={[
          { value: 'keep', label: t.keep },
          { value: 'recompute', label: t.recompute },
        ]}
        value={options.timers}
        onChange={(value) =>
          setOptions({ ...options, timers: value === 'recompute' ? 'recompute' : 'keep' })
        }
      />
      <CheckboxField
        label={t.queue}
        description={t.queueHint}
        value={options.queue}
        onChange={(queue) => setOptions({ ...options, queue })}
      />
    </ModalForm>
  )
}
