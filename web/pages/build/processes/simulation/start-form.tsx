import { Button, Select, Stack } from '@mantine/core'
import { useState } from 'react'
import { type Model, nodesOf } from '../../../../../src/engine/model.ts'
import { useProcessTexts } from '../texts/index.ts'
import { JsonField, readJson } from './json-field.tsx'
import type { Beginning } from './play.ts'

type StartProps = { model: Model; onStart: (beginning: Beginning) => void }

/** Which start event, and with what. */
export function StartForm({ model, onStart }: StartProps) {
  const t = useProcessTexts().simulation
  const starts = nodesOf(model).filter(
    ({ type, parent }) => type === 'start' && parent === undefined,
  )
  const plain = starts.find(({ trigger }) => !trigger) ?? starts[0]
  const [start, setStart] = useState(plain?.id ?? '')
  const [text, setText] = useState('{}')
  const values = readJson(text)
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        if (values) onStart({ at: new Date().toISOString(), start, values })
      }}
    >
      <Stack gap="xs">
        {starts.length > 1 && (
          <Select
            size="xs"
            label={t.from}
            allowDeselect={false}
            data={starts.map(({ id, name }) => ({ value: id, label: name || id }))}
            value={start}
            onChange={(id) => setStart(id ?? '')}
          />
        )}
        <JsonField label={t.values} value={text} onChange={setText} />
        <Button type="submit" size="xs" disabled={!values}>
          {t.start}
        </Button>
      </Stack>
    </form>
  )
}
