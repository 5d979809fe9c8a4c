import { Progress, ScrollArea, Stack, Text } from '@mantine/core'
import { Confirm } from '../../../components/confirm.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { ListTable } from '../../../components/list-table.tsx'
import { useNames } from '../../../fields/names.ts'
import { useTexts } from '../../../texts/index.ts'
import type { App } from './fields.ts'
import type { Problem, useBulk } from './use-bulk.ts'

type WorkProps = {
  bulk: ReturnType<typeof useBulk>
  app: App
  /** How many would be deleted, while that is being asked. */
  asksToDelete: number
  onDelete: () => void
  onKeep: () => void
  /** What could not be changed stays chosen. */
  onDone: (ids: string[]) => void
}

/** How a change of many items goes, and what became of each. */
export function BulkWork({ bulk, app, asksToDelete, onDelete, onKeep, onDone }: WorkProps) {
  const t = useTexts()
  const { state, close } = bulk
  if (asksToDelete > 0) {
    return (
      <Confirm
        title={t.apps.bulk.delete(asksToDelete)}
        text={t.apps.bulk.deleteHint}
        action={t.frame.actions.delete}
        onSubmit={onDelete}
        onClose={onKeep}
      />
    )
  }
  if (state.is === 'idle') return null
  const finish = () => {
    if (state.is !== 'done') return
    onDone(state.problems.map(({ id }) => id))
    close()
  }
  return (
    <Dialog onClose={finish} title={t.apps.bulk.title} size="lg">
      {state.is === 'working' ? (
        <Progress
          value={(state.done / state.count) * 100}
          aria-label={t.apps.bulk.working}
          animated
        />
      ) : (
        <Outcome changed={state.changed} problems={state.problems} app={app} />
      )}
    </Dialog>
  )
}

type OutcomeProps = { changed: number; problems: Problem[]; app: App }

const SHOWN = 200

function Outcome({ changed, problems, app }: OutcomeProps) {
  const t = useTexts()
  const shown = problems.slice(0, SHOWN)
  const names = useNames(
    `${app.namespace}/${app.code}`,
    shown.map(({ id }) => id),
  )
  return (
    <Stack gap="sm">
      <Text size="sm">
        {t.apps.bulk.changed(changed)} {t.apps.bulk.refused(problems.length)}
      </Text>
      <ScrollArea.Autosize mah={320}>
        <ListTable
          label={t.apps.bulk.refused(problems.length)}
          columns={[
            { key: 'item', title: t.apps.bulk.item, cell: ({ id }) => names.get(id) ?? '' },
            { key: 'reason', title: t.apps.bulk.reason, cell: ({ error }) => error },
          ]}
          rows={shown}
          idOf={({ id }) => id}
        />
      </ScrollArea.Autosize>
    </Stack>
  )
}
