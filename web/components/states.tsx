import { Button, Center, Code, Stack, Text } from '@mantine/core'
import { IconAlertTriangle, IconMoodEmpty, type Icon as IconType } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { ClientError } from '../../src/client/client.ts'
import { useTexts } from '../texts/index.ts'

/** Appears late: what comes quickly should not flicker. */
export function Loading() {
  const t = useTexts()
  return (
    <div aria-busy role="status" aria-label={t.frame.states.loading} className="late skeleton" />
  )
}

type FailureProps = {
  error: unknown
  again?: () => unknown
  /** Tells what the server says in the reader's language, where that is known. */
  say?: (message: string) => string
}

/** What went wrong, in the words of the server, and a way on. */
export function Failure({ error, again, say = (message) => message }: FailureProps) {
  const t = useTexts()
  const { notFound, refused, failed } = t.frame.states
  const titles: Record<number, string> = { 403: refused, 404: notFound }
  const title = error instanceof ClientError ? titles[error.status] : undefined
  return (
    <Center p="xl" role="alert">
      <Stack align="center" gap="xs" maw={480}>
        <IconAlertTriangle size={28} stroke={1.5} color="var(--quiet)" aria-hidden />
        <Text fw={600}>{title ?? failed}</Text>
        <Text size="sm" c="var(--quiet)" ta="center">
          {say(error instanceof Error ? error.message : String(error))}
        </Text>
        {error instanceof ClientError && error.requestId && (
          <Code>{t.frame.states.request(error.requestId)}</Code>
        )}
        {again && (
          <Button variant="default" onClick={() => void again()}>
            {t.frame.states.again}
          </Button>
        )}
      </Stack>
    </Center>
  )
}

type EmptyProps = { icon?: IconType; title: string; hint?: string; children?: ReactNode }

/** Nothing is there: says what would be there, and how it comes. */
export function Empty({ icon: Icon = IconMoodEmpty, title, hint, children }: EmptyProps) {
  return (
    <Center p="xl">
      <Stack align="center" gap="xs" maw={420}>
        <Icon size={32} stroke={1.3} color="var(--quiet)" aria-hidden />
        <Text fw={600}>{title}</Text>
        {hint && (
          <Text size="sm" c="var(--quiet)" ta="center">
            {hint}
          </Text>
        )}
        {children}
      </Stack>
    </Center>
  )
}

type Query<T> = { data: T | undefined; error: unknown; refetch: () => unknown }

/** One of the three: still coming, failed, or there. */
export function Shown<T>({ of, children }: { of: Query<T>; children: (data: T) => ReactNode }) {
  if (of.data !== undefined) return children(of.data)
  if (of.error) return <Failure error={of.error} again={of.refetch} />
  return <Loading />
}
