import { Stack, Text, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { client } from '../../client.ts'
import { useTexts } from '../../texts/index.ts'

/** Puts a link that needs no account where it can be pasted from. */
export function useCopyLink() {
  const t = useTexts()
  return async (id: string) => {
    try {
      const { Link } = await client.disk.getLink({ params: { id } })
      await copy(Link)
    } catch (error) {
      notifications.show({ color: 'red', message: (error as Error).message })
    }
  }
  async function copy(link: string) {
    try {
      await navigator.clipboard.writeText(link)
      notifications.show({ message: t.files.linkCopied })
    } catch {
      // Browsers refuse it on pages without TLS: then it is copied by hand.
      notifications.show({ autoClose: false, title: t.files.linkTitle, message: byHand(link) })
    }
  }
  function byHand(link: string) {
    return (
      <Stack gap={4}>
        <TextInput
          readOnly
          aria-label={t.files.linkTitle}
          value={link}
          onFocus={({ currentTarget }) => currentTarget.select()}
        />
        <Text size="xs">{t.files.linkHint}</Text>
      </Stack>
    )
  }
}
