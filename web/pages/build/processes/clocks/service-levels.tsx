import { Alert, Button, Stack, Text, Title } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useEffect, useRef } from 'react'
import { codeOf } from '../../code-of.ts'
import type { Edit } from '../../draft/types.ts'
import type { Draft } from '../../draft/use-draft.ts'
import { useBuildTexts } from '../../texts.ts'
import type { Choice, Known } from '../known.ts'
import classes from '../panel/panel.module.css'
import { ClockForm, type ClockValue } from './clock-form.tsx'
import { followRename } from './follow-rename.ts'

/** The step that is timed, if it is not the process as a whole, and the steps at which clocks can pause. */
export type LevelsOf = { step?: Choice; elements: Choice[] }

type ServiceLevelsProps = LevelsOf & { draft: Draft; file: string; known: Known }

/** How long a step or the process may take: the clocks of its file that are about it. */
export function ServiceLevels({ draft, file, known, step, elements }: ServiceLevelsProps) {
  const t = useBuildTexts().processes.levels
  const { sla } = (draft.files[file]?.value ?? {}) as { sla?: Record<string, ClockValue> | null }
  const all = sla ?? {}
  useFollowing(step?.value, (from, to) => draft.edit(followRename(file, all, { from, to })))
  const own = Object.entries(all).filter(([, clock]) => (clock?.step ?? '') === (step?.value ?? ''))
  const add = () => {
    const code = codeOf(step?.value ?? 'whole', Object.keys(all), 'level')
    const value = {
      name: step?.label ?? t.whole,
      within: '2 working days',
      ...(step && { step: step.value }),
    }
    draft.edit([{ file, op: 'set', at: ['sla', code], value }])
  }
  const remove = (code: string): Edit =>
    Object.keys(all).length === 1
      ? { file, op: 'remove', at: ['sla'] }
      : { file, op: 'remove', at: ['sla', code] }
  return (
    <section aria-label={t.title} className={classes.group}>
      <Title order={3} className={classes.groupTitle}>
        {step ? t.title : t.titleOfProcess}
      </Title>
      <Stack gap="sm">
        {own.length === 0 && (
          <Text size="xs" c="var(--quiet)">
            {step ? t.none : t.noneOfProcess}
          </Text>
        )}
        {own.map(([code, clock]) => (
          <div key={code}>
            {draft.problemsAt(file, ['sla', code], 'within').map(({ message }) => (
              <Alert key={message} p="xs" mb={6} color="red" variant="light" role="note">
                <Text size="xs">{message}</Text>
              </Alert>
            ))}
            <ClockForm
              draft={draft}
              clock={clock ?? {}}
              elements={elements.filter(({ value }) => value !== step?.value)}
              known={known}
              onSet={(key, value) => draft.set(file, ['sla', code, key], value)}
              onRemove={() => draft.edit([remove(code)])}
            />
          </div>
        ))}
        <Button
          size="compact-xs"
          variant="default"
          leftSection={<IconPlus size={12} aria-hidden />}
          onClick={add}
        >
          {t.add}
        </Button>
      </Stack>
    </section>
  )
}

/** A new step is called by its name, which changes while one types: its clocks follow. */
function useFollowing(id: string | undefined, follow: (from: string, to: string) => void): void {
  const last = useRef(id)
  useEffect(() => {
    const from = last.current
    last.current = id
    if (from !== undefined && id !== undefined && from !== id) follow(from, id)
  })
}
