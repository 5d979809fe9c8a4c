import { SegmentedControl, Stack } from '@mantine/core'
import { useEffect, useRef, useState } from 'react'
import type { Field } from '../../../fields/field.ts'
import { useTexts } from '../../../texts/index.ts'
import type { View } from '../table/view.ts'
import { EqlEditor } from './eql-editor.tsx'
import classes from './filter.module.css'
import { GroupEditor } from './group-editor.tsx'
import { Made } from './made.tsx'
import { complete, type Group, writeFilter } from './model.ts'
import { toEql } from './to-eql.ts'
import { toJson } from './to-json.ts'

type PanelProps = {
  app: { namespace: string; code: string }
  fields: Field[]
  view: View
  onChange: (part: Partial<View>) => void
}

/** Builds a filter, or takes one that is written, and shows what goes to the server. */
export function FilterPanel({ app, fields, view, onChange }: PanelProps) {
  const t = useTexts()
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
          <GroupEditor group={draft} fields={fields} onChange={setDraft} />
        ) : (
          <EqlEditor
            app={app}
            eql={view.eql || toEql(asked)}
            onApply={(eql) => onChange({ eql })}
          />
        )}
      </Stack>
      {mode === 'built' && <Made json={toJson(asked)} eql={toEql(asked)} />}
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
