import { Button, Text } from '@mantine/core'
import { IconArrowsShuffle } from '@tabler/icons-react'
import { Suspense, useState } from 'react'
import { useTexts } from '../../../texts/index.ts'
import type { InstanceRow } from '../instance-list.tsx'
import { ModifyMany } from './modify.tsx'

type ModifyButtonProps = { instances: InstanceRow[]; onDone: () => void }

/** Changes selected instances together; they must follow one diagram. */
export function ModifyButton({ instances, onDone }: ModifyButtonProps) {
  const t = useTexts().processes
  // What was selected stays so while the list behind the dialog is read anew.
  const [chosen, setChosen] = useState<InstanceRow[]>()
  const running = instances.filter(({ endedAt }) => endedAt === null)
  const isOne = new Set(running.map(({ processId }) => processId)).size === 1
  return (
    <>
      <Button
        variant="default"
        leftSection={<IconArrowsShuffle size={14} stroke={1.6} />}
        disabled={!isOne}
        onClick={() => setChosen(running)}
      >
        {t.instance.modify}
      </Button>
      {!isOne && (
        <Text size="sm" c="var(--quiet)">
          {running.length === 0 ? t.instances.noneRuns : t.instances.oneProcess}
        </Text>
      )}
      {chosen && (
        <Suspense>
          <ModifyMany
            of={chosen}
            onClose={() => {
              setChosen(undefined)
              onDone()
            }}
          />
        </Suspense>
      )}
    </>
  )
}
