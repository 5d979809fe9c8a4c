import { Alert } from '@mantine/core'
import { useApi } from '../../../api.ts'
import { useTold } from '../../../texts/told.ts'
import { ChangeView } from '../../admin/solutions/plan-view.tsx'
import { useBuildTexts } from '../texts.ts'

/** What the system says differently from the last version that was published. */
export function Drift({ code }: { code: string }) {
  const t = useBuildTexts().shell
  const { data } = useApi('solutions', 'drift', { params: { code } })
  const told = useTold()
  if (!data || data.changes.length + data.effects.length + data.grants.length === 0) return null
  return (
    <Alert color="orange" variant="light" mb="md" title={t.drift}>
      {data.changes.map((change) => (
        <ChangeView key={`${change.kind} ${change.namespace} ${change.code}`} change={change} />
      ))}
      {data.effects.map((effect) => (
        <div key={effect}>{told(effect)}</div>
      ))}
      {data.grants.length > 0 && <div>{t.grantedByHand(data.grants.length)}</div>}
    </Alert>
  )
}
