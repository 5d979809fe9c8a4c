import { Fieldset, Select, Stack } from '@mantine/core'
import { useTexts } from '../../../texts/index.ts'
import type { InstanceRow } from '../instance-list.tsx'
import type { Step } from '../model.ts'
import type { Mapping } from './outcomes.ts'

type MappingFormProps = {
  absent: InstanceRow['at']
  steps: Step[]
  mapping: Mapping
  onChange: (mapping: Mapping) => void
}

/** Steps that are called otherwise now: what waits at the old one goes on at the new one. */
export function MappingForm({ absent, steps, mapping, onChange }: MappingFormProps) {
  const t = useTexts().processes.move
  const data = steps.map(({ id, name }) => ({ value: id, label: name || id }))
  const choose = (from: string, to: string | null) => {
    const { [from]: _, ...others } = mapping
    onChange(to === null ? others : { ...others, [from]: to })
  }
  return (
    <Fieldset legend={t.mapping} variant="unstyled">
      <Stack gap="xs">
        {absent.map(({ elementId, name }) => (
          <Select
            key={elementId}
            label={t.mapTo(name || elementId)}
            placeholder={t.mapHint}
            data={data}
            searchable
            clearable
            maw={360}
            value={mapping[elementId] ?? null}
            onChange={(to) => choose(elementId, to)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
