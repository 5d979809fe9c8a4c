import { Fieldset, Select, Stack } from '@mantine/core'
import { useSteeringTexts } from '../../../texts/steering.ts'
import type { Step } from '../model.ts'
import type { Mapping } from './outcomes.ts'
import type { MissingStep } from './use-mapping.ts'

type MappingFormProps = {
  missing: MissingStep[]
  steps: Step[]
  mapping: Mapping
  onChoose: (from: string, to: string | null) => void
}

/** Steps that are called otherwise now: what waits at the old one goes on at the new one. */
export function MappingForm({ missing, steps, mapping, onChoose }: MappingFormProps) {
  const t = useSteeringTexts().move
  const data = steps.map(({ id, name }) => ({ value: id, label: name || id }))
  const hint = ({ id, suggestion }: MissingStep) =>
    suggestion && mapping[id] === suggestion.to
      ? t.suggested(Math.round(suggestion.score * 100))
      : undefined
  return (
    <Fieldset legend={t.mapping} variant="unstyled">
      <Stack gap="xs">
        {missing.map((step) => (
          <Select
            key={step.id}
            label={t.mapTo(step.name || step.id)}
            description={hint(step)}
            inputWrapperOrder={['label', 'input', 'description']}
            placeholder={t.mapHint}
            data={data}
            searchable
            clearable
            maw={360}
            value={mapping[step.id] ?? null}
            onChange={(to) => onChoose(step.id, to)}
          />
        ))}
      </Stack>
    </Fieldset>
  )
}
