import { Center, Stack, Text, Title } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'
import { Loading } from '../components/states.tsx'
import { useTexts } from '../texts/index.ts'
import classes from './sign-in.module.css'

/** Around everything that is shown before somebody is signed in. */
export function SignInFrame({ children }: { children: ReactNode }) {
  const t = useTexts().frame
  return (
    <Center mih="100dvh" p="md" component="main">
      <Stack w="100%" maw={340} gap="lg">
        <div className={classes.brand}>
          <img src="/icon.svg" alt="" width={36} height={36} />
          <div>
            <Title order={1}>{t.product}</Title>
            <Text size="sm" c="var(--quiet)">
              {t.tagline}
            </Text>
          </div>
        </div>
        <Suspense fallback={<Loading />}>{children}</Suspense>
      </Stack>
    </Center>
  )
}
