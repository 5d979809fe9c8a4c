import { Button, Code, CopyButton, Group } from '@mantine/core'
import { IconCheck, IconCopy } from '@tabler/icons-react'
import { useTexts } from './texts.ts'

/** A text that is meant to be taken along. */
export function Copied({ text, label }: { text: string; label: string }) {
  const t = useTexts()
  return (
    <Group gap="xs" wrap="nowrap" align="start">
      <Code block flex={1} miw={0} aria-label={label} role="region" tabIndex={0}>
        {text}
      </Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button
            variant="default"
            onClick={copy}
            leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
          >
            {copied ? t.admin.copied : t.admin.copy}
          </Button>
        )}
      </CopyButton>
    </Group>
  )
}
