import { Button, SegmentedControl, Stack } from '@mantine/core'
import { IconCode } from '@tabler/icons-react'
import { useEffect, useRef, useState } from 'react'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import { type Counted, EqlEditor } from './eql-editor.tsx'
import classes from './filter.module.css'
import { GroupEditor } from './group-editor.tsx'
import { Made } from './made.tsx'
import { complete, type Group, writeFilter } from './model.ts'
import { toEql } from './to-eql.ts'
import { toJson } from './to-json.ts'

/** A filter that was built; one written by hand replaces it. */
export type Filtered = { filter: Group; eql: string }

type PanelProps = {
  counted: Counted
  fields: Field[]
  view: Filtered
  onChange: (part: Partial<Filtered>) => void
}

/** Conditions in words; the query language and what goes to the server are behind a button. */
export function FilterPanel({ counted, fields, view, onChange }: PanelProps) {
  const t = useTexts().apps.filter
  const [draft, setDraft] = useDraft(view.filter, (filter) => onChange({ filter, eql: '' }))
  const [isTechnical, setTechnical] = useState(view.eql !== '')
  const [mode, setMode] = useState(view.eql ? 'eql' : 'built')
  const asked = complete(draft)
  const isBuilt = !isTechnical || mode === 'built'
  return (
    <section className={classes.panel} aria-label={t.title}>
      <Stack gap="sm" className={classes.edit}>
        {isTechnical && (
          <SegmentedControl
            size="xs"
            className={classes.mode}
            aria-label={t.mode}
            data={[
              { value: 'built', label: t.built },
              { value: 'eql', label: t.written },
            ]}
            value={mode}
            onChange={setMode}
          />
        )}
        {isBuilt ? (
          <GroupEditor group={draft} fields={fields} onChange={setDraft} />
        ) : (
          <EqlEditor
            counted={counted}
            eql={view.eql || toEql(asked)}
            onApply={(eql) => onChange({ eql })}
          />
        )}
        <Button
          className={classes.mode ?? ''}
          variant="subtle"
          color="gray"
          size="compact-xs"
          aria-expanded={isTechnical}
          onClick={() => setTechnical(!isTechnical)}
          leftSection={<IconCode size={14} stroke={1.6} aria-hidden />}
        >
          {t.programs}
        </Button>
      </Stack>
      {isTechnical && isBuilt && <Made json={toJson(asked)} eql={toEql(asked)} />}
    </section>
  )
}

const PAUSE = 250

/** Conditions that are only begun stay here; the address gets what asks something. */
function useDraft(filter: Group, onAsk: (filter: Group) => void) {
  const [draft, setDraft] = useState(filter)
  const written = writeFilter(filter)
  const sent = useRef(written)
  const ask = useRef(onAsk)
  ask.current = onAsk
  useEffect(() => {
    const text = writeFilter(complete(draft))
    if (text === sent.current) return
    const timer = setTimeout(() => {
      sent.current = text
      ask.current(complete(draft))
    }, PAUSE)
    return () => clearTimeout(timer)
  }, [draft])
  // biome-ignore lint/correctness/useExhaustiveDependencies: the text tells whether it is another filter
  useEffect(() => {
    if (written === sent.current) return
    sent.current = written
    setDraft(filter)
  }, [written])
  return [draft, setDraft] as const
}
