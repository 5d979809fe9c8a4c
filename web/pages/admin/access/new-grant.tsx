import { SelectField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import { useForm } from '../../../components/use-form.tsx'
import { partsOf } from '../../../kinds.ts'
import { useTexts } from '../texts.ts'
import { ObjectInput } from './object-input.tsx'
import { useRights } from './rights.ts'
import { type Subject, SubjectInput } from './subject.tsx'

type NewGrantProps = { object: string | null; onClose: () => void }

const NOBODY: Subject = { subjectKind: 'user', subject: '' }

export function NewGrant({ object, onClose }: NewGrantProps) {
  const t = useTexts().admin.access
  const { options } = useRights()
  const { values, set, field, modal } = useForm('access', 'grant', {
    values: { object, right: 'read', subject: NOBODY },
    request: ({ object, right, subject }) => {
      const { kind, path } = partsOf(object ?? '')
      return { input: { kind, object: path, right, ...subject } }
    },
    notice: t.granted,
    onClose,
  })
  return (
    <FormModal
      {...modal}
      title={t.grant}
      submit={t.grantDo}
      isDisabled={!values.object || values.subject.subject === ''}
    >
      <ObjectInput {...field('object', t.what)} />
      <SelectField {...field('right', t.right)} data={options} />
      <SubjectInput value={values.subject} onChange={(subject) => set({ subject })} />
    </FormModal>
  )
}
