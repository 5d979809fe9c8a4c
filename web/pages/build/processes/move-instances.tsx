import { Button, Group, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { client } from '../../../client.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { MoveVersions } from '../../processes/move/move-versions.tsx'
import { useBuildTexts } from '../texts.ts'

type MoveProps = {
  /** The processes that were published. */
  processes: readonly { namespace: string; code: string }[]
  onDone: () => void
}

const SIZE = 200

/** After a publication: what runs on older versions can go on with the new one. */
export function MoveInstances({ processes, onDone }: MoveProps) {
  const t = useBuildTexts().processes.move
  const [moving, setMoving] = useState<string>()
  const { data: left, refetch } = useQuery({
    queryKey: ['processes', 'instances of older versions', processes],
    queryFn: () => findOlder(processes),
    gcTime: 0,
  })
  const isNothing = left?.length === 0
  useEffect(() => {
    if (isNothing) onDone()
  }, [isNothing, onDone])
  if (!left || isNothing) return null
  const chosen = left.find(({ process }) => process.id === moving)
  if (chosen) {
    return (
      <MoveVersions
        process={chosen.process}
        version={chosen.process.version}
        instances={chosen.instances}
        onClose={() => {
          setMoving(undefined)
          void refetch()
        }}
      />
    )
  }
  return (
    <Dialog title={t.title} onClose={onDone} size="lg">
      <Stack gap="md">
        <Text size="sm" c="var(--quiet)">
          {t.hint}
        </Text>
        {left.map(({ process, instances }) => (
          <Group key={process.id} justify="space-between">
            <Text size="sm">
              {process.name}: {t.count(instances.length)}
            </Text>
            <Button variant="default" onClick={() => setMoving(process.id)}>
              {t.action}
            </Button>
          </Group>
        ))}
        <Group justify="end">
          <Button onClick={onDone}>{t.later}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}

/** The instances of these processes that still follow an older diagram. */
async function findOlder(published: MoveProps['processes']) {
  const { processes } = await client.processes.list()
  const running = processes.filter(
    (each) =>
      each.running > 0 &&
      published.some(({ namespace, code }) => each.namespace === namespace && each.code === code),
  )
  const found = await Promise.all(
    running.map(async ({ id }) => {
      const [{ process }, { instances }] = await Promise.all([
        client.processes.get({ params: { id }, input: {} }),
        client.processes.instances({ input: { process: id, state: 'running', size: SIZE } }),
      ])
      return { process, instances: instances.filter(({ version }) => version < process.version) }
    }),
  )
  return found.filter(({ instances }) => instances.length > 0)
}
