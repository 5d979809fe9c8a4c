import { Button, type ButtonProps } from '@mantine/core'
import { type ComponentProps, useState } from 'react'
import { Confirm } from './confirm.tsx'

type ConfirmButtonProps = Omit<ComponentProps<typeof Confirm>, 'onClose'> & { button?: ButtonProps }

/** Asks before it acts; `title` says on what. */
export function ConfirmButton({ button, ...asked }: ConfirmButtonProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <Button
        variant="subtle"
        color="red"
        {...button}
        aria-label={asked.title}
        onClick={() => setAsking(true)}
      >
        {asked.action}
      </Button>
      {isAsking && <Confirm {...asked} onClose={() => setAsking(false)} />}
    </>
  )
}
