import { Button, SegmentedControl, Stack } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
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

/** Builds a filter, or takes one that is written; what goes to the server is shown to who asks. */
export function FilterPanel({ counted, fields, view, onChange }: PanelProps) {
  const t = useTexts()
  const [isMadeShown, made] = useDisclosure(false)
  const [draft, setDraft] = useDraft(view.filter, (filter) => onChange({ filter, eql: '' }))
  const [mode, setMode] = useState(view.eql ? 'eql' : 'built')
  const asked = complete(draft)
  return (
    <section className={classes.panel} aria-label={t.apps.filter.title}>
      <Stack gap="sm" className={classes.edit}>
        <SegmentedControl
          size="xs"
          className={classes.mode}
          aria-label={t.apps.filter.mode}
          data={[
            { value: 'built', label: t.apps.filter.built },
            { value: 'eql', label: t.apps.filter.written },
          ]}
          value={mode}
          onChange={setMode}
        />
        {mode === 'built' ? (
          <>
            <GroupEditor group={draft} fields={fields} onChange={setDraft} />
            <Button
              variant="subtle"
              color="gray"
              size="compact-xs"
              className={classes.mode}
              aria-expanded={isMadeShown}
              onClick={made.toggle}
            >
              {t.apps.filter.programs}
            </Button>
          </>
        ) : (
          <EqlEditor
            counted={counted}
            eql={view.eql || toEql(asked)}
            onApply={(eql) => onChange({ eql })}
          />
        )}
      </Stack>
      {mode === 'built' && isMadeShown && <Made json={toJson(asked)} eql={toEql(asked)} />}
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
