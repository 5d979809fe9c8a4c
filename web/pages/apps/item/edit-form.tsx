import { Alert, Button, Group, Text } from '@mantine/core'
import { useMemo, useState } from 'react'
import { ClientError } from '../../../../src/client/client.ts'
import { useChange } from '../../../api.ts'
import { DraftOffer } from '../../../components/draft-offer.tsx'
import { useFormDraft } from '../../../components/form-draft.ts'
import type { Field } from '../../../fields/field.ts'
import { useFieldName } from '../../../fields/field-name.ts'
import { useLinked } from '../../../fields/linked.tsx'
import { useTexts } from '../../../texts/index.ts'
import {
  type App,
  etagOf,
  type Item,
  type ItemAddress,
  isSame,
  type Locked,
  type Values,
} from './app.ts'
import { FieldsForm } from './fields-form.tsx'
import { missing, NO_ERRORS, toFormErrors } from './form-errors.ts'
import { useForm } from './form-layout.ts'
import { FormTabs } from './form-tabs.tsx'
import { ItemForm } from './item-form.tsx'
import { useLockReasons } from './lock-reasons.ts'
import { Theirs } from './theirs.tsx'

type EditFormProps = {
  app: App
  item: Item
  locked: readonly Locked[]
  address: ItemAddress
  onClose: () => void
}

/** What was typed, and what was there when it was begun. */
type SavedInput = { draft: Values; first: Values }

/**
 * Only what was touched is kept and sent: what others change meanwhile appears in the other fields.
 * Where both changed the same, nothing is saved before somebody has chosen, and the server refuses
 * what it has not seen.
 */
export function EditForm({ app, item, locked, address, onClose }: EditFormProps) {
  const t = useTexts()
  const [first, setFirst] = useState<Values>(item)
  const [draft, setDraft] = useState<Values>({})
  const touched = useMemo(
    () =>
      Object.fromEntries(Object.entries(draft).filter(([at, value]) => !isSame(value, item[at]))),
    [draft, item],
  )
  const kept = useMemo((): SavedInput | undefined => {
    const codes = Object.keys(touched)
    if (codes.length === 0) return undefined
    return { draft: touched, first: Object.fromEntries(codes.map((at) => [at, first[at] ?? null])) }
  }, [touched, first])
  /** What others wrote, where mine shall stay all the same. */
  const [refused, setRefused] = useState<Values>({})
  const { namespace, code, id } = address
  const update = useChange('apps', 'updateItem', {
    changes: ['item'],
    onDone: () => close(),
    // What is wrong is said in the form, which then shows the newest state.
    onFail: () => undefined,
  })
  const unsaved = useFormDraft(`${namespace}/${code}/${id}`, kept)
  const close = () => {
    unsaved.forget()
    onClose()
  }
  const values = useMemo(() => ({ ...item, ...draft }), [item, draft])
  const form = useForm(app, 'edit', values)
  const { fields } = form
  const hasConflict = update.error instanceof ClientError && update.error.status === 412
  const errors = update.error && !hasConflict ? toFormErrors(update.error, fields, t) : NO_ERRORS
  const changed = fields.filter((field) => !isSame(first[field.code], item[field.code]))
  const open = changed.filter(
    ({ code: each }) =>
      each in draft &&
      !isSame(draft[each], item[each]) &&
      !(each in refused && isSame(refused[each], item[each])),
  )
  const reasons = useLockReasons(locked)
  const [lacking, setLacking] = useState<Record<string, string>>({})
  const save = () => {
    if (open.length > 0 || update.isPending) return
    if (Object.keys(draft).length === 0) return close()
    const shown = new Set(fields.map((field) => field.code))
    const kept = Object.fromEntries(Object.entries(draft).filter(([each]) => shown.has(each)))
    // What an older item lacks is asked for by the form, or when somebody changes it.
    const asked = fields.filter(
      (field) =>
        !(field.code in reasons) &&
        (field.code in draft || !app.fields.some((own) => own.code === field.code && own.required)),
    )
    const found = missing(asked, values, t)
    setLacking(found)
    if (Object.keys(found).length > 0) return
    update.mutate({
      params: { namespace, code, id },
      input: { context: kept, byForm: true },
      headers: { 'if-match': etagOf(item) },
    })
  }
  const wrong = { ...errors.byField, ...lacking }
  return (
    <ItemForm
      onSave={save}
      others={errors.others}
      above={
        <>
          <DraftOffer
            draft={unsaved}
            of={String(item.__name)}
            onTake={(found) => {
              setDraft((all) => ({ ...found.draft, ...all }))
              setFirst((all) => ({ ...all, ...found.first }))
            }}
          />
          {(hasConflict || changed.length > 0) && (
            <Meanwhile by={item.__updatedBy} fields={changed} />
          )}
        </>
      }
    >
      <FormTabs form={form} wrong={Object.keys(wrong)}>
        {(section) => (
          <FieldsForm
            fields={section.fields}
            columns={section.columns}
            values={values}
            errors={wrong}
            reasons={reasons}
            onChange={(field, value) => setDraft((all) => ({ ...all, [field]: value }))}
            note={(field) =>
              open.includes(field) && (
                <Theirs
                  field={field}
                  value={item[field.code]}
                  onTake={() => setDraft(({ [field.code]: _, ...rest }) => rest)}
                  onKeep={() => setRefused((all) => ({ ...all, [field.code]: item[field.code] }))}
                />
              )
            }
          />
        )}
      </FormTabs>
      <Group mt="lg" gap="xs">
        <Button type="submit" loading={update.isPending} disabled={open.length > 0}>
          {t.frame.actions.save}
        </Button>
        <Button variant="default" onClick={close}>
          {t.frame.actions.cancel}
        </Button>
        <Text size="xs" c="var(--quiet)">
          {t.items.form.saveHint}
        </Text>
      </Group>
    </ItemForm>
  )
}

/** Somebody else was quicker: who, and with what. */
function Meanwhile({ by, fields }: { by: unknown; fields: Field[] }) {
  const t = useTexts()
  const nameOf = useFieldName()
  const [person] = useLinked('users', by)
  return (
    <Alert color="yellow" mb="md" role="alert" title={t.items.form.meanwhile(person?.name ?? '')}>
      {fields.length > 0 && t.items.form.changedFields(fields.map(nameOf).join(', '))}{' '}
      {t.items.form.lookAgain}
    </Alert>
  )
}
