import { Button, Text } from '@mantine/core'
import { useState } from 'react'
import { useChange } from '../../../api.ts'
import { PasswordField } from '../../../components/controls.tsx'
import { FormModal } from '../../../components/form-modal.tsx'
import type { Field } from '../../../fields/field.ts'
import { isEmpty } from '../../../fields/parts.tsx'
import { FieldInput, FieldValue } from '../../../fields/registry.tsx'
import { useTexts } from '../../../texts/index.ts'
import { useTold } from '../../../texts/told.ts'
import { toFormErrors } from '../../apps/item/form-errors.ts'
import { useBuildTexts } from '../texts.ts'

type SetValueProps = {
  namespace: string
  field: Field
  current: unknown
  isSet: boolean
  isSecret: boolean
  onClose: () => void
}

/** Sets one parameter, or takes its value back. */
export function SetValue(props: SetValueProps) {
  const { namespace, field, current, isSet, isSecret, onClose } = props
  const t = useBuildTexts().parameters
  const texts = useTexts()
  const say = useTold()
  const [value, setValue] = useState(current)
  const save = useChange('parameters', 'set', { onDone: onClose, onFail: () => {} })
  const put = (next: unknown) =>
    save.mutate({
      params: { namespace },
      input: { parameters: { [field.code]: isEmpty(next) ? null : next } },
    })
  const error = save.error && toFormErrors(save.error, [field], texts).byField[field.code]
  return (
    <FormModal
      title={t.changeOf(field.view.name)}
      submit={texts.frame.actions.save}
      change={save}
      onSubmit={() => put(value)}
      onClose={onClose}
      isExplained={Boolean(error)}
      isDisabled={isSecret && isEmpty(value)}
      noValidate
      extra={
        isSet && (
          <Button variant="subtle" disabled={save.isPending} onClick={() => put(null)}>
            {isSecret ? t.remove : t.toDefault}
          </Button>
        )
      }
    >
      {isSecret ? (
        <PasswordField
          label={t.value}
          description={t.secretHint}
          autoComplete="new-password"
          value={typeof value === 'string' ? value : ''}
          onChange={setValue}
          error={error && say(error)}
        />
      ) : (
        <>
          <FieldInput
            field={{ ...field, required: false }}
            label={t.value}
            value={value}
            onChange={(next) => {
              save.reset()
              setValue(next)
            }}
            {...(error && { error: say(error) })}
          />
          <Text size="xs" c="var(--quiet)">
            {t.default} <FieldValue field={field} value={field.defaultValue} isShort />
          </Text>
        </>
      )}
    </FormModal>
  )
}
