import { ActionIcon, Button, Group, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDots, IconPencil, IconPlayerSkipForward, IconRotate } from '@tabler/icons-react'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import type { ReplyOf } from '../../../client.ts'
import { useTexts } from '../../../texts/index.ts'
import { ChangeVariables } from '../instance/change-variables.tsx'
import { SkipStep } from './skip-step.tsx'

export type Incident = ReplyOf<'bpm', 'listIncidents'>['incidents'][number]

/** Actions on one failed step. */
export function IncidentActions({ incident }: { incident: Incident }) {
  const t = useTexts().processes.incidents
  const [open, setOpen] = useState<'fix' | 'skip'>()
  const options = {
    changes: ['instance'],
    onDone: () => void notifications.show({ message: t.tried }),
  } as const
  const retry = useChange('bpm', 'retryIncident', options)
  const restart = useChange('bpm', 'restartStep', options)
  const params = { id: incident.id }
  const close = () => setOpen(undefined)
  return (
    <Group gap={4} wrap="nowrap" display="inline-flex">
      <Button
        variant="default"
        loading={retry.isPending || restart.isPending}
        onClick={() => retry.mutate({ params })}
      >
        {t.retry}
      </Button>
      <Menu position="bottom-end">
        <Menu.Target>
          <ActionIcon variant="default" size={30} aria-label={t.more}>
            <IconDots size={16} stroke={1.6} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item
            leftSection={<IconPencil size={16} stroke={1.6} />}
            onClick={() => setOpen('fix')}
          >
            {t.fixTitle}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconRotate size={16} stroke={1.6} />}
            onClick={() => restart.mutate({ params })}
          >
            {t.restart}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconPlayerSkipForward size={16} stroke={1.6} />}
            onClick={() => setOpen('skip')}
          >
            {t.skip}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      {open === 'fix' && (
        <ChangeVariables instance={incident.instance} incident={incident.id} onClose={close} />
      )}
      {open === 'skip' && <SkipStep incident={incident} onClose={close} />}
    </Group>
  )
}
