import { Alert, Button, Group, SegmentedControl, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { placeName, valueName } from '../../admin/solutions/in-words.ts'
import { useVocabulary } from '../../admin/solutions/use-words.ts'
import type { FileEntry } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { nameOf } from '../parts.ts'
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
          draft={draft}
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
  draft: Draft
  conflicts: Conflict[]
  change: { isPending: boolean; error: Error | null }
  onClose: () => void
  onTake: (choices: Choice[]) => void
}

const keyOf = ({ file, at }: Pick<Conflict, 'file' | 'at'>) => JSON.stringify([file, at])

function Conflicts({ draft, conflicts, change, onClose, onTake }: ConflictsProps) {
  const t = useBuildTexts().shell
  const [taken, setTaken] = useState<Record<string, Side>>({})
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
        <ConflictView
          key={keyOf(conflict)}
          conflict={conflict}
          part={draft.info?.files.find(({ path }) => path === conflict.file)}
          side={sideOf(conflict)}
          onTake={(side) => setTaken({ ...taken, [keyOf(conflict)]: side })}
        />
      ))}
    </FormModal>
  )
}

type ConflictProps = {
  conflict: Conflict
  part: FileEntry | undefined
  side: Side
  onTake: (side: Side) => void
}

function ConflictView({ conflict, part, side, onTake }: ConflictProps) {
  const t = useBuildTexts().shell
  const words = useVocabulary(conflict.names)
  const { file, at, isOrder } = conflict
  const partName = part ? nameOf(part) : file
  const place = placeName(at, words)
  const title = isOrder ? t.orderOf(place || partName) : place || partName
  const textOf = (value: unknown) => {
    if (value === undefined || value === null) return t.nothing
    if (at.length === 0 && typeof value === 'string') return value
    const holder = String(at.at(-1) ?? '')
    const isListOfCodes = isOrder && Array.isArray(value)
    return isListOfCodes
      ? value
          .map((code) =>
            placeName([...at, code], words)
              .split(' › ')
              .at(-1),
          )
          .join(', ')
      : valueName(value, holder, words)
  }
  return (
    <section>
      <Group justify="space-between" mb={4}>
        <Text size="sm" fw={500}>
          {title}
          {place && (
            <Text span size="xs" c="var(--quiet)">
              {' '}
              {partName}
            </Text>
          )}
        </Text>
        <SegmentedControl
          size="xs"
          aria-label={title}
          data={(['mine', 'theirs'] as const).map((value) => ({ value, label: t[value] }))}
          value={side}
          onChange={(taken) => onTake(taken as Side)}
        />
      </Group>
      <div className={classes.sides}>
        {(['mine', 'theirs'] as const).map((each) => (
          <div key={each}>
            <Text size="xs" c="var(--quiet)">
              {t[each]}
            </Text>
            <pre>{textOf(conflict[each])}</pre>
          </div>
        ))}
      </div>
    </section>
  )
}
