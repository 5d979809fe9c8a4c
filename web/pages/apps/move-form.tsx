import { useChange } from '../../api.ts'
import type { Field } from '../../fields/field.ts'
import { useTexts } from '../../texts/index.ts'
import { FieldsModal } from './fields-modal.tsx'

export type PendingMove = {
  id: string
  status: { code: string; name: string }
  /** What has to have a value before. */
  fields: Field[]
  /** What else is stored with the move. */
  context?: Record<string, unknown>
}

type MoveFormProps = {
  app: { namespace: string; code: string }
  asked: PendingMove
  onClose: () => void
}

/** Asks for what a status needs, and sends it with the move. */
export function MoveForm({ app: { namespace, code }, asked, onClose }: MoveFormProps) {
  const t = useTexts()
  const { id, status } = asked
  const move = useChange('apps', 'setStatus', {
    changes: ['item'],
    onDone: onClose,
    onFail: () => undefined,
  })
  return (
    <FieldsModal
      title={t.apps.moves.title(status.name)}
      submit={t.apps.moves.submit}
      fields={asked.fields.map((field) => ({ ...field, required: true }))}
      change={move}
      onSubmit={(values) =>
        move.mutate({
          params: { namespace, code, id },
          input: { status: status.code, context: { ...asked.context, ...values } },
        })
      }
      onClose={onClose}
    />
  )
}
