import { Text } from '@mantine/core'
import { useMemo } from 'react'
import { useApi } from '../../../api.ts'
import { Dialog } from '../../../components/dialog.tsx'
import { Shown } from '../../../components/states.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useSteeringTexts } from '../../../texts/steering.ts'
import type { Instance } from '../instance/instance-page.tsx'
import type { InstanceRow } from '../instance-list.tsx'
import { ModifyForm } from './modify-form.tsx'

const WIDE = '70rem'

/** Changes the steps of one instance. */
export function ModifyInstance({ of, onClose }: { of: Instance; onClose: () => void }) {
  const t = useSteeringTexts().modify
  const { diagram } = useTexts().processes
  const asked = useApi('processes', 'diagram', { params: { id: of.id } }, { fresh: 60_000 })
  const { id, name, tokens } = of
  const subjects = useMemo(() => [{ id, name, at: tokens }], [id, name, tokens])
  return (
    <Dialog title={t.title(of.name)} size={WIDE} onClose={onClose} closeOnClickOutside={false}>
      <Shown of={asked}>
        {({ xml, variables }) => (
          <ModifyForm
            subjects={subjects}
            xml={xml}
            label={diagram.of(of.processName)}
            fields={variables}
            before={Object.fromEntries(of.variables.map(({ code, value }) => [code, value]))}
            onClose={onClose}
          />
        )}
      </Shown>
    </Dialog>
  )
}

/** Does the same to several instances of one process. */
export function ModifyMany({ of, onClose }: { of: InstanceRow[]; onClose: () => void }) {
  const t = useSteeringTexts().modify
  const { diagram } = useTexts().processes
  const id = of[0]?.processId ?? ''
  const version = Math.max(...of.map((each) => each.version))
  const asked = useApi('processes', 'get', { params: { id }, input: { version } })
  return (
    <Dialog
      title={t.titleMany(of.length)}
      size={WIDE}
      onClose={onClose}
      closeOnClickOutside={false}
    >
      {of.some((each) => each.version !== version) && (
        <Text size="sm" mb="sm">
          {t.versions}
        </Text>
      )}
      <Shown of={asked}>
        {({ process }) => (
          <ModifyForm
            subjects={of}
            xml={process.xml}
            label={diagram.of(process.name)}
            fields={process.variables}
            onClose={onClose}
          />
        )}
      </Shown>
    </Dialog>
  )
}
