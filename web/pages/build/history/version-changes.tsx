import { Text } from '@mantine/core'
import { useApi } from '../../../api.ts'
import { Shown } from '../../../components/states.tsx'
import { ChangeView } from '../../admin/solutions/plan-view.tsx'
import { useBuildTexts } from '../texts.ts'

type VersionChangesProps = { code: string; number: number }

/** What was different in a version, in the words of its plan. */
export function VersionChanges({ code, number }: VersionChangesProps) {
  const t = useBuildTexts().shell
  const asked = useApi('solutions', 'getVersion', { params: { code, number: `${number}` } })
  return (
    <Shown of={asked}>
      {({ version }) =>
        version.changes.length === 0 ? (
          <Text size="sm">{t.noChanges}</Text>
        ) : (
          version.changes.map((change) => (
            <ChangeView key={`${change.kind} ${change.namespace} ${change.code}`} change={change} />
          ))
        )
      }
    </Shown>
  )
}
