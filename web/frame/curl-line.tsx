import { ActionIcon, Button, Code, CopyButton, Group, Stack, Text, Tooltip } from '@mantine/core'
import { IconCheck, IconCopy, IconTerminal2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Dialog } from '../components/dialog.tsx'
import { useTexts } from '../texts/index.ts'
import { toCurl, useRequests } from './requests.ts'

/** At the foot of every page: what it asked, to try in a terminal. */
export function CurlLine() {
  const t = useTexts()
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Tooltip label={t.frame.curl.title}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t.frame.curl.title}
          onClick={() => setIsOpen(true)}
        >
          <IconTerminal2 size={16} stroke={1.6} />
        </ActionIcon>
      </Tooltip>
      {isOpen && (
        <Dialog onClose={() => setIsOpen(false)} title={t.frame.curl.title} size="lg">
          <Requests />
        </Dialog>
      )}
    </>
  )
}

function Requests() {
  const t = useTexts()
  const requests = useRequests()
  if (requests.length === 0) return <Text size="sm">{t.frame.curl.nothing}</Text>
  return (
    <Stack gap="sm">
      <Text size="sm" c="var(--quiet)">
        {t.frame.curl.hint}
      </Text>
      {requests.map((request) => {
        const text = toCurl(request)
        return (
          <Group key={text} gap="xs" wrap="nowrap" align="start">
            <Code block flex={1} miw={0}>
              {text}
            </Code>
            <CopyButton value={text}>
              {({ copied, copy }) => (
                <Button
                  variant="default"
                  onClick={copy}
                  leftSection={copied ? <IconCheck size={14} /> : <IconCopy size={14} />}
                >
                  {copied ? t.frame.curl.copied : t.frame.curl.copy}
                </Button>
              )}
            </CopyButton>
          </Group>
        )
      })}
    </Stack>
  )
}
