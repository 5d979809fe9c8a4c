import { Box, Button, Group, Text } from '@mantine/core'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useApi, useChange } from '../api.ts'
import { links } from '../links.ts'
import { type Texts, useTexts } from '../texts/index.ts'
import { useMe } from './session.tsx'
import classes from './tour.module.css'
import { DEMO, useTouring } from './touring.ts'

type Step = { name: keyof Texts['frame']['tour']['steps']; link: string }

type Looking = { isAdministrator: boolean; hasPeople: boolean }

/**
 * Managers are shown their people first, other administrators the server: there they begin. Administrators
 * are shown how it is built; everybody, what they work with.
 */
const stepsFor = ({ isAdministrator, hasPeople }: Looking): Step[] => [
  ...(hasPeople ? [{ name: 'team', link: links.team } as const] : []),
  ...(isAdministrator && !hasPeople ? [{ name: 'server', link: links.admin } as const] : []),
  { name: 'tasks', link: links.tasks() },
  { name: 'board', link: `${links.app(DEMO.namespace, DEMO.code)}?as=board` },
  ...(isAdministrator ? [{ name: 'process', link: links.processes } as const] : []),
  { name: 'palette', link: links.tasks() },
  ...(isAdministrator ? [{ name: 'curl', link: links.tasks() } as const] : []),
]

/** Steps through the demo, for who has not taken or skipped them. Above the page, so that nothing is covered. */
export function Tour() {
  const t = useTexts().frame.tour
  const navigate = useNavigate()
  const [at, setAt] = useState(0)
  const { isAdministrator } = useMe()
  const navigation = useApi('workplace', 'navigation', {}, { fresh: 60_000 })
  const steps = stepsFor({ isAdministrator, hasPeople: navigation.data?.hasPeople ?? false })
  const isTouring = useTouring()
  const finish = useChange('workplace', 'saveSetting')
  const step = steps[at]
  if (!isTouring || finish.isPending || !step) return null

  const end = () => finish.mutate({ params: { key: 'tour' }, input: { value: 'done' } })
  const go = () => {
    const next = steps[at + 1]
    if (!next) return end()
    setAt(at + 1)
    void navigate(next.link)
  }
  const { title, text } = t.steps[step.name]
  return (
    <Box className={classes.strip} role="region" aria-label={t.title}>
      <Box flex="1 1 300px">
        <Group gap="xs">
          <Text fw={600}>{title}</Text>
          <Text size="xs" c="var(--quiet)">
            {t.step(at + 1, steps.length)}
          </Text>
        </Group>
        <Text size="sm">{text}</Text>
      </Box>
      <Group gap="xs">
        <Button variant="subtle" color="gray" onClick={end}>
          {t.skip}
        </Button>
        <Button onClick={go}>{at === steps.length - 1 ? t.done : t.next}</Button>
      </Group>
    </Box>
  )
}
