import { Button } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay } from '@tabler/icons-react'
import { useState } from 'react'
import { useTexts } from '../../../texts/index.ts'
import { Suspend, type Suspendable } from './suspend.tsx'

type SuspendButtonProps = { kind: Suspendable; id: string; suspendedAt: string | null }

/** For who may change the process. */
export function SuspendButton({ kind, id, suspendedAt }: SuspendButtonProps) {
  const t = useTexts().processes.suspension
  const [isOpen, setIsOpen] = useState(false)
  const Icon = suspendedAt ? IconPlayerPlay : IconPlayerPause
  return (
    <>
      <Button
        variant="default"
        leftSection={<Icon size={14} stroke={1.6} />}
        onClick={() => setIsOpen(true)}
      >
        {suspendedAt ? t.resume : t.suspend}
      </Button>
      {isOpen && (
        <Suspend
          {...{ kind, id }}
          isSuspended={suspendedAt !== null}
          onClose={() => setIsOpen(false)}
        />
      )}
    </>
  )
}
