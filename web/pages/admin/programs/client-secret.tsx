import { Stack, Text } from '@mantine/core'
import { useProgramTexts } from '../../programs/texts.ts'
import { Copied } from '../copied.tsx'
import { Secret } from '../secret.tsx'

/** What a program shows for its tokens. */
export type IssuedSecret = { client: string; secret: string }

export function ClientSecret({ client, secret, onClose }: IssuedSecret & { onClose: () => void }) {
  const t = useProgramTexts().admin
  return (
    <Secret title={t.secret} secret={secret} onClose={onClose}>
      <Stack gap={4}>
        <Text size="sm" fw={500}>
          {t.clientId}
        </Text>
        <Copied text={client} label={t.clientId} />
      </Stack>
    </Secret>
  )
}
