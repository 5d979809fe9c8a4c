import { Button, Popover, ScrollArea, Text } from '@mantine/core'
import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../../links.ts'
import { valueAt } from '../draft/edits.ts'
import type { Problem } from '../draft/types.ts'
import type { Draft } from '../draft/use-draft.ts'
import { nameOf } from '../parts.ts'
import { useBuildTexts } from '../texts.ts'
import classes from './build.module.css'

/** How many problems there are; each leads to the place that has it. */
export function ProblemsButton({ draft }: { draft: Draft }) {
  const t = useBuildTexts().shell
  const [isOpen, setOpen] = useState(false)
  const count = draft.problems.length
  if (count === 0) {
    return (
      <Text className={classes.state ?? ''} span>
        <IconCircleCheck size={14} stroke={1.6} aria-hidden style={{ verticalAlign: '-2px' }} />{' '}
        {t.noProblems}
      </Text>
    )
  }
  const isError = draft.problems.some(({ severity }) => severity === 'error')
  return (
    <Popover opened={isOpen} onChange={setOpen} position="bottom-end" width={420} trapFocus>
      <Popover.Target>
        <Button
          variant="default"
          leftSection={
            <IconAlertTriangle
              size={15}
              stroke={1.6}
              color={isError ? 'var(--mantine-color-error)' : 'var(--mantine-color-orange-6)'}
              aria-hidden
            />
          }
          onClick={() => setOpen(!isOpen)}
        >
          {t.problems(count)}
        </Button>
      </Popover.Target>
      <Popover.Dropdown p={6} aria-label={t.problemsTitle}>
        <ScrollArea.Autosize mah={420}>
          <ProblemList draft={draft} onGo={() => setOpen(false)} />
        </ScrollArea.Autosize>
      </Popover.Dropdown>
    </Popover>
  )
}

export function ProblemList({ draft, onGo }: { draft: Draft; onGo?: () => void }) {
  const t = useBuildTexts().shell
  const placeOf = usePlaceNames(draft)
  const names = new Map(draft.info?.files.map((entry) => [entry.path, nameOf(entry)]))
  return (
    <ul className={classes.problems}>
      {draft.problems.map(({ file, at, line, message }) => (
        <li key={`${file} ${line} ${at.join('.')} ${message}`}>
          <Link className={classes.problem} to={links.draft(draft.id, file, at)} onClick={onGo}>
            {message}
            <div className={classes.where}>
              {names.get(file) ?? file} · {placeOf({ file, at }) || t.line(line)}
            </div>
          </Link>
        </li>
      ))}
    </ul>
  )
}

/** Where something is, by the names of things where they have one. */
function usePlaceNames({ files }: Draft) {
  const t = useBuildTexts()
  const words: Record<string, string> = { ...t.schema.keys, ...t.app.tabs }
  return ({ file, at }: Pick<Problem, 'file' | 'at'>): string =>
    at
      .map((key, depth) => {
        const here = valueAt(files[file]?.value, at.slice(0, depth + 1))
        const { name } = (here ?? {}) as { name?: unknown }
        return typeof name === 'string' && name ? name : (words[key] ?? key)
      })
      .join(' › ')
}
