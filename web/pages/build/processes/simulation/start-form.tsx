import { Button, Select, Stack, Text } from '@mantine/core'
import { useState } from 'react'
import { type Model, nodesOf } from '../../../../../src/engine/model.ts'
import type { Beginning } from '../../../../../src/engine/play.ts'
import { useBuildTexts } from '../../texts.ts'
import { fromTexts } from '../from-text.ts'
import type { Choice } from '../known.ts'
import { ValueFields } from './value-fields.tsx'

type StartProps = {
  model: Model
  variables: readonly Choice[]
  onStart: (beginning: Beginning) => void
}

/** Which start event, and with what. */
export function StartForm({ model, variables, onStart }: StartProps) {
  const t = useBuildTexts().processes.simulation
  const starts = nodesOf(model).filter(
    ({ type, parent }) => type === 'start' && parent === undefined,
  )
  const plain = starts.find(({ trigger }) => !trigger) ?? starts[0]
  const [start, setStart] = useState(plain?.id ?? '')
  const [texts, setTexts] = useState<Record<string, string>>({})
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        onStart({ at: new Date().toISOString(), start, values: fromTexts(texts) })
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
        {variables.length > 0 && (
          <Text size="xs" c="var(--quiet)">
            {t.values}
          </Text>
        )}
        <ValueFields fields={variables} texts={texts} onChange={setTexts} />
        <Button type="submit" size="xs">
          {t.start}
        </Button>
      </Stack>
    </form>
  )
}
