import { Alert } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { useChange } from '../../../api.ts'
import { client } from '../../../client.ts'
import { TextField } from '../../../components/controls.tsx'
import { Dialog } from '../../../components/dialog.tsx'
import { Failure, Loading } from '../../../components/states.tsx'
import { useTold } from '../../../texts/told.ts'
import { CarryOut } from '../../admin/solutions/carry-out.tsx'
import { PlanView } from '../../admin/solutions/plan-view.tsx'
import type { Draft } from '../draft/use-draft.ts'
import { useBuildTexts } from '../texts.ts'
import { ClosedApps } from './closed-apps.tsx'
import { ProblemList } from './problems-button.tsx'

type PublishProps = { draft: Draft; name: string; onClose: () => void }

const MoveInstances = lazy(async () => ({
  default: (await import('../processes/move-instances.tsx')).MoveInstances,
}))

type Published = Parameters<typeof MoveInstances>[0]['processes']

/** The plan in people's words, a comment, and only then the change. */
export function Publish({ draft, name, onClose }: PublishProps) {
  const t = useBuildTexts().shell
  const [published, setPublished] = useState<Published>()
  const hasErrors = draft.problems.some(({ severity }) => severity === 'error')
  if (published) {
    return (
      <Suspense>
        <MoveInstances processes={published} onDone={onClose} />
      </Suspense>
    )
  }
  return (
    <Dialog title={t.publishTitle(name)} size="xl" onClose={onClose}>
      {hasErrors ? (
        <Wrong draft={draft} onClose={onClose} />
      ) : (
        <Planned draft={draft} onClose={onClose} onPublished={setPublished} />
      )}
    </Dialog>
  )
}

function Wrong({ draft, onClose }: Omit<PublishProps, 'name'>) {
  const t = useBuildTexts().shell
  return (
    <Alert color="red" variant="light" title={t.hasErrors}>
      <ProblemList draft={draft} onGo={onClose} />
    </Alert>
  )
}

type PlannedProps = Omit<PublishProps, 'name'> & { onPublished: (processes: Published) => void }

function Planned({ draft, onClose, onPublished }: PlannedProps) {
  const t = useBuildTexts().shell
  const told = useTold()
  const { id } = draft
  const [comment, setComment] = useState('')
  const asked = useQuery({
    queryKey: ['drafts', 'plan', id, draft.info?.revision],
    queryFn: async () => {
      await draft.flush()
      return client.drafts.plan({ params: { id } })
    },
    gcTime: 0,
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const publish = useChange('drafts', 'publish', {
    changes: ['solution'],
    onDone: ({ version }) => {
      notifications.show({ message: t.published(`${version}`) })
      void draft.refresh()
      const changes = asked.data?.plan?.changes ?? []
      const processes = changes.filter(
        (each) => each.kind === 'process' && each.action === 'update',
      )
      if (processes.length > 0) onPublished(processes)
      else onClose()
    },
    onFail: () => void draft.refresh(),
  })
  if (asked.error) return <Failure error={asked.error} again={asked.refetch} say={told} />
  if (!asked.data) return <Loading />
  const { plan } = asked.data
  if (!plan) return <Wrong draft={draft} onClose={onClose} />
  return (
    <>
      {publish.error && (
        <Alert color="red" variant="light" role="alert" mb="sm">
          {told(publish.error.message)}
        </Alert>
      )}
      <PlanView plan={plan} />
      <ClosedApps draft={draft} plan={plan} />
      <TextField
        mt="md"
        label={t.comment}
        description={t.commentHint}
        data-autofocus
        value={comment}
        onChange={setComment}
      />
      <CarryOut
        plan={plan}
        action={t.publish}
        isBusy={publish.isPending}
        onCancel={onClose}
        onGo={(allowLoss) =>
          publish.mutate({
            params: { id },
            input: { comment, allowLoss, revision: draft.info?.revision ?? 0 },
          })
        }
      />
    </>
  )
}
