import { Radio, Stack, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useApi, useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { useTexts } from '../../../texts/index.ts'
import { waysFrom } from '../model.ts'
import type { Incident } from './incident-actions.tsx'

/** Goes on without a step; where several ways lead on, one is chosen. */
export function SkipStep({ incident, onClose }: { incident: Incident; onClose: () => void }) {
  const { incidents, instances } = useTexts().processes
  const [flow, setFlow] = useState('')
  const { data } = useApi('processes', 'diagram', { params: { id: incident.instance } })
  const ways = data ? waysFrom(data.xml, incident.element) : []
  const skip = useChange('bpm', 'skipStep', {
    changes: ['instance'],
    onDone: () => {
      notifications.show({ message: incidents.repaired(1) })
      onClose()
    },
    onFail: () => undefined,
  })
  const input = flow === '' ? {} : { flow }
  return (
    <FormModal
      title={incidents.skipTitle(incident.elementName || instances.unnamed)}
      submit={incidents.skip}
      change={skip}
      onSubmit={() => skip.mutate({ params: { id: incident.id }, input })}
      onClose={onClose}
    >
      <Text size="sm">{incidents.skipHint}</Text>
      {ways.length > 1 && (
        <Radio.Group label={incidents.way} value={flow} onChange={setFlow}>
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
