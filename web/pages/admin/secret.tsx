import { Alert, Button, Group, Stack } from '@mantine/core'
import { IconKey } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Dialog } from '../../components/dialog.tsx'
import { Copied } from './copied.tsx'
import { useTexts } from './texts.ts'

type SecretProps = { title: string; secret: string; onClose: () => void; children?: ReactNode }

/** Stays until it is said to be done: a click beside it must not lose the secret. */
export function Secret({ title, secret, onClose, children }: SecretProps) {
  const t = useTexts()
  return (
    <Dialog
      onClose={onClose}
      title={title}
      size="lg"
      closeOnClickOutside={false}
      closeOnEscape={false}
      withCloseButton={false}
    >
      <Stack gap="md">
        <Alert color="orange" variant="light" icon={<IconKey size={16} stroke={1.6} />} py="xs">
          {t.admin.secretHint}
        </Alert>
        <Copied text={secret} label={title} />
        {children}
        <Group justify="flex-end">
          <Button onClick={onClose}>{t.admin.done}</Button>
        </Group>
      </Stack>
    </Dialog>
  )
}
