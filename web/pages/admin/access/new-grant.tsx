import { Select } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { FormModal } from '../../../components/form-modal.tsx'
import { partsOf } from '../../../kinds.ts'
import { useTexts } from '../texts.ts'
import { ObjectInput } from './object-input.tsx'
import { useRights } from './rights.ts'
import { type Subject, SubjectInput } from './subject.tsx'

type NewGrantProps = { object: string | null; onClose: () => void }

export function NewGrant({ object: first, onClose }: NewGrantProps) {
  const t = useTexts()
  const { options } = useRights()
  const [object, setObject] = useState(first)
  const [right, setRight] = useState('read')
  const [subject, setSubject] = useState<Subject>({ subjectKind: 'user', subject: '' })
  const grant = useChange('access', 'grant', {
    onDone: () => {
      notifications.show({ message: t.admin.access.granted })
      onClose()
    },
    onFail: () => undefined,
  })
  const send = () => {
    const { kind, path } = partsOf(object ?? '')
    grant.mutate({ input: { kind, object: path, right, ...subject } })
  }
  return (
    <FormModal
      title={t.admin.access.grant}
      submit={t.admin.access.grantDo}
      change={grant}
      onSubmit={send}
      onClose={onClose}
      isDisabled={!object || subject.subject === ''}
    >
      <ObjectInput label={t.admin.access.what} value={object} onChange={setObject} />
      <Select
        label={t.admin.access.right}
        data={options}
        value={right}
        onChange={(next) => setRight(next ?? 'read')}
        allowDeselect={false}
      />
      <SubjectInput value={subject} onChange={setSubject} />
    </FormModal>
  )
}
