import { Button, Code, Stack, Text } from '@mantine/core'
import { useRef, useState } from 'react'
import { useSignInTexts } from '../../texts/sign-in.ts'

type Props = { codes: readonly string[]; onDone: () => void }

/** Shown once: the server keeps no copy. */
export function RecoveryCodes({ codes, onDone }: Props) {
  const t = useSignInTexts().recovery
  const shown = useRef<HTMLPreElement>(null)
  const [copied, setCopied] = useState('')
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(codes.join('\n'))
      setCopied(t.copied)
    } catch {
      // Browsers refuse it on pages without TLS: then they are copied by hand.
      if (shown.current) getSelection()?.selectAllChildren(shown.current)
      setCopied(t.selected)
    }
  }
  return (
    <Stack gap="sm">
      <Text size="sm">{t.hint}</Text>
      <Code ref={shown} block aria-label={t.title}>
        {codes.join('\n')}
      </Code>
      <Button variant="default" onClick={() => void copy()}>
        {t.copy}
      </Button>
      <Text size="sm" role="status">
        {copied}
      </Text>
      <Button onClick={onDone}>{t.done}</Button>
    </Stack>
  )
}
