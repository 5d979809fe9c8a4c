import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './build.module.css'

type Conflict = ReplyOf<'drafts', 'rebase'>['conflicts'][number]
type Side = 'mine' | 'theirs'

/** Somebody else published in the meantime: both works are put together, key by key. */
export function Behind({ draft }: { draft: Draft }) {
  const t = useBuildTexts().shell
  const [conflicts, setConflicts] = useState<Conflict[]>([])
  const rebase = useChange('drafts', 'rebase', {
    onDone: (reply) => {
      setConflicts(reply.conflicts)
      if (reply.conflicts.length > 0) return
      notifications.show({ message: t.caughtUp })
      void draft.refresh()
    },
  })
  if (!draft.info?.isBehind) return null
  const start = async () => {
    await draft.flush()
    rebase.mutate({ params: { id: draft.id }, input: {} })
  }
  return (
    <Alert color="blue" variant="light" mb="sm" title={t.behind}>
      <Group justify="space-between">
        <Text size="sm">{t.behindHint}</Text>
        <Button loading={rebase.isPending} onClick={() => void start()}>
          {t.catchUp}
        </Button>
      </Group>
      {conflicts.length > 0 && (
        <Conflicts
          conflicts={conflicts}
          change={rebase}
          onClose={() => setConflicts([])}
          onTake={(choices) => {
            const version = rebase.data?.version
            rebase.mutate({ params: { id: draft.id }, input: { choices, version } })
          }}
        />
      )}
    </Alert>
  )
}

type Choice = Pick<Conflict, 'file' | 'at'> & { take: Side }
type ConflictsProps = {
  conflicts: Conflict[]
  change: { isPending: boolean; error: Error | null }
  onClose: () => void
  onTake: (choices: Choice[]) => void
}

const keyOf = ({ file, at }: Pick<Conflict, 'file' | 'at'>) => JSON.stringify([file, at])

function Conflicts({ conflicts, change, onClose, onTake }: ConflictsProps) {
  const t = useBuildTexts().shell
  const [taken, setTaken] = useState<Record<string, Side>>({})
  const titleOf = ({ file, at, isOrder }: Conflict) => {
    const place = at.join(' › ') || file
    return isOrder ? t.orderOf(place) : place
  }
  const sideOf = (conflict: Conflict) => taken[keyOf(conflict)] ?? 'mine'
  const take = () =>
    onTake(conflicts.map((each) => ({ file: each.file, at: each.at, take: sideOf(each) })))
  return (
    <FormModal
      title={t.conflicts(conflicts.length)}
      size="xl"
      submit={t.take}
      change={change}
      onSubmit={take}
      onClose={onClose}
    >
      {conflicts.map((conflict) => (
        <section key={keyOf(conflict)}>
          <Group justify="space-between" mb={4}>
            <Text size="sm" fw={500}>
              {titleOf(conflict)}
              <Text span size="xs" c="var(--quiet)">
                {' '}
                {conflict.file}
              </Text>
            </Text>
            <SegmentedControl
              size="xs"
              aria-label={titleOf(conflict)}
              data={(['mine', 'theirs'] as const).map((value) => ({ value, label: t[value] }))}
              value={sideOf(conflict)}
              onChange={(side) => setTaken({ ...taken, [keyOf(conflict)]: side as Side })}
            />
          </Group>
          <div className={classes.sides}>
            <SideText title={t.mine} value={conflict.mine} />
            <SideText title={t.theirs} value={conflict.theirs} />
          </div>
        </section>
      ))}
    </FormModal>
  )
}

function SideText({ title, value }: { title: string; value: unknown }) {
  const t = useBuildTexts().shell
  const text = typeof value === 'string' ? value : JSON.stringify(value, null, 1)
  return (
    <div>
      <Text size="xs" c="var(--quiet)">
        {title}
      </Text>
      <pre>{value === undefined || value === null ? t.nothing : text}</pre>
    </div>
  )
}
