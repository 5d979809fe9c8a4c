import { Button } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { useChange } from '../../../api.ts'
import { client } from '../../../client.ts'
import { Page } from '../../../components/page.tsx'
import { Loading } from '../../../components/states.tsx'
import { useTexts } from '../texts.ts'
import { CarryOut } from './carry-out.tsx'
import type { File_ } from './folder.ts'
import { PlanView } from './plan-view.tsx'
import { Problems } from './problems.tsx'

type ApplyProps = { files: File_[]; onClose: () => void }

/** First what would change; then, if it is wanted, the change. */
export function Apply({ files, onClose }: ApplyProps) {
  const t = useTexts().admin.solutions
  const id = useId()
  const { data, error } = useQuery({
    // The files themselves would be a key of megabytes; every choice is asked for anew.
    queryKey: ['planned', id],
    queryFn: () => client.solutions.plan({ input: { files } }),
    gcTime: 0,
    staleTime: 0,
    retry: false,
    refetchOnWindowFocus: false,
  })
  const apply = useChange('solutions', 'apply', {
    changes: ['solution'],
    onDone: ({ plan }) => {
      notifications.show({ message: t.applied_(plan.solution) })
      onClose()
    },
    onFail: () => undefined,
  })
  const other = (
    <Button variant="default" onClick={onClose}>
      {error ? t.again : t.other}
    </Button>
  )
  const failure = error ?? apply.error
  return (
    <Page title={t.planTitle(data?.plan.solution ?? '…')} actions={other}>
      {failure && <Problems error={failure} files={files} />}
      {!data && !error && <Loading />}
      {data && !failure && (
        <>
          <PlanView plan={data.plan} />
          <CarryOut
            plan={data.plan}
            action={t.apply}
            isBusy={apply.isPending}
            onCancel={onClose}
            onGo={(allowLoss) => apply.mutate({ input: { files, allowLoss } })}
          />
        </>
      )}
    </Page>
  )
}
