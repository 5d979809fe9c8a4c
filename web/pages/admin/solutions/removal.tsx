import { notifications } from '@mantine/notifications'
import { useApi, useChange } from '../../../api.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { Shown } from '../../../components/states.tsx'
import { useTexts } from '../texts.ts'
import { CarryOut } from './carry-out.tsx'
import { PlanView } from './plan-view.tsx'

type RemovalProps = { code: string; name: string; onClose: () => void }

/** What goes with a solution is shown before it goes. */
export function Removal({ code, name, onClose }: RemovalProps) {
  const t = useTexts().admin.solutions
  const asked = useApi('solutions', 'planRemoval', { params: { code } })
  const remove = useChange('solutions', 'remove', {
    takesAway: true,
    changes: ['solution'],
    onDone: () => {
      notifications.show({ message: t.removed(name) })
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title={t.removeTitle(name)} size="xl">
      <Shown of={asked}>
        {({ plan }) => (
          <>
            <PlanView plan={plan} />
            <CarryOut
              plan={plan}
              action={t.remove}
              isBusy={remove.isPending}
              onCancel={onClose}
              onGo={(allowLoss) =>
                remove.mutate({ params: { code }, input: { allowLoss: `${allowLoss}` } })
              }
            />
          </>
        )}
      </Shown>
    </Dialog>
  )
}
