import { Radio, Stack, Text } from '@mantine/core'
import { useApi } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { useTexts } from '../../../texts/index.ts'
import { waysFrom } from '../model.ts'
import type { Incident } from './incident-actions.tsx'

/** Goes on without a step; where several ways lead on, one is chosen. */
export function SkipStep({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { incidents, instances } = useTexts().processes
  const { data } = useApi('processes', 'diagram', { params: { id: incident.instance } })
  const ways = data ? waysFrom(data.xml, incident.element) : []
  const { field, modal } = useForm('bpm', 'skipStep', {
    values: { flow: '' },
    request: ({ flow }) => ({ params: { id: incident.id }, input: flow === '' ? {} : { flow } }),
    changes: ['instance'],
    notice: incidents.repaired(1),
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={incidents.skipTitle(incident.elementName || instances.unnamed)}
      submit={incidents.skip}
    >
      <Text size="sm">{incidents.skipHint}</Text>
      {ways.length > 1 && (
        <Radio.Group {...field('flow', incidents.way)}>
          <Stack gap="xs" mt="xs">
            <Radio value="" label={incidents.theWay} />
            {ways.map(({ id, name, target }) => (
              <Radio key={id} value={id} label={incidents.wayOf(name, target)} />
            ))}
          </Stack>
        </Radio.Group>
      )}
    </FormModal>
  )
}
